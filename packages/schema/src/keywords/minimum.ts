import type { Keyword } from "../keyword.ts";
import { compileLimit } from "./limit.ts";

/** `minimum` and `exclusiveMinimum`. */
export const minimum: Keyword = {
  wire: "minimum",
  name: "minimum",
  encoding: "number",
  goField: "Minimum",
  mayBeInBranch: true,
  mayBeAtStatusRoot: true,
  settled: "scalar",
  isInShortcut: true,
  values: {
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
  },
};

/** `exclusiveMinimum`, which {@link minimum} validates. */
export const exclusiveMinimum: Keyword = {
  wire: "exclusiveMinimum",
  name: "exclusiveMinimum",
  encoding: "flag",
  goField: "ExclusiveMinimum",
  mayBeInBranch: true,
  mayBeAtStatusRoot: true,
  settled: "scalar",
};
