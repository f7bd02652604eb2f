import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { JsonObject } from "@kiln/api";
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose";
import { describe, expect, it } from "vitest";
import { parseToken } from "./jwt.ts";
import { openKeySet } from "./node-json-web-keys.ts";
import { createTokenKeys } from "./node-token-keys.ts";

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const KEYS: Readonly<Record<string, Pair>> = {
  "RSA of 1024 bits": generateKeyPairSync("rsa", { modulusLength: 1024 }),
  "RSA of 2048 bits": generateKeyPairSync("rsa", { modulusLength: 2048 }),
  "another RSA": generateKeyPairSync("rsa", { modulusLength: 2048 }),
  "P-256": generateKeyPairSync("ec", { namedCurve: "P-256" }),
  "P-384": generateKeyPairSync("ec", { namedCurve: "P-384" }),
  "P-521": generateKeyPairSync("ec", { namedCurve: "P-521" }),
  secp256k1: generateKeyPairSync("ec", { namedCurve: "secp256k1" }),
  Ed25519: generateKeyPairSync("ed25519"),
};

const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"];
const FORGED = ["none", "HS256", "EdDSA", "Ed25519", "ES256K", "RS1", "", "rs256"];

const encode = (value: object | string) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

/** A token signed with a key by any algorithm, as an attacker may forge it. */
function forge(algorithm: string, { privateKey, publicKey }: Pair, header: object = {}): string {
  const text = `${encode({ alg: algorithm, ...header })}.${encode({ iss: "x", sub: "y" })}`;
  return `${text}.${signature(algorithm, text, { privateKey, publicKey }).toString("base64url")}`;
}

function signature(algorithm: string, text: string, { privateKey }: Pair): Buffer {
  const type = privateKey.asymmetricKeyType;
  const bytes = Buffer.from(text);
  if (algorithm === "none") {
    return Buffer.alloc(0);
  }
  if (type === "ed25519") {
    return sign(null, bytes, privateKey);
  }
  const digest = `sha${/\d{3}/.exec(algorithm)?.[0] ?? "256"}`;
  if (type === "ec") {
    return sign(digest, bytes, { key: privateKey, dsaEncoding: "ieee-p1363" });
  }
  const isPss = algorithm.startsWith("PS");
  return sign(digest, bytes, { key: privateKey, padding: isPss ? 6 : 1, ...(isPss ? { saltLength: -1 } : {}) });
}

function jwkOf({ publicKey }: Pair, more: object = {}): JsonObject {
  return { ...publicKey.export({ format: "jwk" }), kid: "k", ...more } as JsonObject;
}

const pairOf = (name: string) => KEYS[name] as Pair;

