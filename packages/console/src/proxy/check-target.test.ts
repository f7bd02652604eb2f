import { describe, expect, it } from "vitest";
import { checkTarget } from "./check-target.ts";

describe("checkTarget()", () => {
  it.each([
    ["GET", "/api/v1/pods?limit=5"],
    ["GET", "/api/v1/namespaces/default/pods/proxy"],
    ["GET", "/api/v1/namespaces/proxy/configmaps/exec"],
    ["DELETE", "/api/v1/namespaces/proxy"],
    ["PATCH", "/apis/apps/v1/namespaces/default/deployments/web/scale"],
    ["GET", "/api/v1/namespaces/default/pods/web/log"],
    ["GET", "/clusters/one/apis/apps/v1/deployments"],
    ["GET", "/openapi/v3/apis/apps/v1"],
    ["GET", "/metrics"],
  ])("forwards %s %s", (method, target) => {
    expect(checkTarget(method, target)).toBeUndefined();
  });

  it.each([
    ["GET", "/api/v1/namespaces/default/services/web/proxy/"],
    ["GET", "/api/v1/namespaces/default/services/web/%70roxy/index.html"],
    ["POST", "/api/v1/namespaces/default/pods/web/exec?command=sh"],
    ["GET", "/api/v1/nodes/one/proxy/pods"],
    ["GET", "/clusters/one/api/v1/nodes/one/proxy/pods"],
    ["GET", "/api/v1//nodes/one/proxy/pods"],
    ["GET", "/api/v1/x/../nodes/one/proxy/pods"],
    ["GET", "/api/v1/x/%2e%2e/nodes/one/proxy/pods"],
    ["GET", "\\\\host/api"],
    ["GET", "http://host/api"],
    ["GET", "/api/%"],
    ["CONNECT", "/api/v1/pods"],
    ["OPTIONS", "/api/v1/pods"],
  ])("does not forward %s %s", (method, target) => {
    expect(checkTarget(method, target)).toMatch(/not forwarded|no path/);
  });
});
