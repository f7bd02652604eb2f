import type { JsonObject } from "@kiln/api";

const ANY: JsonObject = { "x-kubernetes-preserve-unknown-fields": true };
const DATE_TIME: JsonObject = { type: "string", format: "date-time" };
const INT_OR_STRING: JsonObject = {
  anyOf: [{ type: "integer" }, { type: "string" }],
  "x-kubernetes-int-or-string": true,
};

/**
 * Schemas of TypeScript's own types, and of types such as `int32` that need no declaration, because TypeScript has only
 * one number type. A declaration in the file takes precedence.
 */
export const knownTsTypes: ReadonlyMap<string, JsonObject> = new Map([
  ["string", { type: "string" }],
  ["boolean", { type: "boolean" }],
  ["number", { type: "number" }],
  ["bigint", { type: "integer", format: "int64" }],
  ["integer", { type: "integer" }],
  ["int32", { type: "integer", format: "int32" }],
  ["int64", { type: "integer", format: "int64" }],
  ["unknown", ANY],
  ["any", ANY],
  ["object", { type: "object", ...ANY }],
  ["JsonValue", ANY],
  ["JsonObject", { type: "object", ...ANY }],
  ["Date", DATE_TIME],
  ["Time", DATE_TIME],
  ["Bytes", { type: "string", format: "byte" }],
  ["Quantity", INT_OR_STRING],
  ["IntOrString", INT_OR_STRING],
  ["ObjectMeta", { type: "object" }],
  [
    "KubeObject",
    {
      type: "object",
      properties: { apiVersion: { type: "string" }, kind: { type: "string" }, metadata: { type: "object" } },
    },
  ],
]);
