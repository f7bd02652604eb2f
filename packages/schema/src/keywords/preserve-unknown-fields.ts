import { type FieldError, type FieldPath, invalid } from "@kiln/api";
import type { JsonSchema } from "../json-schema.ts";
import type { Keyword } from "../keyword.ts";

/** `x-kubernetes-preserve-unknown-fields`. compilePrune() and compileSetDefaults() implement it. */
export const preserveUnknownFields: Keyword = {
  wire: "x-kubernetes-preserve-unknown-fields",
  name: "preserveUnknownFields",
  encoding: "flagAsGiven",
  goField: "XPreserveUnknownFields",
  mayBeInBranch: false,
  mayBeAtStatusRoot: true,
  settled: "never",
  stampFlag: 1,
  schemas: { each: checkPreserve },
};

function checkPreserve(schema: JsonSchema, path: FieldPath): FieldError[] {
  return schema.preserveUnknownFields === false
    ? [invalid(path.child("x-kubernetes-preserve-unknown-fields"), false, "must be true or undefined")]
    : [];
}
