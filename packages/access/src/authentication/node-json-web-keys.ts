import { isJsonObject, type JsonObject } from "@kiln/api";
import type { CryptoKey, JSONWebKeySet } from "jose";

/**
 * Verifies a token by the keys of an issuer: undefined if one of them verifies it, otherwise the reason. Rejects if the
 * keys cannot be fetched.
 */
export type ExplainToken = (token: string) => Promise<string | undefined>;

/** Kubernetes: signature algorithms of OIDC tokens (oidc.go allowedSigningAlgs, v1.36). */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"];
/** Keys that are tried for a token without a key ID, which any client can send; an issuer has a few. */
const MAX_TRIED_KEYS = 100;
const FAULT = "failed to verify signature: failed to verify id token signature";

/**
 * Opens a JSON Web Key Set. jose selects the keys for a token: by key ID, type and curve, `use`, `key_ops`, `alg`, and
 * RSA from 2,048 bits on. Invalid keys are ignored. jose is loaded here, because most servers have no issuer.
 */
export async function openKeySet(keySet: JsonObject): Promise<ExplainToken> {
  const { compactVerify, createLocalJWKSet, errors } = await import("jose");
  const keys = Array.isArray(keySet.keys) ? keySet.keys.filter(isJsonObject) : [];
  const find = createLocalJWKSet({ keys } as unknown as JSONWebKeySet);
  const options = { algorithms: ALGORITHMS };
  /** Tries the keys that match: without a key ID there may be several. */
  const verifyWithAny = async (token: string, candidates: AsyncIterable<CryptoKey>): Promise<void> => {
    let tried = 0;
    for await (const key of candidates) {
      if (++tried > MAX_TRIED_KEYS) {
        break;
      }
      try {
        await compactVerify(token, key, options);
        return;
      } catch {
        // Continues with the next key.
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
