import type { BuiltIn } from "./built-in.ts";

export const configMap: BuiltIn = {
  group: "",
  version: "v1",
  names: {
    plural: "configmaps",
    singular: "configmap",
    kind: "ConfigMap",
    listKind: "ConfigMapList",
    shortNames: ["cm"],
    categories: [],
  },
  isNamespaced: true,
  schema: {
    type: "object",
    properties: {
      data: { type: "object", additionalProperties: { type: "string" } },
      binaryData: { type: "object", additionalProperties: { type: "string", format: "byte" } },
      immutable: { type: "boolean" },
    },
  },
};
