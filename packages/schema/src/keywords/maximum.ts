import type { Keyword } from "../check.ts";
import { compileLimit } from "./limit.ts";

/** `maximum` and `exclusiveMaximum`. */
export const maximum: Keyword = {
  name: "maximum",
  kinds: ["integer", "number"],
  compile(schema, kind) {
    const isExclusive = schema.exclusiveMaximum === true;
    return compileLimit(schema, kind, {
      what: "Maximum boundary",
      limit: schema.maximum,
      words: isExclusive ? "less than" : "less than or equal to",
      check: isExclusive
        ? (limit, fail) => (value) => ((value as number) < limit ? undefined : fail(value))
        : (limit, fail) => (value) => ((value as number) <= limit ? undefined : fail(value)),
    });
  },
};
