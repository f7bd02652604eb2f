import { decodeBytewise, encodeBytewise } from "@kiln/api";
import type { ResponseHeaders } from "./message.ts";

/** A program behind a path of this server. */
export interface ProxiedRoot {
  /** Path of this server that stands for the root of the program, without a slash at its end. */
  readonly path: string;
  /** Host and port of the program. */
  readonly host: string;
  /** Host of this server in the client's request. */
  readonly requestHost: string;
}

/** Kubernetes: attributes that hold links, by tag (util/proxy/transport.go atomsToAttrs, v1.36). */
const LINKS: ReadonlyMap<string, readonly string[]> = new Map([
  ...["a", "area", "base", "link"].map((tag): [string, string[]] => [tag, ["href"]]),
  ...["audio", "embed", "script", "source"].map((tag): [string, string[]] => [tag, ["src"]]),
  ...["blockquote", "del", "ins", "q"].map((tag): [string, string[]] => [tag, ["cite"]]),
  ...["frame", "iframe"].map((tag): [string, string[]] => [tag, ["longdesc", "src"]]),
  ["applet", ["codebase"]],
  ["body", ["background"]],
  ["button", ["formaction"]],
  ["command", ["icon"]],
  ["form", ["action"]],
  ["head", ["profile"]],
  ["html", ["manifest"]],
  ["img", ["longdesc", "src", "usemap"]],
  ["input", ["src", "usemap", "formaction"]],
  ["object", ["classid", "codebase", "data", "usemap"]],
  ["video", ["poster", "src"]],
]);

/** Ends of the elements whose text is no markup. */
const TEXT_ENDS: ReadonlyMap<string, RegExp> = new Map(
  ["script", "style", "textarea", "title", "xmp", "iframe", "noframes"].map((name) => [
    `</${name}`,
    new RegExp(`</${name}`, "gi"),
  ]),
);

/** Longer tags, mostly with an image in them, pass as they are. */
const MAX_TAG = 8192;

const URL_PARTS = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)?(?:\/\/([^/?#]*)|(?!\/\/))(\/[^?#]*)(.*)$/s;

/** A link of a proxied response, as a path of this server; links to other servers and relative ones stay. */
export function rewriteLink(link: string, { path, host, requestHost }: ProxiedRoot): string {
  const [, target = "", targetPath = "", rest = ""] = URL_PARTS.exec(link) ?? [];
  const isHere = target === requestHost;
  if (targetPath === "" || (target !== "" && target !== host && !isHere)) {
    return link;
  }
  const origin = target !== "" && isHere ? link.slice(0, link.indexOf(target) + target.length) : "";
  return origin + (targetPath.startsWith(path) ? targetPath : path + withoutDots(targetPath)) + rest;
}

function withoutDots(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") {
      kept.pop();
    } else if (segment !== "" && segment !== ".") {
      kept.push(segment);
    }
  }
  const joined = `/${kept.join("/")}`;
  return path.endsWith("/") && joined !== "/" ? `${joined}/` : joined;
}

/**
 * Headers of a proxied response for the client. Kubernetes: headers of cross-origin requests are dropped
 * (util/proxy/upgradeaware.go corsRemovingTransport, v1.36).
 */
export function rewriteHeaders(headers: ResponseHeaders, root: ProxiedRoot): ResponseHeaders {
  const kept: Record<string, ResponseHeaders[string]> = {};
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (!key.startsWith("access-control-") && !(key === "content-length" && isHtml(headers))) {
      kept[name] = key === "location" && typeof value === "string" ? rewriteLink(value, root) : value;
    }
  }
  return kept;
}

/** Whether links of the body are rewritten: HTML without an encoding. Redirects have none that a client follows. */
export function isHtml(headers: ResponseHeaders): boolean {
  const type = String(headers["content-type"] ?? "").split(";")[0] as string;
  return type.trim() === "text/html" && headers["content-encoding"] === undefined && headers.location === undefined;
}

