import type { Keyword } from "../check.ts";
import { compileLimit } from "./limit.ts";

/** `minimum` and `exclusiveMinimum`. */
export const minimum: Keyword = {
  name: "minimum",
  kinds: ["integer", "number"],
  compile(schema, kind) {
    const isExclusive = schema.exclusiveMinimum === true;
    return compileLimit(schema, kind, {
      what: "Minimum boundary",
      limit: schema.minimum,
      words: isExclusive ? "greater than" : "greater than or equal to",
      check: isExclusive
        ? (limit, fail) => (value) => ((value as number) > limit ? undefined : fail(value))
        : (limit, fail) => (value) => ((value as number) >= limit ? undefined : fail(value)),
    });
  },
};
