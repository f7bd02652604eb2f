import { type ExplainToken, openKeySet } from "@kiln/access/node";
import type { Clock, JsonObject } from "@kiln/api";

/** Age at which an issuer's keys are fetched again, so that revoked ones are no longer accepted. */
export const oidcKeysMaxAgeMs = 5 * 60_000;

/** Age up to which keys are accepted if the issuer cannot be reached. */
export const oidcKeysMaxStaleMs = 30 * 60_000;

/**
 * Minimum time between two fetches: a token with an unknown key ID triggers one, and any client can send such a token.
 */
export const oidcKeysCooldownMs = 10_000;

interface FetchedKeys {
  readonly explain: ExplainToken;
  readonly fetchedMs: number;
}

/** Verifies tokens with keys that are fetched for the first token, when they are old, and when none matches. */
export function createOidcKeys(fetchKeys: () => Promise<JsonObject>, clock: Clock): ExplainToken {
  let keys: FetchedKeys | undefined;
  let pending: Promise<void> | undefined;
  let triedMs = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  const fetch = async (): Promise<void> => {
    try {
      const fetched = await openKeySet(await fetchKeys());
      keys = { explain: fetched, fetchedMs: clock.monotonicMs() };
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    pending = undefined;
  };
  /** Fetches the keys; resolves at once if the last fetch was too recent. */
  const refresh = async (): Promise<void> => {
    if (pending === undefined && clock.monotonicMs() - triedMs >= oidcKeysCooldownMs) {
      triedMs = clock.monotonicMs();
      pending = fetch();
    }
    await pending;
  };
  const ageMs = () => clock.monotonicMs() - (keys?.fetchedMs ?? Number.NEGATIVE_INFINITY);
  const current = async (): Promise<FetchedKeys> => {
    if (ageMs() >= oidcKeysMaxAgeMs) {
      const refreshed = refresh();
      // Only the first request waits for an issuer that does not respond.
      if (failure === undefined || ageMs() >= oidcKeysMaxStaleMs) {
        await refreshed;
      }
    }
    if (keys === undefined || ageMs() >= oidcKeysMaxStaleMs) {
      throw failure ?? new Error("they were asked for too recently");
    }
    return keys;
  };
  return async (token) => {
    const before = await current();
    const fault = await before.explain(token);
    if (fault === undefined) {
      return undefined;
    }
    await refresh();
    return keys === undefined || keys === before ? fault : keys.explain(token);
  };
}
