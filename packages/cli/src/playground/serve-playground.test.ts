import { toPageFile } from "@kiln/console/proxy";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServedPlayground, servePlayground } from "./serve-playground.ts";

describe("servePlayground()", () => {
  const files = new Map([["/index.html", toPageFile("index.html", new TextEncoder().encode("<title>page</title>"))]]);
  let served: ServedPlayground;

  beforeAll(async () => {
    served = await servePlayground(files, 0);
  });

  afterAll(() => served.close());

  it("serves the page with a policy that lets it send no request", async () => {
    const answer = await fetch(served.url);
    expect(await answer.text()).toBe("<title>page</title>");
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("content-security-policy")).toContain("connect-src 'none'");
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  it("sends a file that the browser has only once", async () => {
    const etag = (await fetch(served.url)).headers.get("etag") ?? "";
    expect((await fetch(served.url, { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  it.each([
    ["GET", "absent.js", 404],
    ["GET", "..%2f..%2fetc%2fpasswd", 404],
    ["GET", "/", 404],
    ["GET", "/[", 404],
    ["POST", "", 405],
  ])("answers %s %s with %i", async (method, path, status) => {
    expect((await fetch(`${served.url}${path}`, { method })).status).toBe(status);
  });

  it("listens on this machine alone", () => {
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  });
});
