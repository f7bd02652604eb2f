import type { JsonSchema } from "@kiln/schema";
import type { LintRule } from "../lint-rule.ts";

const PAIRS = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
] as const;

export const impossibleBounds: LintRule = {
  id: "impossible-bounds",
  severity: "error",
  about: "a lower bound is above the upper one: no value fits",
  find: ({ schemas }) =>
    schemas.flatMap(({ schema, path, field }) =>
      PAIRS.filter((pair) => isImpossible(schema, pair)).map(([low, high]) => ({
        path: [...path, low],
        message: `no value of "${field}" fits: ${low} is ${schema[low]} and ${high} is ${schema[high]}`,
      })),
    ),
};

function isImpossible(schema: JsonSchema, [low, high]: (typeof PAIRS)[number]): boolean {
  const from = schema[low];
  const to = schema[high];
  if (from === undefined || to === undefined) {
    return false;
  }
  const excludes = low === "minimum" && (schema.exclusiveMinimum === true || schema.exclusiveMaximum === true);
  return excludes ? from >= to : from > to;
}
