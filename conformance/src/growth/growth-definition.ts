import type { JsonObject } from "@kiln/api";
import type { TestServer } from "@kiln/apiserver/testing";

const TEXT = { type: "string" };
const ITEM = {
  type: "object",
  required: ["name"],
  properties: { name: TEXT, value: { type: "string", default: "x" } },
};

/** A custom resource with each kind of list, map and text that a schema can declare. */
const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        atomic: { type: "array", items: TEXT },
        set: { type: "array", items: TEXT, "x-kubernetes-list-type": "set" },
        keyed: {
          type: "array",
          items: ITEM,
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["name"],
        },
        objects: { type: "array", items: ITEM },
        nested: { type: "array", items: { type: "array", items: TEXT } },
        map: { type: "object", additionalProperties: TEXT },
        mapOfLists: { type: "object", additionalProperties: { type: "array", items: TEXT } },
        open: { type: "object", "x-kubernetes-preserve-unknown-fields": true, additionalProperties: TEXT },
        pattern: { type: "string", pattern: "^([a-z0-9./-]+)*$", maxLength: 4_000_000 },
        format: { type: "array", items: { type: "string", format: "ipv4" } },
        choices: { type: "array", items: { type: "string", enum: ["n0", "n1", "n2"] } },
        choice: {
          type: "array",
          items: {
            type: "object",
            properties: { name: TEXT, port: { type: "integer" } },
            anyOf: [{ required: ["name"] }, { required: ["port"] }],
          },
        },
        ruled: {
          type: "array",
          maxItems: 100_000,
          items: { type: "string", maxLength: 20 },
          "x-kubernetes-validations": [{ rule: "self.size() >= 0" }],
        },
        ratcheted: {
          type: "array",
          items: { type: "string", maxLength: 20 },
          "x-kubernetes-list-type": "set",
          maxItems: 100_000,
          "x-kubernetes-validations": [{ rule: "oldSelf.size() >= 0" }],
        },
      },
    },
    status: {
      type: "object",
      properties: {
        conditions: {
          type: "array",
          items: { type: "object", required: ["type"], properties: { type: TEXT, status: TEXT } },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["type"],
        },
      },
    },
  },
};

const DEFINITION: JsonObject = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "growths.growth.example.com" },
  spec: {
    group: "growth.example.com",
    scope: "Namespaced",
    names: { plural: "growths", singular: "growth", kind: "Growth", listKind: "GrowthList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        additionalPrinterColumns: [{ name: "Set", type: "string", jsonPath: ".spec.set[*]" }],
        schema: { openAPIV3Schema: SCHEMA },
      },
    ],
  },
};

export async function defineGrowths(server: TestServer): Promise<void> {
  const answer = await server.send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    body: DEFINITION,
  });
  if (answer.status !== 201) {
    throw new Error(`the CRD of the growth test was not created: ${answer.text.slice(0, 500)}`);
  }
}
