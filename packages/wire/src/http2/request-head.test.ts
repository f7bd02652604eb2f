import { describe, expect, it } from "vitest";
import { toRequestHead } from "./request-head.ts";

type Headers = readonly (readonly [string, string])[];
const GET: Headers = [
  [":method", "GET"],
  [":scheme", "https"],
  [":path", "/a?b"],
];

describe("toRequestHead()", () => {
  it("joins what is sent twice, and keeps what was sent", () => {
    const list: Headers = [...GET, [":authority", "me"], ["a", "1"], ["cookie", "x"], ["a", "2"], ["cookie", "y"]];
    expect(toRequestHead(list)).toEqual({
      method: "GET",
      target: "/a?b",
      headers: { a: "1, 2", cookie: "x; y", host: "me" },
      rawHeaders: ["a", "1", "cookie", "x", "a", "2", "cookie", "y"],
      contentLength: undefined,
    });
  });

  it("takes names that objects have for what they are", () => {
    const head = toRequestHead([...GET, ["constructor", "1"], ["__proto__", "2"], ["content-length", "7"]]);
    expect(head).toMatchObject({ headers: { constructor: "1" }, contentLength: 7 });
  });

  it.each<[string, Headers]>([
    ["a host that is the authority", [...GET, [":authority", "Me:1"], ["host", "me:1"]]],
    [
      "a question for all there is",
      [
        [":method", "OPTIONS"],
        [":scheme", "https"],
        [":path", "*"],
      ],
    ],
    ["blanks and tabs within a value, and none at all", [...GET, ["a", "1 \t2"], ["b", ""]]],
  ])("takes %s", (_, list) => {
    expect(toRequestHead(list)).toMatchObject({ method: expect.any(String) });
  });

  it.each<[string, Headers]>([
    ["no method", GET.slice(1)],
    ["an empty path", [...GET.slice(0, 2), [":path", ""]]],
    ["a second method", [...GET, [":method", "GET"]]],
    ["an unknown pseudo header", [...GET, [":protocol", "x"]]],
    ["a pseudo header behind others", [["a", "1"], ...GET]],
    ["a name with capitals", [...GET, ["A", "1"]]],
    ["a line break in a value", [...GET, ["a", "1\r\nb: 2"]]],
    ["a header of connections", [...GET, ["connection", "close"]]],
    ["a blank behind a value", [...GET, ["impersonate-user", "alice "]]],
    ["a tab before a value", [...GET, ["a", "\t1"]]],
    ["a control character in a value", [...GET, ["a", "1\x7f2"]]],
    ["a control character in the path", [...GET.slice(0, 2), [":path", "/\n"]]],
    ["a path without a slash", [...GET.slice(0, 2), [":path", "api"]]],
    ["a whole address for a path", [...GET.slice(0, 2), [":path", "https://x/"]]],
    ["a method with a blank", [[":method", "GET /"], ...GET.slice(1)]],
    [
      "another scheme",
      [
        [":method", "GET"],
        [":scheme", "ftp"],
        [":path", "/"],
      ],
    ],
    ["a host other than the authority", [...GET, [":authority", "me"], ["host", "you"]]],
    ["two hosts", [...GET, ["host", "me"], ["host", "me"]]],
    ["te for anything but trailers", [...GET, ["te", "gzip"]]],
    ["a length that is no number", [...GET, ["content-length", "-1"]]],
  ])("refuses %s", (_, list) => {
    expect(toRequestHead(list)).toEqual(expect.any(String));
  });
});
