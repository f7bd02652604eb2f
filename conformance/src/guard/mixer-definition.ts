import type { JsonObject } from "@kiln/api";

const text = { type: "string", maxLength: 8 };
const IMMUTABLE = { "x-kubernetes-mutability": "Immutable" };

const discriminated: JsonObject = {
  type: "object",
  properties: { type: text, a: text, b: text, c: { type: "object", properties: { n: { type: "integer" } } } },
  "x-kubernetes-unions": [{ discriminator: "type", "fields-to-discriminateBy": { a: "A", b: "B", c: "C" } }],
};

const plain: JsonObject = {
  type: "object",
  properties: { x: text, y: text },
  "x-kubernetes-unions": [{ "fields-to-discriminateBy": { x: "X", y: "Y" } }],
};

/** Fields with every kind of mark and union, with the bounds that CEL rules need. */
export const mixerProperties: Readonly<Record<string, JsonObject>> = {
  free: text,
  fixed: { ...text, ...IMMUTABLE },
  added: { ...text, "x-kubernetes-mutability": "AddOnly" },
  removed: { type: "integer", "x-kubernetes-mutability": "RemoveOnly" },
  nothing: { ...text, nullable: true, ...IMMUTABLE },
  members: { type: "array", maxItems: 9, items: text, "x-kubernetes-list-type": "set", ...IMMUTABLE },
  memberKeys: {
    type: "array",
    maxItems: 9,
    items: text,
    "x-kubernetes-list-type": "set",
    "x-kubernetes-key-mutability": "AddOnly",
  },
  struct: { type: "object", properties: { a: text, b: { type: "integer" } }, ...IMMUTABLE },
  map: {
    type: "object",
    maxProperties: 9,
    additionalProperties: text,
    "x-kubernetes-key-mutability": "Immutable",
  },
  values: { type: "object", maxProperties: 9, additionalProperties: { ...text, ...IMMUTABLE } },
  list: { type: "array", maxItems: 9, items: { type: "integer" }, "x-kubernetes-key-mutability": "RemoveOnly" },
  items: {
    type: "array",
    maxItems: 9,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
    "x-kubernetes-key-mutability": "AddOnly",
    items: {
      type: "object",
      required: ["name"],
      properties: { name: text, level: { type: "integer", ...IMMUTABLE }, choice: discriminated },
    },
  },
  choice: discriminated,
  either: plain,
};

export const mixerDefinition: JsonObject = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "mixers.example.com" },
  spec: {
    group: "example.com",
    names: { kind: "Mixer", plural: "mixers", singular: "mixer", listKind: "MixerList" },
    scope: "Namespaced",
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: { spec: { type: "object", properties: { ...mixerProperties } } },
          },
        },
      },
    ],
  },
};
