import { describe, expect, it } from "vitest";
import { operationId, operationTag } from "./operation-id.ts";

describe("operationId()", () => {
  it.each([
    ["", "v1", "listCoreV1NamespacedThing", "core_v1"],
    ["apps", "v1beta2", "listAppsV1beta2NamespacedThing", "apps_v1beta2"],
    ["apiextensions.k8s.io", "v1", "listApiextensionsV1NamespacedThing", "apiextensions_v1"],
    ["open-api.example.com", "v2", "listOpenApiExampleComV2NamespacedThing", "openApiExampleCom_v2"],
    ["3d.example.com", "v1", "listDExampleComV1NamespacedThing", "DExampleCom_v1"],
  ])("makes words of the group %s", (group, version, id, tag) => {
    expect(operationId("list", "NamespacedThing", { group, version })).toBe(id);
    expect(operationTag({ group, version })).toBe(tag);
  });
});
