import type { BuiltIn } from "./built-in.ts";

export const secret: BuiltIn = {
  group: "",
  version: "v1",
  names: {
    plural: "secrets",
    singular: "secret",
    kind: "Secret",
    listKind: "SecretList",
    shortNames: [],
    categories: [],
  },
  isNamespaced: true,
  selectableFields: ["type"],
  schema: {
    type: "object",
    properties: {
      data: { type: "object", additionalProperties: { type: "string", format: "byte" } },
      stringData: { type: "object", additionalProperties: { type: "string" } },
      immutable: { type: "boolean" },
      type: { type: "string", default: "Opaque" },
    },
  },
};
