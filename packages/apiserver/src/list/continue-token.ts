import {
  decodeJson,
  describeGoValue,
  encodeUtf8,
  isJsonObject,
  JsonSyntaxError,
  type JsonValue,
  statusBadRequest,
} from "@kiln/api";

/** Where a list goes on. */
export interface ContinueToken {
  /** Below zero: at whatever is newest, because the list's own revision is gone. */
  readonly revision: number;
  /** The first key wanted, relative to the prefix of the list. */
  readonly start: string;
}

const VERSION = "meta.k8s.io/v1";

export function printContinueToken({ revision, start }: ContinueToken): string {
  return toBase64Url(encodeUtf8(JSON.stringify({ v: VERSION, rv: revision, start })));
}

/** Throws 400 for anything that is no token. */
export function parseContinueToken(text: string): ContinueToken {
  const token = decodeToken(text);
  if (!isJsonObject(token)) {
    throw invalidToken(
      `: json: cannot unmarshal ${describeGoValue(token)} into Go value of type storage.continueToken`,
    );
  }
  const { v: version = "", rv = 0, start = "" } = token;
  if (version !== VERSION) {
    throw invalidToken(`: server does not recognize this encoded version ${String(version)}`);
  }
  const revision = Number(rv);
  if (revision === 0 || !Number.isInteger(revision)) {
    throw invalidToken(`: incorrect encoded start resourceVersion (version ${VERSION})`);
  }
  if (typeof start !== "string" || start === "") {
    throw invalidToken(`: encoded start key empty (version ${VERSION})`);
  }
  // Nobody may step out of the list by way of its key.
  if (!isCleanPath(start)) {
    throw invalidToken(`: ${start}`);
  }
  return { revision, start: start.startsWith("/") ? start.slice(1) : start };
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
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** Without padding. Line breaks are skipped. */
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
