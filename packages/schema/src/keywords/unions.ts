import type { FieldError, JsonValue } from "@kiln/api";
import type { JsonSchema } from "../json-schema.ts";
import type { Keyword, PlacementOptions } from "../keyword.ts";
import { parseUnions } from "../parse-unions.ts";
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
  schemas: { root: checkUnions },
  mark: { gate: "Unions", normalize: describeUnions },
};

function checkUnions(schema: JsonSchema, options: PlacementOptions): FieldError[] {
  const { path, hasStatus = false, hadStatus = false, oldSchemas } = options;
  const misplaced = checkUnionPlacement(schema, path);
  const old = oldSchemas === undefined ? {} : { old: { schemas: oldSchemas, hasStatus: hadStatus } };
  return misplaced.length > 0 ? misplaced : checkUnionFit(schema, { path, hasStatus, ...old });
}

/** Sorts unions and their members, whose order has no meaning. */
function describeUnions(json: JsonValue): JsonValue {
  return parseUnions(json)
    .map(({ discriminator = "", members }) => ({
      discriminator,
      members: [...members].map((pair) => [...pair]).sort(),
    }))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
