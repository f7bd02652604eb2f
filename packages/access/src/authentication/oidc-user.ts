import { getOwn, isJsonObject, type JsonObject, quoteGo, type User } from "@kiln/api";
import { type CelValue, ListView } from "@kiln/cel";
import { TokenError } from "./authenticator.ts";
import { viewClaims } from "./claims-view.ts";
import { evaluateToken, type TokenExpression } from "./token-expressions.ts";

/** A claim, and a prefix for its value. */
export interface ClaimMapping {
  readonly claim: string;
  readonly prefix: string;
}

/** Mapping of claims to user name, groups, uid and extra. */
export interface UserMapping {
  readonly username: ClaimMapping | TokenExpression;
  readonly groups?: ClaimMapping | TokenExpression;
  readonly uid?: Pick<ClaimMapping, "claim"> | TokenExpression;
  readonly extra?: readonly { readonly key: string; readonly value: TokenExpression }[];
}

/** The user of a token, without the group system:authenticated. */
export function userOf(mapping: UserMapping, claims: JsonObject): User {
  const bindings = { claims: viewClaims(claims) };
  const name = nameOf(mapping.username, claims, bindings);
  const groups = groupsOf(mapping.groups, claims, bindings);
  const uid = uidOf(mapping.uid, claims, bindings);
  const extra = extraOf(mapping.extra ?? [], claims, bindings);
  return {
    name,
    groups,
    ...(uid === "" ? {} : { uid }),
    ...(extra.length === 0 ? {} : { extra: Object.fromEntries(extra) }),
  };
}

type ClaimBindings = Readonly<Record<"claims", CelValue>>;

function nameOf(username: UserMapping["username"], claims: JsonObject, bindings: ClaimBindings): string {
  if ("program" in username) {
    const name = evaluateText(username, bindings, "username");
    if (name === "") {
      throw new TokenError("oidc: empty username via CEL expression is not allowed");
    }
    return name;
  }
  const { claim, prefix } = username;
  const name = textClaim(claims, claim, "username claims");
  // Kubernetes: an unverified email address is rejected (oidc/oidc.go getUsername, v1.36).
  if (claim === "email" && getOwn(claims, "email_verified") !== undefined && claims.email_verified !== true) {
    throw new TokenError("oidc: email not verified");
  }
  return prefix + name;
}

function groupsOf(groups: UserMapping["groups"], claims: JsonObject, bindings: ClaimBindings): string[] {
  if (groups === undefined) {
    return [];
  }
  if (!("program" in groups)) {
    return claimedGroups(claims, groups);
  }
  const what = "oidc: error evaluating group claim expression: ";
  return toTexts(evaluateToken(groups, bindings, what), what);
}

/** Groups in a claim: a list or, for a single group, a string. */
function claimedGroups(claims: JsonObject, { claim, prefix }: ClaimMapping): string[] {
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

function uidOf(uid: UserMapping["uid"], claims: JsonObject, bindings: ClaimBindings): string {
  if (uid === undefined) {
    return "";
  }
  return "program" in uid ? evaluateText(uid, bindings, "uid") : textClaim(claims, uid.claim, "uid claim");
}

function extraOf(
  mappings: NonNullable<UserMapping["extra"]>,
  claims: JsonObject,
  bindings: ClaimBindings,
): [string, string[]][] {
  const id = getOwn(claims, "jti");
  const extra: [string, string[]][] =
    typeof id === "string" ? [["authentication.kubernetes.io/credential-id", [`JTI=${id}`]]] : [];
  for (const { key, value } of mappings) {
    const what = `oidc: error evaluating extra claim expression: ${value.expression}: `;
    // Kubernetes: the error does not include the value (token/oidc/oidc.go getExtra, v1.36).
    const texts = toTexts(evaluateToken(value, bindings, ""), what);
    if (texts.length > 0) {
      extra.push([key, texts]);
    }
  }
  return extra;
}

function evaluateText(expression: TokenExpression, bindings: ClaimBindings, what: "username" | "uid"): string {
  const begin = `oidc: error evaluating ${what} claim expression: `;
  const value = evaluateToken(expression, bindings, begin);
  if (typeof value !== "string") {
    throw new TokenError(`${begin}${what} claim expression must return a string`);
  }
  return value;
}

/** List of strings; a single string counts as a list, and empty strings are dropped. */
function toTexts(value: CelValue, what: string): string[] {
  if (value === null) {
    return [];
  }
  const list = value instanceof ListView ? Array.from({ length: value.size }, (_, i) => value.at(i)) : value;
  const texts = Array.isArray(list) ? list : [list];
  if (!texts.every((text) => typeof text === "string")) {
    throw new TokenError(`${what}expression must return a string or a list of strings`);
  }
  return texts.filter((text) => text !== "");
}

function textClaim(claims: JsonObject, claim: string, what: string): string {
  const value = getOwn(claims, claim);
  if (typeof value !== "string" || value === "") {
    throw new TokenError(`oidc: parse ${what} ${quoteGo(claim)}: not a text that says something`);
  }
  return value;
}
