import { isJsonObject, type JsonObject } from "@kiln/api";
import type { CryptoKey, JSONWebKeySet } from "jose";

/** Why none of an issuer's keys vouches for a token; undefined if one does. Rejects if the keys cannot be had. */
export type ExplainToken = (token: string) => Promise<string | undefined>;

/** Kubernetes: these, and no others (oidc.go allowedSigningAlgs, v1.36). */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"];
const FAULT = "failed to verify signature: failed to verify id token signature";

/**
 * The keys of a JSON Web Key Set. jose decides which of them may check a token: by key ID, type and curve, `use`,
 * `key_ops`, `alg`, and RSA from 2,048 bits on. A key that cannot be read vouches for nothing. jose is loaded here,
 * because most servers have no issuer.
 */
export async function openKeySet(keySet: JsonObject): Promise<ExplainToken> {
  const { compactVerify, createLocalJWKSet, errors } = await import("jose");
  const keys = Array.isArray(keySet.keys) ? keySet.keys.filter(isJsonObject) : [];
  const find = createLocalJWKSet({ keys } as unknown as JSONWebKeySet);
  const options = { algorithms: ALGORITHMS };
  /** Without a key ID, several keys may be the one. */
  const verifyWithAny = async (token: string, candidates: AsyncIterable<CryptoKey>): Promise<void> => {
    for await (const key of candidates) {
      try {
        await compactVerify(token, key, options);
        return;
      } catch {
        // The next may fit.
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  };
  const verify = async (token: string): Promise<void> => {
    try {
      await compactVerify(token, find, options);
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) {
        throw error;
      }
      await verifyWithAny(token, error);
    }
  };
  return (token) =>
    verify(token).then(
      () => undefined,
      () => FAULT,
    );
}
