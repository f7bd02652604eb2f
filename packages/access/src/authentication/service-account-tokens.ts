import { type Clock, type JsonObject, type Random, textAt, type User } from "@kiln/api";
import type { Store } from "@kiln/store";
import { quoteList } from "../authorization/rbac/describe-rules.ts";
import { asAuthenticated, type TokenAuthenticator, TokenError } from "./authenticator.ts";
import { checkBoundObjects } from "./check-bound-objects.ts";
import { audiencesOf, judgeTimes, type ParsedToken, parseToken, signToken, type TokenKeys } from "./jwt.ts";
import { checkLegacyToken, LEGACY_ISSUER, readLegacyClaims } from "./legacy-tokens.ts";
import { readClaims, type ServiceAccountClaims, writeClaims } from "./service-account-claims.ts";
import { serviceAccountGroups, serviceAccountUser } from "./service-account-name.ts";
import { createTokenCache } from "./token-cache.ts";

/** Configuration of service account tokens. */
export interface ServiceAccountTokenOptions {
  readonly keys: TokenKeys;
  /** Issuers: new tokens get the first; tokens of all of them are accepted. */
  readonly issuers: readonly [string, ...string[]];
  /** Accepted audiences; absent: the first issuer. */
  readonly audiences?: readonly string[];
  /** URL of the published keys; absent: a path of the server that receives the discovery request. */
  readonly jwksUri?: string;
  readonly maxExpirationSeconds?: number;
}

/** Issues and verifies service account tokens. */
export interface ServiceAccountTokens {
  readonly options: ServiceAccountTokenOptions;
  readonly audiences: readonly string[];
  issue(claims: ServiceAccountClaims, wishes: TokenWishes): string;
  /** Issues a token without expiry, for a Secret of type `kubernetes.io/service-account-token`. */
  issueLegacy(account: ServiceAccountClaims, secretName: string): string;
  readonly authenticate: TokenAuthenticator;
}

export interface TokenWishes {
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
  readonly warnAfterSeconds?: number;
}

interface Parts {
  readonly store: Pick<Store, "peek">;
  readonly clock: Clock;
  readonly random: Random;
}

/** A token with a verified signature. It may still expire, or lose the object that it is bound to. */
interface Known {
  readonly parsed: ParsedToken;
  readonly user: User;
}

export function createServiceAccountTokens(
  options: ServiceAccountTokenOptions,
  { store, clock, random }: Parts,
): ServiceAccountTokens {
  const { keys, issuers } = options;
  const audiences = options.audiences ?? [issuers[0]];
  const known = createTokenCache<Known>();
  return {
    options,
    audiences,
    issue: (claims, wishes) =>
      signToken(
        keys,
        writeClaims(claims, { ...wishes, nowMs: clock.now().getTime(), issuer: issuers[0], id: random.uuid() }),
      ),
    issueLegacy: ({ namespace, account }, secretName) =>
      signToken(keys, {
        iss: LEGACY_ISSUER,
        "kubernetes.io/serviceaccount/namespace": namespace,
        "kubernetes.io/serviceaccount/secret.name": secretName,
        "kubernetes.io/serviceaccount/service-account.name": account.name,
        "kubernetes.io/serviceaccount/service-account.uid": account.uid,
        sub: serviceAccountUser({ namespace, name: account.name }),
      }),
    authenticate(token, asked) {
      const remembered = known.get(token);
      const found = remembered ?? open(options, token);
      if (found === undefined) {
        return undefined;
      }
      const both = matchAudiences(found.parsed.claims, audiences, asked);
      const nowMs = clock.now().getTime();
      if (textAt(found.parsed.claims, "iss") === LEGACY_ISSUER) {
        checkLegacyToken(store, found.parsed.claims, token);
      } else {
        checkTimes(found.parsed.claims, nowMs);
        checkBoundObjects(store, readClaims(found.parsed.claims), nowMs);
      }
      if (remembered === undefined) {
        known.set(token, found);
      }
      return { user: found.user, audiences: both };
    },
  };
}

/** Verifies a token of this issuer. Undefined for a token of another issuer; throws if the token is invalid. */
function open({ keys, issuers }: ServiceAccountTokenOptions, token: string): Known | undefined {
  const parsed = parseToken(token);
  const issuer = parsed === undefined ? "" : textAt(parsed.claims, "iss");
  if (parsed === undefined || (issuer !== LEGACY_ISSUER && !issuers.includes(issuer))) {
    return undefined;
  }
  const fault = keys.explain(parsed.signed);
  if (fault !== undefined) {
    throw new TokenError(fault);
  }
  const claims = issuer === LEGACY_ISSUER ? readLegacyClaims(parsed.claims) : readClaims(parsed.claims);
  return { parsed, user: userOf(claims, textAt(parsed.claims, "jti")) };
}

/** Kubernetes: a token without audiences predates them, and is valid for the server (serviceaccount/jwt.go AuthenticateToken, v1.36). */
function matchAudiences(claims: JsonObject, own: readonly string[], asked: readonly string[]): readonly string[] {
  const named = audiencesOf(claims);
  const given = named.length === 0 ? own : named;
  const both = given.filter((audience) => asked.includes(audience));
  if (both.length === 0) {
    const why = `token audiences ${quoteList(given)} is invalid for the target audiences ${quoteList(asked)}`;
    throw new TokenError(why);
  }
  return both;
}

const TIME_FAULTS = {
  expired: "service account token has expired",
  "not valid yet": "service account token is not valid yet",
  "issued in the future": "service account token is issued in the future",
} as const;

function checkTimes(claims: JsonObject, nowMs: number): void {
  const fault = judgeTimes(claims, nowMs);
  if (fault !== undefined) {
    throw new TokenError(TIME_FAULTS[fault]);
  }
}

const KEY = "authentication.kubernetes.io/";

function userOf({ namespace, account, pod, node }: ServiceAccountClaims, id: string): User {
  const extra: Record<string, readonly string[]> = {
    ...(id === "" ? {} : { [`${KEY}credential-id`]: [`JTI=${id}`] }),
    ...(node === undefined ? {} : { [`${KEY}node-name`]: [node.name] }),
    ...(node === undefined || node.uid === "" ? {} : { [`${KEY}node-uid`]: [node.uid] }),
    ...(pod === undefined ? {} : { [`${KEY}pod-name`]: [pod.name], [`${KEY}pod-uid`]: [pod.uid] }),
  };
  return asAuthenticated({
    name: serviceAccountUser({ namespace, name: account.name }),
    uid: account.uid,
    groups: serviceAccountGroups(namespace),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  });
}
