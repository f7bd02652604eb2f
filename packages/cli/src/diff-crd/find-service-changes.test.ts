import type { JsonObject } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { describe, expect, it } from "vitest";
import { compareDefinitions, judgeDeletion } from "./compare-definitions.ts";

const SCHEMA = `{type: object, required: [spec], properties: {
      spec: {type: object, required: [fuel], properties: {fuel: {type: string}, replicas: {type: integer, default: 1}}},
      status: {type: object, properties: {heat: {type: integer}}}}}`;

const version = (name: string, more = "") =>
  `{name: ${name}, served: true, storage: false, schema: {openAPIV3Schema: ${SCHEMA}}${more}}`;

const stored = (name: string, more = "") => version(name, more).replace("storage: false", "storage: true");

const NAMES =
  "{kind: Oven, plural: ovens, singular: oven, listKind: OvenList, shortNames: [ov], categories: [kitchen]}";

function crd({
  names = NAMES,
  versions = [stored("v1")],
  group = "example.org",
  scope = "Namespaced",
  more = "",
} = {}) {
  const plural = /plural: (\w+)/.exec(names)?.[1];
  return parseYaml(`
    apiVersion: apiextensions.k8s.io/v1
    kind: CustomResourceDefinition
    metadata: {name: ${plural}.${group}}
    spec: {group: ${group}, scope: ${scope}, names: ${names}, versions: [${versions.join(", ")}]}
    ${more}`).value as JsonObject;
}

const EXAMPLE = {
  apiVersion: "example.org/v1",
  kind: "Oven",
  metadata: { name: "example", namespace: "default" },
  spec: { fuel: "a", replicas: 1 },
};

const OBJECT = "/apis/example.org/v1/namespaces/default/ovens/example";
const NOT_FOUND = "404 page not found";
const scaled = ", subresources: {scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.heat}}";

describe("findServiceChanges()", () => {
  it.each<[what: string, old: JsonObject, next: JsonObject, found: object]>([
    [
      "the version is gone",
      crd({ versions: [version("v1"), stored("v2")] }),
      crd({ versions: [stored("v2")] }),
      { version: "v1", breakage: { request: `GET ${OBJECT}`, message: NOT_FOUND, example: EXAMPLE } },
    ],
    [
      "the version is gone, and objects are stored in it",
      crd({ versions: [stored("v1"), version("v2")] }),
      crd({ versions: [stored("v2")] }),
      {
        version: "v1",
        what: expect.stringContaining("must remain in spec.versions until a storage migration ensures"),
        breakage: { request: `GET ${OBJECT}`, message: NOT_FOUND },
      },
    ],
    [
      "the version is gone, and objects are stored in it",
      crd({
        versions: [version("v1").replace("served: true", "served: false"), stored("v2")],
        more: "status: {storedVersions: [v1, v2]}",
      }),
      crd({ versions: [stored("v2")] }),
      {
        version: "v1",
        breakage: {
          effect: "stranded",
          request: "PUT /apis/apiextensions.k8s.io/v1/customresourcedefinitions/ovens.example.org",
          message: expect.stringContaining("v1 was previously a storage version"),
          example: EXAMPLE,
        },
      },
    ],
    [
      "is no longer served",
      crd({ versions: [version("v1"), stored("v2")] }),
      crd({ versions: [version("v1").replace("served: true", "served: false"), stored("v2")] }),
      { version: "v1", breakage: { request: `GET ${OBJECT}`, message: NOT_FOUND } },
    ],
    [
      "the scope changes from Namespaced to Cluster",
      crd(),
      crd({ scope: "Cluster" }),
      {
        what: expect.stringContaining("field is immutable"),
        breakage: { request: `GET ${OBJECT}`, message: NOT_FOUND },
      },
    ],
    [
      "the group changes from example.org to example.com",
      crd(),
      crd({ group: "example.com" }),
      { breakage: { request: `GET ${OBJECT}`, message: NOT_FOUND } },
    ],
    [
      "the plural changes from ovens to stoves",
      crd(),
      crd({ names: NAMES.replace("ovens", "stoves") }),
      { breakage: { request: `GET ${OBJECT}`, message: NOT_FOUND } },
    ],
    [
      "the kind changes from Oven to Stove",
      crd(),
      crd({ names: NAMES.replace("kind: Oven", "kind: Stove") }),
      {
        what: expect.stringContaining("field is immutable"),
        breakage: {
          request: "POST /apis/example.org/v1/namespaces/default/ovens",
          message: expect.stringContaining("Stove"),
        },
      },
    ],
    [
      "the listKind changes from OvenList to Ovens",
      crd(),
      crd({ names: NAMES.replace("OvenList", "Ovens") }),
      {
        breakage: {
          request: "GET /apis/example.org/v1/namespaces/default/ovens",
          message: "it is answered with a Ovens",
        },
      },
    ],
    [
      "the singular changes from oven to stove",
      crd(),
      crd({ names: NAMES.replace("singular: oven", "singular: stove") }),
      { breakage: { request: "kubectl get oven", message: "no resource of example.org goes by oven" } },
    ],
    [
      "the short name ov is gone",
      crd(),
      crd({ names: NAMES.replace("ov]", "ovn]") }),
      { breakage: { request: "kubectl get ov", example: EXAMPLE } },
    ],
    [
      "the category kitchen is gone",
      crd(),
      crd({ names: NAMES.replace("kitchen", "house") }),
      { breakage: { request: "kubectl get kitchen" } },
    ],
    [
      "the subresource status is gone",
      crd({ versions: [stored("v1", ", subresources: {status: {}}")] }),
      crd(),
      { version: "v1", breakage: { request: `GET ${OBJECT}/status` } },
    ],
    [
      "the subresource scale is gone",
      crd({ versions: [stored("v1", scaled)] }),
      crd(),
      { version: "v1", breakage: { request: `GET ${OBJECT}/scale` } },
    ],
    [
      "spec.fuel can no longer be selected by",
      crd({ versions: [stored("v1", ", selectableFields: [{jsonPath: .spec.fuel}]")] }),
      crd(),
      { version: "v1", breakage: { message: expect.stringContaining("field label not supported") } },
    ],
  ])("shows by an object and a request that %s", async (what, old, next, found) => {
    const findings = await compareDefinitions(old, next);
    expect(findings).toMatchObject([{ level: "breaking", ...found }]);
    expect(findings[0]?.what).toContain(what);
  });

  it("says what becomes of the objects when the CRD is gone", async () => {
    expect(await judgeDeletion(crd())).toMatchObject({
      what: "the CRD is gone, and its objects with it",
      breakage: { effect: "unreachable", request: `GET ${OBJECT}`, message: NOT_FOUND, example: EXAMPLE },
    });
  });

  it.each([
    ["nothing", crd(), crd()],
    ["another version", crd(), crd({ versions: [stored("v1"), version("v2")] })],
    ["another short name", crd(), crd({ names: NAMES.replace("ov]", "ov, o]") })],
    [
      "an unserved version",
      crd({ versions: [version("v1").replace("served: true", "served: false"), stored("v2")] }),
      crd({ versions: [stored("v2")] }),
    ],
    ["the same names, written out", crd({ names: "{kind: Oven, plural: ovens}" }), crd()],
  ])("has nothing to say about %s", async (_, old, next) => {
    expect(await compareDefinitions(old, next)).toEqual([]);
  });

  it("refuses a CRD that no server takes", async () => {
    const next = crd({ scope: "Everywhere" });
    await expect(compareDefinitions(crd(), next)).rejects.toThrow(/refuses the new CRD .*Everywhere/);
  });
});
