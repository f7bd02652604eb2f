import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ProxiedRoot, rewriteHeaders, rewriteLink, rewritePage } from "./rewrite-links.ts";

const PATH = "/api/v1/namespaces/default/services/web/proxy";
const root: ProxiedRoot = { path: PATH, host: "10.1.0.7:80", requestHost: "localhost:8001" };

async function rewrite(text: string, sizes: readonly number[] = []): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  async function* chunks() {
    let at = 0;
    for (const size of [...sizes, bytes.length]) {
      yield bytes.subarray(at, at + size);
      at += size;
    }
  }
  const written: number[] = [];
  for await (const chunk of rewritePage(chunks(), root)) {
    written.push(...chunk);
  }
  return new TextDecoder().decode(Uint8Array.from(written));
}

describe("rewriteLink()", () => {
  it.each([
    ["/login?to=%2F#top", `${PATH}/login?to=%2F#top`],
    ["/", `${PATH}/`],
    ["/a/../b/", `${PATH}/b/`],
    ["http://10.1.0.7:80/login", `${PATH}/login`],
    ["//10.1.0.7:80/login", `${PATH}/login`],
    ["https://localhost:8001/login", `https://localhost:8001${PATH}/login`],
    [`${PATH}/login`, `${PATH}/login`],
    ["https://example.com/login", "https://example.com/login"],
    ["login", "login"],
    ["../login", "../login"],
    ["#top", "#top"],
    ["", ""],
    ["mailto:a@example.com", "mailto:a@example.com"],
    ["http://10.1.0.7:80", "http://10.1.0.7:80"],
  ])("leads %j to %j", (link, expected) => {
    expect(rewriteLink(link, root)).toBe(expected);
  });
});

describe("rewriteHeaders()", () => {
  it("rewrites redirects, and drops headers of cross-origin requests and the length of pages", () => {
    const headers = { "access-control-allow-origin": "*", "content-type": "text/html; charset=utf-8" };
    expect(rewriteHeaders({ ...headers, "content-length": "5", etag: "x" }, root)).toEqual({
      "content-type": "text/html; charset=utf-8",
      etag: "x",
    });
    const redirect = { location: "/login", "content-type": "text/html", "content-length": "5" };
    expect(rewriteHeaders(redirect, root)).toEqual({ ...redirect, location: `${PATH}/login` });
  });
});

const PAGE = `<!DOCTYPE html><!-- <a href="/no"> --><HTML><head><TITLE><a href="/no"></Title>
<link rel=stylesheet href=/style.css><script src='/app.js'>let a = "<a href='/no'>" < 1;</script></head>
<body>1 < 2 <a class="x>y" href="/über">ü</a><img src="data:image/png;base64,/AAA=" alt="/no"><a href="/a"`;
const REWRITTEN = PAGE.replace("/style.css", `${PATH}/style.css`)
  .replace("/app.js", `${PATH}/app.js`)
  .replace("/über", `${PATH}/über`);

describe("rewritePage()", () => {
  it("rewrites links in tags, and nothing in text, comments, scripts and unfinished tags", async () => {
    expect(await rewrite(PAGE)).toBe(REWRITTEN);
  });

  it("writes the same whatever the chunks are", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 }), async (sizes) => {
        expect(await rewrite(PAGE, sizes)).toBe(REWRITTEN);
      }),
    );
  });

  it("leaves pages without links to the root as they are", async () => {
    const anyPart = fc.constantFrom(
      "<",
      ">",
      "<a ",
      "<!--",
      "-->",
      "<script>",
      "</script>",
      '"',
      "'",
      "b",
      "=",
      "é",
      " ",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyPart), fc.array(fc.integer({ min: 1, max: 5 })), async (parts, sizes) => {
        expect(await rewrite(parts.join(""), sizes)).toBe(parts.join(""));
      }),
    );
  });

  it("passes tags that are too long, and what follows them is rewritten", async () => {
    const long = `<a title="${"x".repeat(10_000)}`;
    const text = `${long} <b></b>" href="/a"><a href="/b">`;
    const sizes = new Array<number>(100).fill(100);
    expect(await rewrite(text, sizes)).toContain(`<a href="${PATH}/b">`);
  });
});
