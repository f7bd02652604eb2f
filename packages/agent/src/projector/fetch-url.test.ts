import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpReceiver, startHttpReceiver } from "../testing/index.ts";
import { fetchUrl, isAllowed } from "./fetch-url.ts";
import type { UrlRules } from "./projector-config.ts";

let receiver: HttpReceiver;
let other: HttpReceiver;
beforeAll(async () => {
  other = await startHttpReceiver(() => ({ body: "elsewhere" }));
  receiver = await startHttpReceiver(({ path }) => {
    switch (path) {
      case "/files/moved":
        return { status: 302, headers: { location: "/files/a" } };
      case "/files/away":
        return { status: 302, headers: { location: `${other.url}/a` } };
      case "/files/around":
        return { status: 302, headers: { location: "/files/around" } };
      case "/files/gone":
        return { status: 404, body: "not here" };
      case "/files/broken":
        return { status: 503, body: "in trouble" };
      case "/files/large":
        return { body: new Uint8Array(2000) };
      case "/files/silent":
        return { isSilent: true };
      default:
        return { body: "content" };
    }
  });
});
afterAll(() => {
  receiver.close();
  other.close();
});

const rules = (more: Partial<UrlRules> = {}): UrlRules => ({
  allowed: [`${receiver.url}/files`],
  maxBytes: 1000,
  timeoutMs: 500,
  needsChecksum: false,
  takesErrors: false,
  authorization: undefined,
  isInsecure: false,
  ...more,
});
const text = async (path: string, more: Partial<UrlRules> = {}) =>
  Buffer.from(await fetchUrl(`${receiver.url}${path}`, rules(more))).toString();
const sum = (content: string) => createHash("sha256").update(content).digest("hex");

describe("fetchUrl()", () => {
  it("brings what is below an allowed URL, also after a redirect to another one", async () => {
    expect([await text("/files/a"), await text("/files/moved")]).toEqual(["content", "content"]);
  });

  it.each([
    ["a path beside it", "/filesystem/a", /not below any URL/],
    ["a path above it", "/files/../secret", /not below any URL/],
    ["a redirect to another server", "/files/away", /not below any URL/],
    ["a redirect without an end", "/files/around", /more than 5 times/],
    ["an error", "/files/gone", /status 404/],
    ["a server in trouble", "/files/broken", /status 503/],
    ["more than it may bring", "/files/large", /longer than 1000 bytes/],
    ["a server that is silent", "/files/silent", /did not answer within 500 ms/],
    ["another checksum", `/files/a#sha256=${"0".repeat(64)}`, /another checksum/],
    ["a checksum that is none", "/files/a#sha256=1", /must end in #sha256=/],
  ])("refuses %s", async (_, path, message) => {
    await expect(text(path)).rejects.toThrow(message);
  });

  it("says nothing to a server that is not allowed", () => {
    expect(other.received).toEqual([]);
  });

  it("takes content with the right checksum, and asks for one if told so", async () => {
    expect(await text(`/files/a#sha256=${sum("content")}`, { needsChecksum: true })).toBe("content");
    await expect(text("/files/a", { needsChecksum: true })).rejects.toThrow(/must end in #sha256=/);
  });

  it("takes what a server in trouble says, if told so", async () => {
    expect(await text("/files/broken", { takesErrors: true })).toBe("in trouble");
  });

  it("says who it is", async () => {
    await text("/files/a", { authorization: "Basic abc" });
    expect(receiver.received.at(-1)?.headers.authorization).toBe("Basic abc");
  });

  it.each(["no url", "file:///etc/passwd", "data:,x"])("refuses %s", async (url) => {
    await expect(fetchUrl(url, rules())).rejects.toThrow(/no URL|not below/);
  });
});

describe("isAllowed()", () => {
  it.each([
    ["https://a.example/x", true],
    ["https://a.example/x/y?z=1", true],
    ["https://a.example/xy", false],
    ["https://a.example.evil.org/x", false],
    ["https://a.example@evil.org/x", false],
    ["https://user@a.example/x", false],
    ["http://a.example/x", false],
    ["https://a.example:8443/x", false],
  ])("compares scheme, host, port and whole elements: %s", (url, expected) => {
    expect(isAllowed(new URL(url), ["https://a.example/x/"])).toBe(expected);
  });
});
