import { getOwn, isJsonObject, type JsonObject, parseJson, printJson } from "@kiln/api";
import { decodeBase64Url, decodeTextUrl, encodeTextUrl } from "./base64url.ts";

/** Keys that sign and verify tokens; created where cryptography is available. */
export interface TokenKeys {
  /** Key ID and algorithm of the signing key, such as ES256 or RS256. */
  readonly keyId: string;
  readonly algorithm: string;
  /** Signature of the text, in base64url. */
  sign(text: string): string;
  /** Reason why a signature is invalid; undefined if it is valid. */
  explain(signed: SignedText): string | undefined;
  /** Accepted public keys, as JSON Web Keys. */
  readonly publicKeys: readonly JsonObject[];
}

export interface SignedText {
  readonly algorithm: string;
  /** Key ID in the header; empty: any key may have signed. */
  readonly keyId: string;
  readonly text: string;
  readonly signature: Uint8Array;
}

/** A decoded token whose signature has not been verified. */
export interface ParsedToken {
  readonly signed: SignedText;
  readonly claims: JsonObject;
}

export function signToken(keys: TokenKeys, claims: JsonObject): string {
  const header = printJson({ alg: keys.algorithm, kid: keys.keyId });
  const text = `${encodeTextUrl(header)}.${encodeTextUrl(printJson(claims))}`;
  return `${text}.${keys.sign(text)}`;
}

/** Maximum length of a token in characters. */
const MAX_LENGTH = 64 * 1024;

/** Decodes a token; undefined if the text is no JSON Web Token. */
export function parseToken(token: string): ParsedToken | undefined {
  const [head = "", body = "", tail = "", ...rest] = token.length > MAX_LENGTH ? [] : token.split(".");
  const header = rest.length > 0 ? undefined : parsePart(head);
  if (header === undefined) {
    return undefined;
  }
  const [algorithm, keyId = ""] = [getOwn(header, "alg"), getOwn(header, "kid")];
  if (typeof algorithm !== "string" || typeof keyId !== "string" || getOwn(header, "crit") !== undefined) {
    return undefined;
  }
  const claims = parsePart(body);
  const signature = decodeBase64Url(tail);
  if (claims === undefined || signature === undefined) {
    return undefined;
  }
  return { signed: { algorithm, keyId, text: `${head}.${body}`, signature }, claims };
}

function parsePart(part: string): JsonObject | undefined {
  if (!startsAsObject(part)) {
    return undefined;
  }
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

/** Whether the text may be a JSON object, by its first characters: a token of a stranger is not decoded to find out. */
function startsAsObject(part: string): boolean {
  return /^\s*(?:\{|$)/.test(decodeTextUrl(part.slice(0, 4)) ?? "");
}

/** Kubernetes: clocks of servers may differ by a minute (go-jose.v2/jwt/validation.go DefaultLeeway, v1.36). */
const LEEWAY_MS = 60_000;

export type TimeFault = "expired" | "not valid yet" | "issued in the future";

/** Error if a token is not valid yet or has expired; undefined if it is valid. */
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

/** Time of a claim in milliseconds; claims have seconds since 1970. */
export function timeAt(claims: JsonObject, claim: string): number | undefined {
  const value = getOwn(claims, claim);
  return typeof value === "number" || typeof value === "bigint" ? Number(value) * 1000 : undefined;
}

/** Audiences of a token; the claim is a list or, for a single audience, a string. */
export function audiencesOf(claims: JsonObject): string[] {
  const audience = getOwn(claims, "aud");
  const all = Array.isArray(audience) ? audience : [audience];
  return all.filter((item) => typeof item === "string");
}
