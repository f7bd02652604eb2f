import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import type { JsonObject } from "@kiln/api";
import type { SignedText, TokenKeys } from "./jwt.ts";

interface PublicKey {
  readonly id: string;
  readonly algorithm: string;
  readonly key: KeyObject;
}

/**
 * Opens PEM keys: one that signs, and others whose signatures are accepted. Throws for a key that is neither RSA nor
 * elliptic curve.
 */
export function createTokenKeys(signingKey: string, otherKeys: readonly string[] = []): TokenKeys {
  const privateKey = createPrivateKey(signingKey);
  const own = openPublicKey(createPublicKey(privateKey));
  const others = otherKeys.map((pem) => openPublicKey(createPublicKey(pem)));
  const all = [own, ...others.filter(({ id }) => id !== own.id)];
  return {
    keyId: own.id,
    algorithm: own.algorithm,
    sign: (text) => sign(digestOf(own.algorithm), Buffer.from(text), withEncoding(privateKey)).toString("base64url"),
    explain: (signed) => explain(all, signed),
    publicKeys: all.map(toJwk),
  };
}

/** Kubernetes: the key id is the digest of the public key (pkg/serviceaccount/jwt.go keyIDFromPublicKey, v1.36). */
function openPublicKey(key: KeyObject): PublicKey {
  const id = createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest("base64url");
  return { id, algorithm: algorithmOf(key), key };
}

const CURVES: ReadonlyMap<string | undefined, string> = new Map([
  ["prime256v1", "ES256"],
  ["secp384r1", "ES384"],
  ["secp521r1", "ES512"],
]);

/** Minimum size of RSA keys by RFC 7518; clients reject smaller ones. */
const MIN_RSA_BITS = 2048;

function algorithmOf(key: KeyObject): string {
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
  const isRsa = key.asymmetricKeyType === "rsa" && modulusLength >= MIN_RSA_BITS;
  const algorithm = isRsa ? "RS256" : CURVES.get(namedCurve);
  if (algorithm === undefined) {
    throw new Error(
      `a key for service account tokens must be RSA of at least ${MIN_RSA_BITS} bits or on the curve P-256, P-384 or P-521`,
    );
  }
  return algorithm;
}

const DIGESTS: Readonly<Record<string, string>> = {
  "256": "sha256",
  "384": "sha384",
  "512": "sha512",
};

function digestOf(algorithm: string): string {
  return DIGESTS[algorithm.slice(2)] ?? "sha256";
}

/** Signature encoding of tokens: the two numbers of an elliptic curve signature, concatenated. */
function withEncoding(key: KeyObject): { key: KeyObject; dsaEncoding: "ieee-p1363" } {
  return { key, dsaEncoding: "ieee-p1363" };
}

/**
 * Reason why no key verifies the signature; undefined if one does. A key is valid only for its own algorithm, whatever
 * the token's header, because forged tokens name others.
 */
function explain(keys: readonly PublicKey[], { algorithm, keyId, text, signature }: SignedText): string | undefined {
  const named = keyId === "" ? keys : keys.filter(({ id }) => id === keyId);
  if (named.length === 0) {
    return "invalid signature, no keys found";
  }
  const isGood = named.some(
    (known) =>
      known.algorithm === algorithm &&
      verify(digestOf(algorithm), Buffer.from(text), withEncoding(known.key), signature),
  );
  return isGood ? undefined : "go-jose/go-jose: error in cryptographic primitive";
}

function toJwk({ id, algorithm, key }: PublicKey): JsonObject {
  const { kty, n, e, crv, x, y } = key.export({ format: "jwk" }) as Record<string, string>;
  const material = kty === "RSA" ? { kty, alg: algorithm, n, e } : { kty, crv, alg: algorithm, x, y };
  return { use: "sig", kid: id, ...material } as JsonObject;
}
