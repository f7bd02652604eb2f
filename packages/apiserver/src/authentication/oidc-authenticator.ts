import { type Clock, getOwn, isJsonObject, type JsonObject, quoteGo } from "@kiln/api";
import { quoteList } from "../authorization/rbac/describe-rules.ts";
import type { User } from "../context.ts";
import { asAuthenticated, type TokenAuthenticator, TokenError } from "./authenticator.ts";
import { audiencesOf, judgeTimes, parseToken, type SignedText, timeAt } from "./jwt.ts";

/** A claim, and what is put before its value. */
export interface ClaimMapping {
  readonly claim: string;
  readonly prefix: string;
}

/** Somebody outside whose tokens count here. */
export interface OidcIssuer {
  readonly url: string;
  /** The token must be for one of them. */
  readonly audiences: readonly string[];
  readonly username: ClaimMapping;
  readonly groups?: ClaimMapping;
  readonly uidClaim?: string;
  /** Claims that must have a certain value. */
  readonly required: readonly { readonly claim: string; readonly value: string }[];
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
    checkClaims(issuer, claims);
    const found = { user: userOf(issuer, claims), claims };
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

function checkClaims({ audiences, required }: OidcIssuer, claims: JsonObject): void {
  const given = audiencesOf(claims);
  if (!given.some((audience) => audiences.includes(audience))) {
    throw new TokenError(
      `oidc: verify token: oidc: expected audience in ${quoteList(audiences)} got ${quoteList(given)}`,
    );
  }
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
}

function userOf({ username, groups, uidClaim }: OidcIssuer, claims: JsonObject): User {
  const name = textClaim(claims, username.claim, "username");
  // Kubernetes: an address that nobody has looked at names nobody.
  if (username.claim === "email" && getOwn(claims, "email_verified") !== undefined && claims.email_verified !== true) {
    throw new TokenError("oidc: email not verified");
  }
  const id = getOwn(claims, "jti");
  return asAuthenticated({
    name: username.prefix + name,
    groups: groups === undefined ? [] : groupsOf(claims, groups),
    ...(uidClaim === undefined ? {} : { uid: textClaim(claims, uidClaim, "uid") }),
    ...(typeof id === "string" ? { extra: { "authentication.kubernetes.io/credential-id": [`JTI=${id}`] } } : {}),
  });
}

function textClaim(claims: JsonObject, claim: string, what: string): string {
  const value = getOwn(claims, claim);
  if (typeof value !== "string" || value === "") {
    throw new TokenError(`oidc: parse ${what} claims ${quoteGo(claim)}: not a text that says something`);
  }
  return value;
}

/** One group may stand without its list. */
function groupsOf(claims: JsonObject, { claim, prefix }: ClaimMapping): string[] {
  const value = getOwn(claims, claim);
  if (value === undefined || value === null) {
    return [];
  }
  const list = Array.isArray(value) ? value : [value];
  if (isJsonObject(value) || !list.every((item) => typeof item === "string")) {
    throw new TokenError(`oidc: parse groups claim ${quoteGo(claim)}: not a list of texts`);
  }
  return list.map((group) => prefix + String(group));
}