/** The body of a page with its links rewritten, as it comes. */
export async function* rewritePage(
  body: AsyncIterable<Uint8Array>,
  root: ProxiedRoot,
): AsyncGenerator<Uint8Array, void, undefined> {
  const page: Page = { text: "", until: undefined };
  for await (const chunk of body) {
    page.text += decodeBytewise(chunk);
    const written = takeMarkup(page, root);
    if (written !== "") {
      yield encodeBytewise(written);
    }
  }
  if (page.text !== "") {
    yield encodeBytewise(page.text);
  }
}

interface Page {
  /** Text that is not written yet: one character for each byte. */
  text: string;
  /** End of the comment or text element that the page is in, in lower case. */
  until: string | undefined;
}

/** The lookahead keeps the search linear: the name has one possible end. */
const TAG = /^<([A-Za-z][^\s/>]*)(?![^\s/>])((?:[^>"']|"[^"]*"|'[^']*')*)>/;
const TAG_START = /^<[A-Za-z]/;
/** A start that may become a tag or a comment with the next chunk. */
const UNFINISHED = /^(?:<|<!-?)$/;
const COMMENT = "<!--";

/** Text of the page up to the first tag that is not complete, with rewritten links. The page keeps the rest. */
function takeMarkup(page: Page, root: ProxiedRoot): string {
  const { text } = page;
  let written = "";
  let at = 0;
  for (;;) {
    const end = page.until === undefined ? text.indexOf("<", at) : endOf(text, page.until, at);
    if (end < 0) {
      // The end of a text element may be cut off.
      const kept = page.until === undefined ? 0 : Math.min(page.until.length, text.length - at);
      page.text = text.slice(text.length - kept);
      return written + text.slice(at, text.length - kept);
    }
    written += text.slice(at, end);
    at = end;
    if (page.until !== undefined) {
      page.until = undefined;
      continue;
    }
    const window = text.slice(at, at + MAX_TAG);
    const [tag, name = "", attributes = ""] = TAG.exec(window) ?? [];
    if (tag !== undefined) {
      written += rewriteTag(tag, { name: name.toLowerCase(), attributes, root });
      at += tag.length;
      const end = `</${name.toLowerCase()}`;
      page.until = TEXT_ENDS.has(end) ? end : undefined;
    } else if (window.startsWith(COMMENT)) {
      page.until = "-->";
    } else if (window.length < MAX_TAG && (TAG_START.test(window) || UNFINISHED.test(window))) {
      page.text = window;
      return written;
    } else {
      // To skip all of a tag that is too long keeps the work linear.
      const skipped = TAG_START.test(window) ? MAX_TAG : 1;
      written += window.slice(0, skipped);
      at += skipped;
    }
  }
}

function endOf(text: string, until: string, from: number): number {
  const end = TEXT_ENDS.get(until);
  if (end === undefined) {
    const at = text.indexOf(until, from);
    return at < 0 ? at : at + until.length;
  }
  end.lastIndex = from;
  return end.exec(text)?.index ?? -1;
}

/** The lookbehind keeps the search linear: an attribute has one possible start. */
const ATTRIBUTE = /(?<![^\s"'<>/=])([^\s"'<>/=]+)(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'=<>`]+)/g;

interface StartTag {
  readonly name: string;
  readonly attributes: string;
  readonly root: ProxiedRoot;
}

function rewriteTag(tag: string, { name, attributes, root }: StartTag): string {
  const links = LINKS.get(name);
  if (links === undefined) {
    return tag;
  }
  const changed = attributes.replace(ATTRIBUTE, (whole: string, key: string, equals: string, value: string) => {
    const quote = value.startsWith('"') || value.startsWith("'") ? value.charAt(0) : "";
    const link = quote === "" ? value : value.slice(1, -1);
    return links.includes(key.toLowerCase()) ? `${key}${equals}${quote}${rewriteLink(link, root)}${quote}` : whole;
  });
  return `<${tag.slice(1, 1 + name.length)}${changed}>`;
}
