import type { FieldError } from "@kiln/api";
import type { JsonSchema } from "../json-schema.ts";
import type { Keyword, PlacementOptions } from "../keyword.ts";
import { checkUnionFit } from "./check-union-fit.ts";
import { checkUnionPlacement } from "./check-union-placement.ts";

/** `x-kubernetes-unions`. compileUnions() normalizes objects by it. */
export const unions: Keyword = {
  wire: "x-kubernetes-unions",
  name: "unions",
  encoding: "json",
  mayBeInBranch: true,
  mayBeAtStatusRoot: true,
  settled: "none",
  checkPlacement: checkUnions,
};

function checkUnions(schema: JsonSchema, options: PlacementOptions): FieldError[] {
  const { path, hasStatus = false, hadStatus = false, oldSchemas } = options;
  const misplaced = checkUnionPlacement(schema, path);
  const old = oldSchemas === undefined ? {} : { old: { schemas: oldSchemas, hasStatus: hadStatus } };
  return misplaced.length > 0 ? misplaced : checkUnionFit(schema, { path, hasStatus, ...old });
}
