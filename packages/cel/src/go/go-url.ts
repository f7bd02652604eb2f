import { decodeBytewise, decodeUtf8, encodeBytewise, encodeUtf8, quoteGo } from "@kiln/api";
import { CelError } from "../values/value.ts";
import { parseAddress } from "./network-address.ts";

/** A URL as Go's net/url parses it. Fields are unescaped, except for those whose names contain `raw` or `escaped`. */
export interface GoUrl {
  readonly scheme: string;
  readonly opaque: string;
  /** User information, escaped again: `user:password`; undefined if the URL has none. */
  readonly user: string | undefined;
  readonly host: string;
  readonly escapedPath: string;
  readonly rawQuery: string;
  readonly hasQueryMark: boolean;
  readonly escapedFragment: string;
  /** A single slash follows the scheme, where two would begin a host. */
  readonly omitsHost: boolean;
}

/** Characters that need no escaping, besides letters, digits and `-_.~`. */
const plain = {
  host: "!$&'()*+,;=:[]<>\"",
  zone: "!$&'()*+,;=:[]<>\"",
  path: "$&+,/:;=@",
  user: "$&+,;=",
  fragment: "$&+,/:;=?@!()*",
  query: "",
} as const;

type Mode = keyof typeof plain;

/** Thrown while reading, caught in {@link parseUrl}. */
class UrlFault extends Error {}

/**
 * Parses a URL with Go's errors. With `viaRequest` it accepts only URLs of a request line: absolute, or a path from the
 * root, where `#` has no meaning.
 */
export function parseUrl(text: string, { viaRequest }: { readonly viaRequest: boolean }): GoUrl | CelError {
  const bytes = toBytes(text);
  const hash = viaRequest ? -1 : bytes.indexOf("#");
  const main = hash === -1 ? bytes : bytes.slice(0, hash);
  const read = (source: string, work: () => GoUrl): GoUrl | CelError => {
    try {
      return work();
    } catch (fault) {
      if (fault instanceof UrlFault) {
        return new CelError(`parse ${quoteGo(fromBytes(source))}: ${fault.message}`);
      }
      throw fault;
    }
  };
  const url = read(main, () => readUrl(main, viaRequest));
  if (url instanceof CelError || hash === -1) {
    return url;
  }
  return read(bytes, () => ({ ...url, escapedFragment: escapeAgain(bytes.slice(hash + 1), "fragment") }));
}

/** One character for each byte, so that strings can be cut at bytes as in Go. */
function toBytes(text: string): string {
  return isAscii(text) ? text : decodeBytewise(encodeUtf8(text));
}

/** Whether the text is ASCII, which needs no conversion to bytes and back. */
function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  return /^[\x00-\x7f]*$/.test(text);
}

function fromBytes(bytes: string): string {
  if (isAscii(bytes)) {
    return bytes;
  }
  return decodeUtf8(encodeBytewise(bytes));
}

function readUrl(bytes: string, viaRequest: boolean): GoUrl {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched
  if (/[\x00-\x1f\x7f]/.test(bytes)) {
    throw new UrlFault("net/url: invalid control character in URL");
  }
  if (bytes === "" && viaRequest) {
    throw new UrlFault("empty url");
  }
  const { scheme, rest } = readScheme(bytes);
  const isBareMark = rest.endsWith("?") && rest.indexOf("?") === rest.length - 1;
  const mark = rest.indexOf("?");
  const before = mark === -1 ? rest : rest.slice(0, mark);
  const query = { rawQuery: mark === -1 ? "" : fromBytes(rest.slice(mark + 1)), hasQueryMark: isBareMark };
  const base = {
    scheme,
    opaque: "",
    user: undefined,
    host: "",
    escapedPath: "",
    escapedFragment: "",
    omitsHost: false,
  };
  if (bytes === "*") {
    return { ...base, ...query, escapedPath: "*" };
  }
  if (!before.startsWith("/")) {
    if (scheme !== "") {
      return { ...base, ...query, opaque: fromBytes(before) };
    }
    rejectRelative(before, viaRequest);
  }
  const mayHaveHost = scheme !== "" || (!viaRequest && !before.startsWith("///"));
  if (!mayHaveHost || !before.startsWith("//")) {
    const omitsHost = scheme !== "" && before.startsWith("/");
    return { ...base, ...query, omitsHost, escapedPath: escapeAgain(before, "path") };
  }
  const slash = before.indexOf("/", 2);
  const authority = before.slice(2, slash === -1 ? undefined : slash);
  const path = slash === -1 ? "" : before.slice(slash);
  return { ...base, ...query, ...readAuthority(scheme, authority), escapedPath: escapeAgain(path, "path") };
}

function rejectRelative(before: string, viaRequest: boolean): void {
  if (viaRequest) {
    throw new UrlFault("invalid URI for request");
  }
  if (before.split("/", 1)[0]?.includes(":") === true) {
    throw new UrlFault("first path segment in URL cannot contain colon");
  }
}

function readScheme(bytes: string): { readonly scheme: string; readonly rest: string } {
  if (bytes.startsWith(":")) {
    throw new UrlFault("missing protocol scheme");
  }
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(bytes)?.[1];
  return scheme === undefined
    ? { scheme: "", rest: bytes }
    : { scheme: scheme.toLowerCase(), rest: bytes.slice(scheme.length + 1) };
}

function readAuthority(scheme: string, authority: string): Pick<GoUrl, "user" | "host"> {
  const at = authority.lastIndexOf("@");
  const host = fromBytes(readHost(scheme, authority.slice(at + 1)));
  if (at === -1) {
    return { user: undefined, host };
  }
  const info = authority.slice(0, at);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(info)) {
    throw new UrlFault("net/url: invalid userinfo");
  }
  const colon = info.indexOf(":");
  const names = colon === -1 ? [info] : [info.slice(0, colon), info.slice(colon + 1)];
  return { user: names.map((name) => escapeText(unescapeText(name, "user"), "user")).join(":"), host };
}

