import { describe, expect, it } from "vitest";
import { parseRequestInfo, type RequestInfo } from "./request-info.ts";

type Expected = Partial<RequestInfo>;

describe("parseRequestInfo()", () => {
  it.each<[string, Expected]>([
    ["GET /api/v1/namespaces", { verb: "list", group: "", version: "v1", resource: "namespaces", namespace: "" }],
    ["GET /api/v1/namespaces/a", { verb: "get", resource: "namespaces", name: "a", namespace: "a" }],
    [
      "PUT /api/v1/namespaces/a/finalize",
      { verb: "update", resource: "namespaces", name: "a", subresource: "finalize" },
    ],
    ["GET /api/v1/namespaces/a/pods", { verb: "list", resource: "pods", namespace: "a", name: "" }],
    ["HEAD /api/v1/namespaces/a/pods/b", { verb: "get", resource: "pods", namespace: "a", name: "b" }],
    [
      "PATCH /apis/x.io/v2/namespaces/a/ps/b/status",
      { verb: "patch", group: "x.io", version: "v2", resource: "ps", name: "b", subresource: "status" },
    ],
    ["DELETE /apis/x.io/v2/ps", { verb: "deletecollection", resource: "ps" }],
    ["DELETE /apis/x.io/v2/ps/a", { verb: "delete", name: "a" }],
    ["POST /apis/x.io/v2/ps/a", { verb: "create", name: "a" }],
    ["OPTIONS /apis/x.io/v2/ps", { verb: "" }],
    ["GET /apis/x.io/v2/ps?watch=true", { verb: "watch" }],
    ["GET /apis/x.io/v2/ps?watch", { verb: "watch" }],
    ["GET /apis/x.io/v2/ps?watch=False", { verb: "list" }],
    ["GET /apis/x.io/v2/ps?watch=0", { verb: "list" }],
    ["GET /apis/x.io/v2/ps/a?watch=true", { verb: "get" }],
    ["GET /apis/x.io/v2/watch/namespaces/n/ps/a", { verb: "watch", namespace: "n", name: "a", isWatchPath: true }],
    ["GET /apis/x.io/v2/watch", { verb: "list", resource: "watch", isWatchPath: false }],
    ["GET //apis/x.io/v2/ps//", { verb: "list", resource: "ps" }],
    ["GET /apis/x.io/v2/ps//a", { resource: "ps", name: "", subresource: "a" }],
    ["GET /apis/x.io/v2/ps/a%2Fb", { name: "a", subresource: "b" }],
    ["GET /apis/x.io/v2/ps/%61%20", { name: "a " }],
    ["GET /apis/x.io/v2/ps/%ff", { name: "\ufffd" }],
    ["GET https://host:6443/apis/x.io/v2/ps/a", { name: "a" }],
  ])("reads %s", (line, expected) => {
    const [method = "", target = ""] = line.split(" ");
    expect(parseRequestInfo(method, target)).toMatchObject({ isResource: true, ...expected });
  });

  it.each(["/", "/api", "/api/v1", "/apis/x.io/v1/", "/healthz", "/apis//", "/apiv1/x/y/z"])(
    "finds no resource in %s",
    (target) => {
      expect(parseRequestInfo("GET", target)).toMatchObject({ isResource: false, verb: "get", path: target });
    },
  );

  it.each(["/%zz", "/a%2", "*", "nothing"])("does not take %s for a path", (target) => {
    expect(parseRequestInfo("GET", target)).toBeUndefined();
  });

  it.each([
    [
      "a=1&b=2",
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    ["a=1;b=2&c=3", [["c", "3"]]],
    ["a=%zz&c=%20+3", [["c", "  3"]]],
  ])("reads the query %s", (query, pairs) => {
    expect([...(parseRequestInfo("GET", `/?${query}`)?.query ?? [])]).toEqual(pairs);
  });
});
