import { type Clock, getOwn, type JsonObject, type User } from "@kiln/api";
import { quoteList } from "../authorization/rbac/describe-rules.ts";
import { asAuthenticated, type TokenAuthenticator, TokenError } from "./authenticator.ts";
import { viewClaims, viewMap } from "./claims-view.ts";
import { audiencesOf, parseToken, timeAt } from "./jwt.ts";
import { type UserMapping, userOf } from "./oidc-user.ts";
import { createTokenCache } from "./token-cache.ts";
import { checkRules, type TokenRule } from "./token-expressions.ts";

/** Configuration of an external issuer of tokens. */
export interface OidcIssuer extends UserMapping {
  readonly url: string;
  /** Accepted audiences; a token must have one of them. */
  readonly audiences: readonly string[];
  /** Claims that must have these values. */
  readonly required: readonly { readonly claim: string; readonly value: string }[];
  /** Validation rules of the claims and of the mapped user. */
  readonly claimRules?: readonly TokenRule[];
  readonly userRules?: readonly TokenRule[];
  /**
   * Verifies a token by the issuer's keys: undefined if one of them verifies it, otherwise the reason. Rejects if the
   * keys cannot be fetched.
   */
  readonly explain: (token: string) => Promise<string | undefined>;
  readonly clock: Clock;
}

/** Kubernetes: the result for a token is cached for 10 seconds (config.go TokenSuccessCacheTTL, v1.36). */
export const oidcVerdictMs = 10_000;

/**
 * A token with a verified signature. Its claims and user cannot change, but it may expire, and the issuer's keys may
 * change.
 */
interface Known {
  readonly user: User;
  readonly times: TokenTimes;
  /** Time of the verification in the monotonic clock. */
  readonly verifiedMs: number;
}

interface TokenTimes {
  readonly expiryMs: number | undefined;
  readonly notBeforeMs: number | undefined;
}

/**
 * Authenticates tokens of one issuer. A verified signature is cached for {@link oidcVerdictMs}; the token's validity
 * period is checked every time.
 */
export function createOidcAuthenticator(issuer: OidcIssuer): TokenAuthenticator {
  const { clock } = issuer;
  const known = createTokenCache<Known>();
  const pending = new Map<string, Promise<User>>();
  const verify = async (token: string, toUser: () => User, times: TokenTimes): Promise<User> => {
    const fault = await explainOrFail(issuer, token);
    if (fault !== undefined) {
      known.delete(token);
      throw new TokenError(`oidc: verify token: ${fault}`);
    }
    const user = toUser();
    known.set(token, { user, times, verifiedMs: clock.monotonicMs() });
    return user;
  };
  /** Concurrent requests with the same token share one verification. */
  const share = (token: string, toUser: () => User, times: TokenTimes): Promise<{ user: User }> => {
    const found = pending.get(token) ?? verify(token, toUser, times).finally(() => pending.delete(token));
    pending.set(token, found);
    return found.then((user) => ({ user }));
  };
  return (token) => {
    const found = known.get(token);
    if (found !== undefined) {
      checkTimes(issuer, found.times);
      const { user, times, verifiedMs } = found;
      return clock.monotonicMs() - verifiedMs < oidcVerdictMs ? { user } : share(token, () => user, times);
    }
    const claims = parseToken(token)?.claims;
    if (claims === undefined || getOwn(claims, "iss") !== issuer.url) {
      return undefined;
    }
    const times = { expiryMs: timeAt(claims, "exp"), notBeforeMs: timeAt(claims, "nbf") };
    checkTimes(issuer, times);
    return share(token, () => toVerifiedUser(issuer, claims), times);
  };
}

function toVerifiedUser(issuer: OidcIssuer, claims: JsonObject): User {
  checkAudience(issuer, claims);
  const user = userOf(issuer, claims);
  checkClaims(issuer, claims);
  checkUser(issuer, user);
  return asAuthenticated(user);
}

/** Rejects tokens of an issuer whose keys cannot be fetched. */
async function explainOrFail({ explain, url }: OidcIssuer, token: string): Promise<string | undefined> {
  try {
    return await explain(token);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TokenError(`oidc: the keys of ${url} cannot be had: ${why}`);
  }
}

/**
 * Kubernetes: the expiry of a token has no leeway; its start may be 5 minutes ahead (coreos/go-oidc/verify.go Verify,
 * v1.36).
 */
const NOT_BEFORE_LEEWAY_MS = 5 * 60_000;

function checkTimes({ clock }: OidcIssuer, { expiryMs, notBeforeMs }: TokenTimes): void {
  const nowMs = clock.now().getTime();
  if (expiryMs === undefined || expiryMs < nowMs) {
    throw new TokenError(`oidc: verify token: oidc: token is ${expiryMs === undefined ? "without an end" : "expired"}`);
  }
  if (notBeforeMs !== undefined && nowMs + NOT_BEFORE_LEEWAY_MS < notBeforeMs) {
    throw new TokenError("oidc: verify token: oidc: current time is before the nbf (not before) time");
  }
}

function checkAudience({ audiences }: OidcIssuer, claims: JsonObject): void {
  const given = audiencesOf(claims);
  if (!given.some((audience) => audiences.includes(audience))) {
    throw new TokenError(
      `oidc: verify token: oidc: expected audience in ${quoteList(audiences)} got ${quoteList(given)}`,
    );
  }
}

function checkClaims({ required, claimRules = [] }: OidcIssuer, claims: JsonObject): void {
  for (const { claim, value } of required) {
    const actual = getOwn(claims, claim);
    if (actual === undefined) {
      throw new TokenError(`oidc: required claim ${claim} not present in ID token`);
    }
    if (actual !== value) {
      throw new TokenError(
        `oidc: required claim ${claim} value does not match. Got = ${String(actual)}, want = ${value}`,
      );
    }
  }
  checkRules(claimRules, { claims: viewClaims(claims) }, "oidc: error evaluating claim validation expression: ");
}

/**
 * Kubernetes: user validation rules run before the group system:authenticated is added (token/oidc/oidc.go
 * AuthenticateToken, v1.36).
 */
function checkUser({ userRules = [] }: OidcIssuer, { name: username, uid = "", groups, extra = {} }: User): void {
  const user = { username, uid, groups, extra: viewMap(extra) };
  checkRules(userRules, { user }, "oidc: error evaluating user info validation rule: ");
}
