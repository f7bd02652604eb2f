import { createHash } from "node:crypto";
import type { UrlRules } from "./projector-config.ts";
import { sendHttp } from "./send-http.ts";

const MAX_REDIRECTS = 5;
const CHECKSUM = /^#sha256=([0-9a-f]{64})$/i;

/**
 * Content of a URL in an object. Any user that may label an object may write such a URL, so the URL and its redirects
 * must be below an allowed prefix. `#sha256=…` at its end is the expected digest.
 */
export async function fetchUrl(text: string, rules: UrlRules): Promise<Uint8Array> {
  let url = parseUrl(text);
  const checksum = CHECKSUM.exec(url.hash)?.[1]?.toLowerCase();
  if (checksum === undefined && (rules.needsChecksum || url.hash !== "")) {
    throw new Error("the URL must end in #sha256= and the checksum of its content");
  }
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (!isAllowed(url, rules.allowed)) {
      throw new Error(`${url.origin}${url.pathname} is not below any URL that may be fetched`);
    }
    const { status, location, body } = await get(url, rules);
    if (status >= 300 && status < 400 && location !== undefined) {
      url = new URL(location, url);
      continue;
    }
    const isTaken = (status >= 200 && status < 300) || (status >= 500 && rules.takesErrors);
    if (!isTaken) {
      throw new Error(`${url.origin} answered with status ${status}`);
    }
    if (checksum !== undefined && createHash("sha256").update(body).digest("hex") !== checksum) {
      throw new Error(`what ${url.origin} sent has another checksum`);
    }
    return body;
  }
  throw new Error(`${url.origin} redirects more than ${MAX_REDIRECTS} times`);
}

function get(url: URL, { authorization, timeoutMs, maxBytes, isInsecure }: UrlRules) {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  return sendHttp({ url, method: "GET", headers, timeoutMs, maxBytes, isInsecure });
}

function parseUrl(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw new Error("the value is no URL");
  }
}

/**
 * Whether an allowed URL has the same scheme, host and port, and a path that is equal or above: `https://a/b` allows
 * `https://a/b/c`, not `https://a/bc`.
 */
export function isAllowed(url: URL, allowed: readonly string[]): boolean {
  return allowed.some((text) => {
    const base = new URL(text);
    const path = base.pathname.replace(/\/$/, "");
    return (
      (url.protocol === "http:" || url.protocol === "https:") &&
      url.origin === base.origin &&
      url.username === "" &&
      (url.pathname === path || url.pathname.startsWith(`${path}/`))
    );
  });
}
