import { describe, expect, it } from "vitest";
import { redirectOf } from "./redirect.ts";

describe("redirectOf()", () => {
  it.each([
    ["POST", 307, { method: "POST", location: "/a", keepsBody: true }],
    ["POST", 308, { method: "POST", location: "/a", keepsBody: true }],
    ["POST", 302, { method: "GET", location: "/a", keepsBody: false }],
    ["HEAD", 301, { method: "HEAD", location: "/a", keepsBody: false }],
    ["POST", 200, undefined],
    ["POST", 304, undefined],
  ])("follows %s answered with %i as Go does", (method, status, expected) => {
    expect(redirectOf(method, { status, location: "/a" })).toEqual(expected);
  });

  it("takes a redirect without a location for the answer", () => {
    expect(redirectOf("POST", { status: 307 })).toBeUndefined();
  });
});
