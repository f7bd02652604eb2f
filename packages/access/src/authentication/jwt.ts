import { getOwn, isJsonObject, type JsonObject, parseJson, printJson } from "@kiln/api";
import { decodeBase64Url, decodeTextUrl, encodeTextUrl } from "./base64url.ts";

/** Keys that sign and verify tokens; created where cryptography is available. */
export interface TokenKeys {
  /** ID and algorithm of the signing key: ES256, RS256 and their like. */
  readonly keyId: string;
  readonly algorithm: string;
  /** The signature of the text, in base64url. */
  sign(text: string): string;
  /** Reason why the signature is invalid; undefined if it is valid. */
  explain(signed: SignedText): string | undefined;
  /** All accepted public keys, as JSON Web Keys. */
  readonly publicKeys: readonly JsonObject[];
}

export interface SignedText {
  readonly algorithm: string;
  /** Empty: any of the keys. */
  readonly keyId: string;
  readonly text: string;
  readonly signature: Uint8Array;
}

/** A decoded token that has not been verified. */
export interface ParsedToken {
  readonly signed: SignedText;
  readonly claims: JsonObject;
}

export function signToken(keys: TokenKeys, claims: JsonObject): string {
  const header = printJson({ alg: keys.algorithm, kid: keys.keyId });
  const text = `${encodeTextUrl(header)}.${encodeTextUrl(printJson(claims))}`;
  return `${text}.${keys.sign(text)}`;
}

/** Maximum length of a token. */
const MAX_LENGTH = 64 * 1024;

/** Undefined if the text is not a token of this form. */
export function parseToken(token: string): ParsedToken | undefined {
  const [head = "", body = "", tail = "", ...rest] = token.length > MAX_LENGTH ? [] : token.split(".");
  const header = parsePart(head);
  const claims = parsePart(body);
  const signature = decodeBase64Url(tail);
  if (rest.length > 0 || header === undefined || claims === undefined || signature === undefined) {
    return undefined;
  }
  const [algorithm, keyId = ""] = [getOwn(header, "alg"), getOwn(header, "kid")];
  if (typeof algorithm !== "string" || typeof keyId !== "string" || getOwn(header, "crit") !== undefined) {
    return undefined;
  }
  return { signed: { algorithm, keyId, text: `${head}.${body}`, signature }, claims };
}

function parsePart(part: string): JsonObject | undefined {
  const text = decodeTextUrl(part);
  if (text === undefined || text === "") {
    return undefined;
  }
  try {
    const { value } = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Kubernetes: clocks of servers may differ by a minute (go-jose.v2/jwt/validation.go DefaultLeeway, v1.36). */
const LEEWAY_MS = 60_000;

export type TimeFault = "expired" | "not valid yet" | "issued in the future";

/** Checks the validity period of a token: the error, or undefined. */
export function judgeTimes(claims: JsonObject, nowMs: number): TimeFault | undefined {
  const [notBefore, expiry, issued] = [timeAt(claims, "nbf"), timeAt(claims, "exp"), timeAt(claims, "iat")];
  if (notBefore !== undefined && nowMs + LEEWAY_MS < notBefore) {
    return "not valid yet";
  }
  if (expiry !== undefined && nowMs - LEEWAY_MS > expiry) {
    return "expired";
  }
  return issued !== undefined && nowMs + LEEWAY_MS < issued ? "issued in the future" : undefined;
}

/** A claim in seconds since 1970, in milliseconds. */
export function timeAt(claims: JsonObject, claim: string): number | undefined {
  const value = getOwn(claims, claim);
  return typeof value === "number" || typeof value === "bigint" ? Number(value) * 1000 : undefined;
}

/** A single audience may be a string instead of a list. */
export function audiencesOf(claims: JsonObject): string[] {
  const audience = getOwn(claims, "aud");
  const all = Array.isArray(audience) ? audience : [audience];
  return all.filter((item) => typeof item === "string");
}
