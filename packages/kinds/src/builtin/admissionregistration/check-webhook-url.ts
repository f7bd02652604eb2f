import { type FieldError, type FieldPath, invalid, quoteGo, required } from "@kiln/api";

const FORM = "; desired format: https://host[/path]";

/** Parts of a URL as Go parses it: nothing is normalized, and an absent part is empty. */
interface UrlParts {
  readonly scheme: string;
  readonly user: string | undefined;
  readonly host: string;
  readonly query: string;
  readonly fragment: string;
}

export function checkWebhookUrl(url: string, path: FieldPath): FieldError[] {
  const parts = parseUrl(url);
  if (typeof parts === "string") {
    return [required(path, `url must be a valid URL: parse ${quoteGo(url)}: ${parts}${FORM}`)];
  }
  const { scheme, user, host, query, fragment } = parts;
  return [
    ...(scheme === "https" ? [] : [invalid(path, scheme, `'https' is the only allowed URL scheme${FORM}`)]),
    ...(host === "" ? [invalid(path, host, `host must be specified${FORM}`)] : []),
    ...(user === undefined ? [] : [invalid(path, user, "user information is not permitted in the URL")]),
    ...(fragment === "" ? [] : [invalid(path, fragment, "fragments are not permitted in the URL")]),
    ...(query === "" ? [] : [invalid(path, query, "query parameters are not permitted in the URL")]),
  ];
}

const URL_FORM = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

/** Parses a URL; returns a string if it is invalid, Go's error. */
function parseUrl(url: string): UrlParts | string {
  if (hasControlCharacter(url)) {
    return "net/url: invalid control character in URL";
  }
  if (url.startsWith(":")) {
    return "missing protocol scheme";
  }
  const [, scheme = "", authority = "", rest = "", query = "", fragment = ""] = URL_FORM.exec(url) ?? [];
  if (scheme === "" && authority === "" && /^[^/]*:/.test(rest)) {
    return "first path segment in URL cannot contain colon";
  }
  const at = authority.lastIndexOf("@");
  const host = authority.slice(at + 1);
  return (
    hostFault(host) ?? {
      scheme: scheme.toLowerCase(),
      user: at < 0 ? undefined : authority.slice(0, at),
      host,
      query,
      fragment,
    }
  );
}

function hostFault(host: string): string | undefined {
  const port = /:[^:\]]*$/.exec(host)?.[0] ?? "";
  if (!/^(?::\d*)?$/.test(port)) {
    return `invalid port ${quoteGo(port)} after host`;
  }
  const odd = /[ "<>\\^`{|}]/.exec(host)?.[0];
  return odd === undefined ? undefined : `invalid character ${quoteGo(odd)} in host name`;
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((char) => char < " " || char === "\x7f");
}