function readHost(scheme: string, host: string): string {
  const bracket = host.lastIndexOf("[");
  if (bracket > 0) {
    throw new UrlFault("invalid IP-literal");
  }
  if (bracket === 0) {
    return readBracketed(host);
  }
  const first = host.indexOf(":");
  const last = host.lastIndexOf(":");
  if (first !== -1) {
    checkPort(host.slice(scheme === "http" || scheme === "https" ? first : last));
  }
  return unescapeText(host, "host");
}

function readBracketed(host: string): string {
  const close = host.lastIndexOf("]");
  if (close === -1) {
    throw new UrlFault("missing ']' in host");
  }
  checkPort(host.slice(close + 1));
  const name = host.slice(1, close);
  const zone = name.indexOf("%25");
  const address =
    zone === -1
      ? unescapeText(name, "host")
      : unescapeText(name.slice(0, zone), "host") + unescapeText(name.slice(zone), "zone");
  const parsed = parseAddress(fromBytes(address));
  if (parsed instanceof CelError) {
    throw new UrlFault(`invalid host: ${parsed.message}`);
  }
  if (parsed.bytes.length === 4) {
    throw new UrlFault("invalid IP-literal");
  }
  return `[${address}]${host.slice(close + 1)}`;
}

function checkPort(port: string): void {
  if (!/^(?::[0-9]*)?$/.test(port)) {
    throw new UrlFault(`invalid port ${quoteGo(fromBytes(port))} after host`);
  }
}

function isPlain(character: string, mode: Mode): boolean {
  return /[A-Za-z0-9\-_.~]/.test(character) || plain[mode].includes(character);
}

function unescapeText(bytes: string, mode: Mode): string {
  let result = "";
  for (let index = 0; index < bytes.length; index += 1) {
    const character = bytes.charAt(index);
    if (character === "%") {
      result += unescapeOne(bytes, index, mode);
      index += 2;
    } else if ((mode === "host" || mode === "zone") && character < "\x80" && !isPlain(character, mode)) {
      throw new UrlFault(`invalid character ${quoteGo(character)} in host name`);
    } else {
      result += character === "+" && mode === "query" ? " " : character;
    }
  }
  return result;
}

function unescapeOne(bytes: string, index: number, mode: Mode): string {
  const sequence = bytes.slice(index, index + 3);
  const isHex = /^%[0-9a-fA-F]{2}$/.test(sequence);
  const code = Number.parseInt(sequence.slice(1), 16);
  const character = String.fromCharCode(code);
  const isBarredInHost = mode === "host" && code < 0x80 && sequence !== "%25";
  const isBarredInZone = mode === "zone" && sequence !== "%25" && character !== " " && !isPlain(character, "host");
  if (!isHex || isBarredInHost || isBarredInZone) {
    throw new UrlFault(`invalid URL escape ${quoteGo(fromBytes(sequence))}`);
  }
  return character;
}

function escapeText(bytes: string, mode: Mode): string {
  return Array.from(bytes, (character) =>
    isPlain(character, mode) ? character : `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  ).join("");
}

/** The original escaping if it is valid, otherwise a new one. */
function escapeAgain(bytes: string, mode: "path" | "fragment"): string {
  const unescaped = unescapeText(bytes, mode);
  const isValid = Array.from(bytes).every(
    (character) => "!$&'()*+,;=:@[]%".includes(character) || isPlain(character, mode),
  );
  return isValid ? bytes : escapeText(unescaped, mode);
}

export function hostnameOf({ host }: GoUrl): string {
  const name = splitPort(host).host;
  return name.startsWith("[") && name.endsWith("]") ? name.slice(1, -1) : name;
}

export function portOf({ host }: GoUrl): string {
  return splitPort(host).port;
}

function splitPort(host: string): { readonly host: string; readonly port: string } {
  const port = /:([0-9]*)$/.exec(host)?.[1];
  return port === undefined ? { host, port: "" } : { host: host.slice(0, -port.length - 1), port };
}

/** Query values by name, in the order of the query; invalid pairs are left out. */
export function queryOf({ rawQuery }: GoUrl): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const pair of toBytes(rawQuery).split("&")) {
    const equals = pair.indexOf("=");
    if (pair === "" || pair.includes(";") || /%(?![0-9a-fA-F]{2})/.test(pair)) {
      continue;
    }
    const name = fromBytes(unescapeText(equals === -1 ? pair : pair.slice(0, equals), "query"));
    const value = equals === -1 ? "" : fromBytes(unescapeText(pair.slice(equals + 1), "query"));
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return values;
}

export function printUrl(url: GoUrl): string {
  const scheme = url.scheme === "" ? "" : `${url.scheme}:`;
  const query = url.hasQueryMark || url.rawQuery !== "" ? `?${url.rawQuery}` : "";
  const fragment = url.escapedFragment === "" ? "" : `#${url.escapedFragment}`;
  return scheme + (url.opaque === "" ? printPlace(url) : url.opaque) + query + fragment;
}

function printPlace({ scheme, user, host, escapedPath, omitsHost }: GoUrl): string {
  const isPlaced =
    (scheme !== "" || host !== "" || user !== undefined) && !(omitsHost && host === "" && user === undefined);
  if (!isPlaced) {
    return escapedPath;
  }
  const slashes = host !== "" || escapedPath !== "" || user !== undefined ? "//" : "";
  return `${slashes}${user === undefined ? "" : `${user}@`}${escapeText(toBytes(host), "host")}${escapedPath}`;
}
