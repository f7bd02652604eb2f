import { describe, expect, it } from "vitest";
import { requestKind } from "./request-kind.ts";

describe("requestKind()", () => {
  it.each([
    ["GET /api/v1/namespaces/load/secrets/i-7", { verb: "get", resource: "secrets", name: "i-7" }],
    ["GET /api/v1/pods?fieldSelector=spec.nodeName%3Da", { verb: "list", resource: "pods", name: "" }],
    [
      "GET /api/v1/namespaces/load/configmaps?watch=true&fieldSelector=metadata.name%3Dm-1",
      { verb: "watch", resource: "configmaps", name: "m-1" },
    ],
    ["GET /api/v1/namespaces/load", { verb: "get", resource: "namespaces", name: "load" }],
    ["POST /api/v1/namespaces/load/events", { verb: "create", resource: "events", name: "" }],
    ["PATCH /apis/apps/v1/namespaces/load/deployments/a", { verb: "patch", resource: "deployments", name: "a" }],
    ["GET /readyz", { verb: "get", resource: "other", name: "" }],
  ])("%s", (line, expected) => {
    const [method = "", target = ""] = line.split(" ");
    expect(requestKind(method, target)).toEqual(expected);
  });
});
