import { type Clock, getOwn, type JsonObject } from "@kiln/api";
import { quoteList } from "../authorization/rbac/describe-rules.ts";
import type { User } from "../context.ts";
import { asAuthenticated, type TokenAuthenticator, TokenError } from "./authenticator.ts";
import { viewClaims, viewMap } from "./claims-view.ts";
import { audiencesOf, judgeTimes, parseToken, type SignedText, timeAt } from "./jwt.ts";
import { type UserMapping, userOf } from "./oidc-user.ts";
import { checkRules, type TokenRule } from "./token-expressions.ts";

/** Somebody outside whose tokens count here. */
export interface OidcIssuer extends UserMapping {
  readonly url: string;
  /** The token must be for one of them. */
  readonly audiences: readonly string[];
  /** Claims that must have a certain value. */
  readonly required: readonly { readonly claim: string; readonly value: string }[];
  /** What must be true of the claims, and of the user they make. */
  readonly claimRules?: readonly TokenRule[];
  readonly userRules?: readonly TokenRule[];
  /** Why the issuer's keys do not vouch for the text; undefined if one does. Rejects if they cannot be had. */
  readonly explain: (signed: SignedText) => Promise<string | undefined>;
  readonly clock: Clock;
}

interface Known {
  readonly user: User;
  readonly claims: JsonObject;
}

const MAX_KNOWN = 10_000;

/** Tokens of one issuer. What its keys vouched for once is not asked again; its time is looked at every time. */
export function createOidcAuthenticator(issuer: OidcIssuer): TokenAuthenticator {
  const known = new Map<string, Known>();
  const open = async (token: string, signed: SignedText, claims: JsonObject): Promise<Known> => {
    const fault = await explainOrFail(issuer, signed);
    if (fault !== undefined) {
      throw new TokenError(`oidc: verify token: ${fault}`);
    }
    checkAudience(issuer, claims);
    const user = userOf(issuer, claims);
    checkClaims(issuer, claims);
    checkUser(issuer, user);
    const found = { user: asAuthenticated(user), claims };
    if (known.size >= MAX_KNOWN) {
      known.clear();
    }
    known.set(token, found);
    return found;
  };
  return (token) => {
    const found = known.get(token);
    if (found !== undefined) {
      checkTimes(issuer, found.claims);
      return { user: found.user };
    }
    const parsed = parseToken(token);
    if (parsed === undefined || getOwn(parsed.claims, "iss") !== issuer.url) {
      return undefined;
    }
    checkTimes(issuer, parsed.claims);
    return open(token, parsed.signed, parsed.claims).then(({ user }) => ({ user }));
  };
}

/** An issuer that cannot be reached vouches for nobody. */
async function explainOrFail({ explain, url }: OidcIssuer, signed: SignedText): Promise<string | undefined> {
  try {
    return await explain(signed);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TokenError(`oidc: the keys of ${url} cannot be had: ${why}`);
  }
}

function checkTimes({ clock }: OidcIssuer, claims: JsonObject): void {
  const fault = timeAt(claims, "exp") === undefined ? "without an end" : judgeTimes(claims, clock.now().getTime());
  if (fault !== undefined) {
    throw new TokenError(`oidc: verify token: oidc: token is ${fault}`);
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

/** Kubernetes: rules see the user before he counts as authenticated. */
function checkUser({ userRules = [] }: OidcIssuer, { name: username, uid = "", groups, extra = {} }: User): void {
  const user = { username, uid, groups, extra: viewMap(extra) };
  checkRules(userRules, { user }, "oidc: error evaluating user info validation rule: ");
}
