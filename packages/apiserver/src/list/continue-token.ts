import {
  decodeJson,
  describeGoValue,
  encodeUtf8,
  isJsonObject,
  JsonSyntaxError,
  type JsonValue,
  printGoMismatch,
  statusBadRequest,
} from "@kiln/api";
import { encodeBase64 } from "@kiln/kinds";

/** Position at which a list continues. */
export interface ContinueToken {
  /** Revision of the list. Negative: continue at the newest revision, because the list's own was compacted. */
  readonly revision: number;
  /** First key of the page, relative to the prefix of the list. */
  readonly start: string;
}

const VERSION = "meta.k8s.io/v1";

export function printContinueToken({ revision, start }: ContinueToken): string {
  return toBase64Url(encodeUtf8(JSON.stringify({ v: VERSION, rv: revision, start })));
}

/** Parses a token of a client; throws 400 for an invalid one. */
export function parseContinueToken(text: string): ContinueToken {
  const { v: version = "", rv = 0, start = "" } = readFields(decodeToken(text));
  if (version !== VERSION) {
    throw invalidToken(`: server does not recognize this encoded version ${version}`);
  }
  const revision = Number(rv);
  if (revision === 0) {
    throw invalidToken(`: incorrect encoded start resourceVersion (version ${VERSION})`);
  }
  if (start === "") {
    throw invalidToken(`: encoded start key empty (version ${VERSION})`);
  }
  // The key must stay in the range of the list: `..` could leave it.
  if (!isCleanPath(start)) {
    throw invalidToken(`: ${start}`);
  }
  return { revision, start: start.startsWith("/") ? start.slice(1) : start };
}

interface TokenFields {
  readonly v?: string;
  readonly rv?: number | bigint;
  readonly start?: string;
}

const FIELD_TYPES: ReadonlyMap<string, "string" | "int64"> = new Map([
  ["v", "string"],
  ["rv", "int64"],
  ["start", "string"],
]);

/**
 * Kubernetes: decodes into a Go struct: null is ignored, names match in any case, the first type error is reported
 * (apiserver/pkg/storage/continue.go DecodeContinue, v1.36).
 */
function readFields(token: JsonValue): TokenFields {
  if (token === null) {
    return {};
  }
  if (!isJsonObject(token)) {
    throw invalidToken(
      `: json: cannot unmarshal ${describeGoValue(token)} into Go value of type storage.continueToken`,
    );
  }
  const fields: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(token)) {
    const field = name.toLowerCase();
    const type = FIELD_TYPES.get(field);
    if (type === undefined || value === null) {
      continue;
    }
    if (type === "string" ? typeof value !== "string" : !isInt64(value)) {
      const isNumber = type === "int64" && (typeof value === "number" || typeof value === "bigint");
      const found = isNumber ? `number ${value}` : describeGoValue(value);
      throw invalidToken(`: ${printGoMismatch({ found, struct: "continueToken", field, type })}`);
    }
    fields[field] = value;
  }
  return fields;
}

function isInt64(value: JsonValue): boolean {
  return typeof value === "bigint" ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value);
}

function decodeToken(text: string): JsonValue {
  const bytes = fromBase64Url(text);
  try {
    return decodeJson(bytes).value;
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      throw invalidToken(`: ${error.message}`);
    }
    throw error;
  }
}

function invalidToken(detail: string): Error {
  return statusBadRequest(`invalid continue token: continue key is not valid${detail}`);
}

function isCleanPath(start: string): boolean {
  const parts = (start.startsWith("/") ? start.slice(1) : start).split("/");
  return parts.every((part) => part !== "" && part !== "." && part !== "..");
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function toBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Decodes base64url without padding; line breaks are skipped. */
function fromBase64Url(text: string): Uint8Array {
  const digits: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (char === "\r" || char === "\n") {
      continue;
    }
    const digit = DIGITS.indexOf(char);
    if (digit < 0) {
      throw invalidToken(`: illegal base64 data at input byte ${encodeUtf8(text.slice(0, i)).byteLength}`);
    }
    digits.push(digit);
  }
  if (digits.length % 4 === 1) {
    throw invalidToken(`: illegal base64 data at input byte ${encodeUtf8(text).byteLength - 1}`);
  }
  const bytes: number[] = [];
  for (let bits = 8; bits <= digits.length * 6; bits += 8) {
    const [high = 0, low = 0] = digits.slice(Math.floor((bits - 8) / 6), Math.floor((bits - 8) / 6) + 2);
    const shift = (bits - 8) % 6;
    bytes.push((((high << 6) | low) >> (4 - shift)) & 0xff);
  }
  return Uint8Array.from(bytes);
}
