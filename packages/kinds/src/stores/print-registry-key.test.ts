import { describe, expect, it } from "vitest";
import { builtInDialect } from "../resource/built-in-dialect.ts";
import { customDialect } from "../resource/custom-dialect.ts";
import type { Resource } from "../resource/resource.ts";
import { printRegistryKey } from "./print-registry-key.ts";

function keyOf(
  group: string,
  plural: string,
  { isDryRun = false, ...more }: Partial<Resource> & { isDryRun?: boolean } = {},
) {
  const resource = { group, names: { plural }, dialect: builtInDialect, isNamespaced: true, ...more } as Resource;
  return printRegistryKey(resource, { namespace: "n", name: "a", isDryRun });
}

describe("printRegistryKey()", () => {
  it.each([
    [keyOf("", "configmaps"), "/registry/configmaps/n/a"],
    [keyOf("apps", "deployments"), "/registry/deployments/n/a"],
    [keyOf("", "configmaps", { isDryRun: true }), "/configmaps/n/a"],
    [keyOf("", "services"), "/registry/services/specs/n/a"],
    [keyOf("", "nodes", { isNamespaced: false }), "/registry/minions/a"],
    [keyOf("example.com", "widgets", { dialect: customDialect }), "/registry/example.com/widgets/n/a"],
    [
      keyOf("apiextensions.k8s.io", "customresourcedefinitions", { isNamespaced: false }),
      "/registry/apiextensions.k8s.io/customresourcedefinitions/a",
    ],
  ])("prints %s", (key, expected) => {
    expect(key).toBe(expected);
  });
});
