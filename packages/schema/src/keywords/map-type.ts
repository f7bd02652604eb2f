import { type FieldError, type FieldPath, invalid, notSupported, required } from "@kiln/api";
import type { JsonSchema } from "../json-schema.ts";
import type { Keyword } from "../keyword.ts";

/** `x-kubernetes-map-type`, by which server-side apply decides whether an object is owned as a whole. */
export const mapType: Keyword = {
  wire: "x-kubernetes-map-type",
  name: "mapType",
  encoding: "textAsGiven",
  goField: "XMapType",
  mayBeInBranch: false,
  mayBeAtStatusRoot: false,
  // Kubernetes: the one extension that v1beta1 allows in schemas that are not structural
  // (apiextensions/validation/validation.go schemaHasKubernetesExtensions, v1.36).
  needsStructure: false,
  settled: "none",
  schemas: { each: checkMapType },
};

const MAP_TYPES: readonly string[] = ["atomic", "granular"];

function checkMapType(schema: JsonSchema, path: FieldPath): FieldError[] {
  const { mapType: given, type = "" } = schema;
  if (given === undefined) {
    return [];
  }
  const errors: FieldError[] = [];
  if (type !== "object") {
    const detail = "must be object if x-kubernetes-map-type is specified";
    errors.push(type === "" ? required(path.child("type"), detail) : invalid(path.child("type"), type, detail));
  }
  if (!MAP_TYPES.includes(given)) {
    errors.push(notSupported(path.child("x-kubernetes-map-type"), given, MAP_TYPES));
  }
  return errors;
}
