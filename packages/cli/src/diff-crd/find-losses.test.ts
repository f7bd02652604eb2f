import type { JsonObject } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { describe, expect, it } from "vitest";
import { compareDefinitions } from "./compare-definitions.ts";

const version = (name: string, spec: string, more: object = {}) => ({
  name,
  served: true,
  storage: false,
  schema: {
    openAPIV3Schema: {
      type: "object",
      properties: {
        spec: parseYaml(spec).value,
        status: { type: "object", properties: { heat: { type: "integer" } } },
      },
    },
  },
  ...more,
});

function crd(...versions: readonly object[]): JsonObject {
  const names = { kind: "Oven", plural: "ovens" };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "ovens.example.org" },
    spec: { group: "example.org", scope: "Namespaced", names, versions: [...versions] as JsonObject[] },
  };
}

const BOTH = "{type: object, properties: {fuel: {type: string}, heat: {type: integer}}}";
const ONE = "{type: object, properties: {fuel: {type: string}}}";
const storage = { storage: true };

describe("findLosses()", () => {
  it("names losses of the storage version even if it is not served", async () => {
    const unserved = { storage: true, served: false };
    const old = crd(version("v1", BOTH, unserved), version("v2", BOTH));
    const next = crd(version("v1", ONE, unserved), version("v2", BOTH));
    expect(await compareDefinitions(old, next)).toMatchObject([
      { level: "breaking", version: "v1", field: "spec.heat", what: '"spec.heat" is gone' },
    ]);
  });

  it("shows what a storage version loses that does not know it", async () => {
    const old = crd(version("v1", BOTH, storage), version("v2", ONE));
    const next = crd(version("v1", BOTH), version("v2", ONE, storage));
    expect(await compareDefinitions(old, next)).toMatchObject([
      {
        level: "breaking",
        version: "v1",
        field: "spec.heat",
        what: "the storage version changes from v1 to v2",
        breakage: { effect: "changed", example: { spec: { heat: 1 } }, message: "spec.heat is dropped" },
      },
    ]);
  });

  it("has nothing to say about a storage version that knows everything", async () => {
    const old = crd(version("v1", ONE, storage), version("v2", BOTH));
    const next = crd(version("v1", ONE), version("v2", BOTH, storage));
    expect(await compareDefinitions(old, next)).toEqual([]);
  });

  it("leaves what a conversion webhook does open", async () => {
    const clientConfig = { url: "https://example.org/convert" };
    const conversion = { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], clientConfig } };
    const [old, next] = [
      crd(version("v1", BOTH, storage), version("v2", ONE)),
      crd(version("v1", BOTH), version("v2", ONE, storage)),
    ];
    Object.assign(next.spec as JsonObject, { conversion });
    expect(await compareDefinitions(old, next)).toMatchObject([{ level: "unclear", version: "v1" }]);
  });

  it("shows that the status is dropped where it has a subresource now", async () => {
    const next = version("v1", ONE, { ...storage, subresources: { status: {} } });
    expect(await compareDefinitions(crd(version("v1", ONE, storage)), crd(next))).toMatchObject([
      {
        level: "breaking",
        field: "status",
        breakage: { effect: "changed", example: { status: {} }, message: "status is dropped" },
      },
    ]);
  });
});
