import type { RequestHeaders } from "../message.ts";

export interface RequestHead {
  readonly method: string;
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly rawHeaders: readonly string[];
  /** Value of the content-length header; undefined if the client sent none. */
  readonly contentLength: number | undefined;
}

/** Headers of the request head that stands for a request with too many or too large headers. */
export const TOO_LARGE: readonly (readonly [string, string])[] = [
  [":method", "GET"],
  [":scheme", "https"],
  [":path", "/"],
];

const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
/** Control characters other than the tab, as in Go. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched.
const CONTROL = /[\0-\x08\x0a-\x1f\x7f]/;
const SCHEMES: ReadonlySet<string | undefined> = new Set(["https", "http"]);
/** Connection-specific headers have no meaning in HTTP/2. */
const FORBIDDEN: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Builds the request head from its headers (RFC 9113, section 8). Returns the reason as a string if they are invalid.
 */
export function toRequestHead(list: readonly (readonly [string, string])[]): RequestHead | string {
  const pseudo = new Map<string, string>();
  const headers: Record<string, string> = {};
  const rawHeaders: string[] = [];
  for (const [name, value] of list) {
    const fault = name.startsWith(":")
      ? addPseudo(pseudo, { name, value, isLate: rawHeaders.length > 0 })
      : addHeader(headers, name, value);
    if (fault !== undefined) {
      return fault;
    }
    if (!name.startsWith(":")) {
      rawHeaders.push(name, value);
    }
  }
  return finish(pseudo, headers, rawHeaders);
}

const PSEUDO: readonly string[] = [":method", ":path", ":scheme", ":authority"];

/** Adds a pseudo-header to the map. Returns the reason as a string if it is invalid. */
function addPseudo(
  pseudo: Map<string, string>,
  { name, value, isLate }: { readonly name: string; readonly value: string; readonly isLate: boolean },
): string | undefined {
  if (isLate || pseudo.has(name) || !PSEUDO.includes(name)) {
    return `${name} is not allowed here`;
  }
  if (!isValue(value)) {
    return `the value of ${name} is not allowed`;
  }
  pseudo.set(name, value);
  return undefined;
}

/** Adds a header to `headers`. Returns the reason as a string if it is invalid. */
function addHeader(headers: Record<string, string>, name: string, value: string): string | undefined {
  if (name === "host" && headers.host !== undefined) {
    return "there are two host headers";
  }
  if (!NAME.test(name) || FORBIDDEN.has(name) || (name === "te" && value !== "trailers")) {
    return `the header ${name} is not allowed`;
  }
  if (!isValue(value)) {
    return `the value of ${name} is not allowed`;
  }
  headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}${name === "cookie" ? "; " : ", "}${value}` : value;
  return undefined;
}

/** Whether a header value has no control characters and no whitespace around it (RFC 9113, section 8.2.1). */
function isValue(value: string): boolean {
  return !isBlank(value.charCodeAt(0)) && !isBlank(value.charCodeAt(value.length - 1)) && !CONTROL.test(value);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function finish(
  pseudo: ReadonlyMap<string, string>,
  headers: Record<string, string>,
  rawHeaders: readonly string[],
): RequestHead | string {
  const method = pseudo.get(":method") ?? "";
  const target = pseudo.get(":path") ?? "";
  if (!NAME.test(method.toLowerCase()) || !SCHEMES.has(pseudo.get(":scheme"))) {
    return "a request has a :method and a :scheme of http or https";
  }
  if (!target.startsWith("/") && !(method === "OPTIONS" && target === "*")) {
    return "a :path begins with a slash";
  }
  const authority = pseudo.get(":authority");
  if (authority !== undefined && (headers.host ?? authority).toLowerCase() !== authority.toLowerCase()) {
    return "the host header is another than the :authority";
  }
  if (authority !== undefined) {
    headers.host = authority;
  }
  const length = headers["content-length"];
  if (length !== undefined && !/^\d{1,15}$/.test(length)) {
    return "the content-length is no number";
  }
  return { method, target, headers, rawHeaders, contentLength: length === undefined ? undefined : Number(length) };
}
