import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { createManualClock } from "@kiln/api/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeCertificates } from "./make-certificates.ts";
import { oidcKeysCooldownMs, oidcKeysMaxAgeMs, oidcKeysMaxStaleMs } from "./oidc-keys.ts";
import { openOidc } from "./open-oidc.ts";

const { ca, server: certificate } = makeCertificates(["localhost"], new Date());
const NOW = 1_800_000_000;
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

interface IssuerKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly jwk: object;
}

function makeKey(id: string): IssuerKey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { id, privateKey, jwk: { ...publicKey.export({ format: "jwk" }), kid: id, alg: "ES256", use: "sig" } };
}

const first = makeKey("first");
const second = makeKey("second");

/** An OIDC issuer over TLS, whose keys the test changes. */
let published: readonly IssuerKey[] = [];
let isDown = false;
/** Redirects of the issuer, by path. */
let moved: ReadonlyMap<string, string> = new Map();
let fetches = 0;
let issuer: Server;
let url = "";

beforeAll(async () => {
  issuer = createServer({ cert: certificate.cert, key: certificate.key }, (request, response) => {
    const isForKeys = request.url?.startsWith("/keys") ?? false;
    fetches += isForKeys ? 1 : 0;
    const location = moved.get(request.url ?? "");
    if (location !== undefined) {
      response.writeHead(302, { location }).end("moved");
      return;
    }
    response.statusCode = isDown ? 500 : 200;
    const keys = published.map(({ jwk }) => jwk);
    response.end(JSON.stringify(isForKeys ? { keys } : { issuer: url, jwks_uri: `${url}/keys` }));
  });
  await new Promise<void>((resolve) => issuer.listen(0, "localhost", resolve));
  url = `https://localhost:${(issuer.address() as AddressInfo).port}`;
});
afterAll(() => issuer.close());
beforeEach(() => {
  published = [first];
  isDown = false;
  moved = new Map();
  fetches = 0;
});

function tokenOf({ id, privateKey }: IssuerKey, more: object = {}): string {
  const claims = { iss: url, aud: "kiln", exp: NOW + 100_000, sub: "jane", ...more };
  const text = `${encode({ alg: "ES256", kid: id })}.${encode(claims)}`;
  const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}

function open() {
  const clock = createManualClock(new Date(NOW * 1000));
  const authenticate = openOidc(
    {
      url,
      discoveryUrl: `${url}/.well-known/openid-configuration`,
      authority: ca.cert,
      audiences: ["kiln"],
      username: { claim: "sub", prefix: "" },
      required: [],
    },
    clock,
  );
  return {
    clock,
    names: async (key: IssuerKey, more: object = {}) => (await authenticate(tokenOf(key, more), []))?.user.name,
  };
}

describe("an issuer of tokens", () => {
  it("vouches for tokens of a key that it added, which are fetched when they are needed", async () => {
    const { clock, names } = open();
    expect(await names(first)).toBe("jane");
    published = [first, second];
    clock.advance(oidcKeysCooldownMs);
    expect(await names(second)).toBe("jane");
    expect(fetches).toBe(2);
  });

  it("is not asked more often than the cooldown allows, however many tokens have keys that it does not know", async () => {
    const { clock, names } = open();
    await names(first);
    for (let i = 0; i < 20; i++) {
      await expect(names(makeKey("made up"))).rejects.toThrow("failed to verify");
    }
    expect(fetches).toBe(1);
    clock.advance(oidcKeysCooldownMs);
    await Promise.allSettled(Array.from({ length: 20 }, () => names(makeKey("made up"))));
    expect(fetches).toBe(2);
  });

  it("no longer vouches for tokens of a key that it withdrew, known ones included, after the age of its keys", async () => {
    const { clock, names } = open();
    expect(await names(first)).toBe("jane");
    published = [second];
    clock.advance(oidcKeysMaxAgeMs - 1);
    expect(await names(first)).toBe("jane");
    clock.advance(10_001);
    await expect(names(first)).rejects.toThrow("failed to verify");
    expect(await names(second)).toBe("jane");
  });

  it("counts on for a while if it cannot be reached, and then no more", async () => {
    const { clock, names } = open();
    await names(first);
    isDown = true;
    clock.advance(oidcKeysMaxAgeMs);
    expect(await names(first)).toBe("jane");
    clock.advance(oidcKeysMaxStaleMs - oidcKeysMaxAgeMs);
    await expect(names(first)).rejects.toThrow("cannot be had");
    isDown = false;
    clock.advance(oidcKeysCooldownMs);
    expect(await names(first)).toBe("jane");
  });

  it("is asked once by all who wait, and again after a failure, but not at once", async () => {
    const { clock, names } = open();
    isDown = true;
    await expect(names(first)).rejects.toThrow("cannot be had");
    isDown = false;
    await expect(names(first)).rejects.toThrow("cannot be had");
    clock.advance(oidcKeysCooldownMs);
    const all = await Promise.all(Array.from({ length: 10 }, (_, i) => names(first, { jti: String(i) })));
    expect(new Set(all)).toEqual(new Set(["jane"]));
    expect(fetches).toBe(1);
  });

  const discovery = "/.well-known/openid-configuration";

  it("may redirect the requests for its description and its keys, as Go's client follows them", async () => {
    moved = new Map([
      [discovery, "/elsewhere/configuration"],
      ["/keys", `${url}/keys/current`],
    ]);
    expect(await open().names(first)).toBe("jane");
  });

  it.each([
    ["to a URL without TLS", "http://localhost:1/configuration", "keys of an issuer are fetched over https alone"],
    ["in a circle", discovery, "stopped after 10 redirects"],
  ])("does not count if it redirects %s", async (_, location, message) => {
    moved = new Map([[discovery, location]]);
    await expect(open().names(first)).rejects.toThrow(message);
  });
});
