import type { JsonSchema } from "@kiln/schema";
import type { LintRule } from "../lint-rule.ts";
import type { SchemaPlace } from "../lint-subject.ts";

export const unboundedRule: LintRule = {
  id: "unbounded-rule",
  severity: "warning",
  about: "a rule runs over something without an upper bound, so its cost is estimated high",
  find({ schemas }) {
    const unbounded = new Set<SchemaPlace>();
    for (const place of schemas.filter(({ schema }) => schema.validations !== undefined)) {
      for (let at: SchemaPlace | undefined = place; at !== undefined; at = at.parent) {
        if (boundOf(at.schema) !== undefined) {
          unbounded.add(at);
        }
      }
    }
    return [...unbounded].map(({ path, field, schema }) => ({
      path,
      message: `"${field}" has no ${boundOf(schema)}, but rules run on it or below: the server assumes the largest it could be, and may refuse the next rule for its cost`,
    }));
  },
};

/** The missing keyword that would bound the size; undefined if it is present. */
function boundOf(schema: JsonSchema): string | undefined {
  if (schema.type === "array") {
    return schema.maxItems === undefined ? "maxItems" : undefined;
  }
  if (schema.type === "string") {
    const isShort = schema.maxLength !== undefined || schema.enum !== undefined || schema.format !== undefined;
    return isShort ? undefined : "maxLength";
  }
  const isMap = schema.additionalProperties !== undefined && schema.additionalProperties !== false;
  return isMap && schema.maxProperties === undefined ? "maxProperties" : undefined;
}