describe("openKeySet()", () => {
  it("tries a hundred keys for a token without a key ID, and the named one of any number", async () => {
    const strange = jwkOf(pairOf("P-256"), { alg: "ES256" });
    const others = Array.from({ length: 150 }, (_, i) => ({
      ...jwkOf(generateKeyPairSync("ec", { namedCurve: "P-256" }), { alg: "ES256" }),
      kid: `k${i}`,
    }));
    const [early, late] = [
      [...others.slice(0, 99), { ...strange, kid: "own" }, ...others.slice(99)],
      [...others, { ...strange, kid: "own" }],
    ].map((keys) => openKeySet({ keys }));
    const [token, named] = [{}, { kid: "own" }].map((header) => forge("ES256", pairOf("P-256"), header)) as [
      string,
      string,
    ];
    expect(await (await early)?.(token)).toBeUndefined();
    expect(await (await late)?.(token)).toContain("failed to verify");
    expect(await (await late)?.(named)).toBeUndefined();
  });

  const fits = (algorithm: string, name: string): boolean =>
    /^[RP]S/.test(algorithm)
      ? name === "RSA of 2048 bits" || name === "another RSA"
      : name === { ES256: "P-256", ES384: "P-384", ES512: "P-521" }[algorithm];

  it.each(Object.keys(KEYS))("lets a %s key vouch for its own algorithms alone", async (name) => {
    const explain = await openKeySet({ keys: [jwkOf(pairOf(name))] });
    for (const algorithm of [...ALGORITHMS, ...FORGED]) {
      const isGood = ALGORITHMS.includes(algorithm) && fits(algorithm, name);
      // A short key cannot make the longer signatures.
      const token = attempt(() => forge(algorithm, pairOf(name), { kid: "k" }));
      if (token !== undefined) {
        expect([algorithm, (await explain(token)) === undefined]).toEqual([algorithm, isGood]);
      }
    }
  });

  it.each<[string, object, boolean]>([
    ["a use that is sig", { use: "sig" }, true],
    ["a use that is enc", { use: "enc" }, false],
    ["operations with verify", { key_ops: ["verify"] }, true],
    ["operations without verify", { key_ops: ["encrypt"] }, false],
    ["its algorithm", { alg: "RS256" }, true],
    ["another algorithm", { alg: "PS512" }, false],
    ["another key ID", { kid: "other" }, false],
    ["no key ID", { kid: undefined }, false],
  ])("honors a key with %s", async (_, more, isGood) => {
    const explain = await openKeySet({ keys: [jwkOf(pairOf("RSA of 2048 bits"), more)] });
    expect((await explain(forge("RS256", pairOf("RSA of 2048 bits"), { kid: "k" }))) === undefined).toBe(isGood);
  });

  it("tries all keys that fit a token without a key ID, and passes over keys it cannot read", async () => {
    const keys = [
      null,
      7,
      { kty: "nonsense" },
      jwkOf(pairOf("another RSA")),
      jwkOf(pairOf("RSA of 2048 bits"), { kid: "2" }),
    ];
    const explain = await openKeySet({ keys: keys as never });
    expect(await explain(forge("RS256", pairOf("RSA of 2048 bits")))).toBeUndefined();
    expect(await explain(forge("RS256", pairOf("another RSA")))).toBeUndefined();
    expect(await explain(forge("ES256", pairOf("P-256")))).toContain("failed to verify");
    expect(await (await openKeySet({}))(forge("RS256", pairOf("another RSA")))).toContain("failed to verify");
  });

  it("takes no public key for the secret of an HMAC", async () => {
    const { createHmac } = await import("node:crypto");
    const pem = pairOf("RSA of 2048 bits").publicKey.export({ type: "spki", format: "pem" });
    const text = `${encode({ alg: "HS256", kid: "k" })}.${encode({})}`;
    const token = `${text}.${createHmac("sha256", pem).update(text).digest("base64url")}`;
    expect(await (await openKeySet({ keys: [jwkOf(pairOf("RSA of 2048 bits"))] }))(token)).toContain(
      "failed to verify",
    );
  });
});

describe("keys of service account tokens", () => {
  it("decide as jose does, whatever algorithm, key and key ID a token has", async () => {
    const usable = Object.entries(KEYS).filter(([name]) => /2048|another|P-/.test(name));
    for (const [name, { privateKey }] of usable) {
      const keys = createTokenKeys(privateKey.export({ type: "pkcs8", format: "pem" }).toString());
      const find = createLocalJWKSet({ keys: [...keys.publicKeys] } as unknown as JSONWebKeySet);
      for (const [other, pair] of Object.entries(KEYS)) {
        for (const algorithm of [...ALGORITHMS, ...FORGED]) {
          for (const kid of [undefined, keys.keyId, "other"]) {
            const token = attempt(() => forge(algorithm, pair, { kid }));
            if (token !== undefined) {
              const parsed = parseToken(token);
              const mine = parsed !== undefined && keys.explain(parsed.signed) === undefined;
              const theirs = await compactVerify(token, find, { algorithms: ALGORITHMS }).then(
                () => true,
                () => false,
              );
              expect([name, other, algorithm, kid, mine]).toEqual([name, other, algorithm, kid, theirs]);
            }
          }
        }
      }
    }
  });

  it("refuses a signature or text that was changed", () => {
    const keys = createTokenKeys(pairOf("P-256").privateKey.export({ type: "pkcs8", format: "pem" }).toString());
    const token = forge("ES256", pairOf("P-256"), { kid: keys.keyId });
    for (let at = 0; at < token.length; at++) {
      const changed = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
      const parsed = parseToken(changed);
      const isSameSignature =
        parsed !== undefined && isSame(parsed.signed.signature, parseToken(token)?.signed.signature);
      const isSameText = parsed?.signed.text === parseToken(token)?.signed.text;
      expect(parsed !== undefined && keys.explain(parsed.signed) === undefined).toBe(isSameSignature && isSameText);
    }
  });

  it.each(["RSA of 1024 bits", "secp256k1", "Ed25519"])("are not made of a %s key", (name) => {
    const pem = pairOf(name).privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    expect(() => createTokenKeys(pem)).toThrow("a key for service account tokens must be");
  });
});

function isSame(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return b !== undefined && Buffer.compare(a, b) === 0;
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
