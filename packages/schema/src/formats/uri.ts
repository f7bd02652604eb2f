import { isIpv6 } from "./network.ts";

/**
 * True for a URL with a scheme or an absolute path, as in the request line of HTTP. Kubernetes: so `/relative` and
 * `mailto:x` are valid and `example.com` is not (govalidator/validator.go IsRequestURI, v1.36).
 */
export function isUri(text: string): boolean {
  if (text === "" || CONTROL.test(text) || text.startsWith(":")) {
    return false;
  }
  if (text === "*") {
    return true;
  }
  const scheme = SCHEME.exec(text)?.[1];
  const rest = (scheme === undefined ? text : text.slice(scheme.length + 1)).split("?", 1)[0] as string;
  if (!rest.startsWith("/")) {
    return scheme !== undefined;
  }
  if (scheme === undefined || !rest.startsWith("//")) {
    return areEscapesComplete(rest);
  }
  const slash = rest.indexOf("/", 2);
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
  return isAuthority(authority, scheme.toLowerCase()) && (slash < 0 || areEscapesComplete(rest.slice(slash)));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched
const CONTROL = /[\x00-\x1f\x7f]/;
const SCHEME = /^([a-zA-Z][a-zA-Z0-9+.-]*):/;
const USER_INFO = /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/;

function areEscapesComplete(text: string): boolean {
  return !/%(?![0-9a-fA-F]{2})/.test(text);
}

function isAuthority(authority: string, scheme: string): boolean {
  const at = authority.lastIndexOf("@");
  const user = authority.slice(0, Math.max(0, at));
  return USER_INFO.test(user) && areEscapesComplete(user) && isHost(authority.slice(at + 1), scheme);
}

function isHost(host: string, scheme: string): boolean {
  const bracket = host.lastIndexOf("[");
  if (bracket === 0) {
    return isBracketedHost(host);
  }
  // Only http and https end the host at the first colon; other schemes may have colons in the host.
  const colon = scheme === "http" || scheme === "https" ? host.indexOf(":") : host.lastIndexOf(":");
  return bracket < 0 && (colon < 0 || isPort(host.slice(colon))) && isHostText(host);
}

function isBracketedHost(host: string): boolean {
  const close = host.lastIndexOf("]");
  if (close < 0 || !isPort(host.slice(close + 1))) {
    return false;
  }
  const [address, zone] = splitZone(host.slice(1, close));
  return isIpv6(address) && zone !== "" && (zone === undefined || isZone(zone));
}

function splitZone(text: string): readonly [string, string | undefined] {
  const zone = text.indexOf("%25");
  return zone < 0 ? [text, undefined] : [text.slice(0, zone), text.slice(zone + 3)];
}

function isPort(text: string): boolean {
  return text === "" || /^:\d*$/.test(text);
}

/** True if the host has valid characters only. A percent escape must encode a byte beyond ASCII or the percent sign. */
function isHostText(host: string): boolean {
  return /^[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"\u0080-\uffff]*$/.test(host.replace(/%(?:[89a-fA-F][0-9a-fA-F]|25)/g, ""));
}

function isZone(zone: string): boolean {
  const text = zone.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return areEscapesComplete(zone) && /^[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>" %\u0080-\uffff]*$/.test(text);
}
