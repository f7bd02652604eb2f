import type { JsonObject } from "@kiln/api";

const INT_OR_STRING: JsonObject = {
  anyOf: [{ type: "integer" }, { type: "string" }],
  "x-kubernetes-int-or-string": true,
};

const QUANTITY = {
  pattern:
    "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
};

const ANY: JsonObject = { "x-kubernetes-preserve-unknown-fields": true };
const DATE_TIME: JsonObject = { type: "string", format: "date-time" };

/** Schemas of types that write their own JSON, by import path and name: their fields do not describe it. */
export const knownGoTypes: ReadonlyMap<string, JsonObject> = new Map([
  ["k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta", { type: "object" }],
  ["k8s.io/apimachinery/pkg/apis/meta/v1.Time", DATE_TIME],
  ["k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime", DATE_TIME],
  ["k8s.io/apimachinery/pkg/apis/meta/v1.Duration", { type: "string" }],
  ["k8s.io/apimachinery/pkg/apis/meta/v1.Fields", { type: "object", additionalProperties: true }],
  ["k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1", { type: "object" }],
  ["k8s.io/apimachinery/pkg/apis/meta/v1/unstructured.Unstructured", { type: "object" }],
  ["k8s.io/apimachinery/pkg/api/resource.Quantity", { ...INT_OR_STRING, ...QUANTITY }],
  ["k8s.io/apimachinery/pkg/util/intstr.IntOrString", INT_OR_STRING],
  ["k8s.io/apimachinery/pkg/runtime.RawExtension", { type: "object", ...ANY }],
  ["k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSON", ANY],
  ["k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1.JSON", ANY],
  ["encoding/json.RawMessage", { type: "object", ...ANY }],
  ["time.Duration", { type: "integer", format: "int64" }],
  ["time.Time", DATE_TIME],
]);

const TEXT: JsonObject = { type: "string" };

/** Schemas of types that every kind uses, for when their sources are not available. */
export const fallbackGoTypes: ReadonlyMap<string, JsonObject> = new Map([
  ["k8s.io/apimachinery/pkg/apis/meta/v1.TypeMeta", { type: "object", properties: { apiVersion: TEXT, kind: TEXT } }],
  ["k8s.io/apimachinery/pkg/apis/meta/v1.ListMeta", { type: "object" }],
]);

const INTEGER: JsonObject = { type: "integer" };

/**
 * Schemas of Go's basic types. Those without `format` have a size that depends on the machine, or smaller than any
 * format.
 */
export const plainGoTypes: ReadonlyMap<string, JsonObject> = new Map([
  ["string", { type: "string" }],
  ["bool", { type: "boolean" }],
  ["int32", { type: "integer", format: "int32" }],
  ["uint32", { type: "integer", format: "int32" }],
  ["rune", { type: "integer", format: "int32" }],
  ["int64", { type: "integer", format: "int64" }],
  ["uint64", { type: "integer", format: "int64" }],
  ...["int", "int8", "int16", "uint", "uint8", "uint16", "byte"].map((name) => [name, INTEGER] as const),
  ["float32", { type: "number" }],
  ["float64", { type: "number" }],
]);
