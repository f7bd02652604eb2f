import type { Keyword } from "../keyword.ts";
import { compileLimit } from "./limit.ts";

/** `maximum` and `exclusiveMaximum`. */
export const maximum: Keyword = {
  wire: "maximum",
  name: "maximum",
  encoding: "number",
  goField: "Maximum",
  mayBeInBranch: true,
  mayBeAtStatusRoot: true,
  settled: "scalar",
  isInShortcut: true,
  values: {
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
  },
};

/** `exclusiveMaximum`, which {@link maximum} validates. */
export const exclusiveMaximum: Keyword = {
  wire: "exclusiveMaximum",
  name: "exclusiveMaximum",
  encoding: "flag",
  goField: "ExclusiveMaximum",
  mayBeInBranch: true,
  mayBeAtStatusRoot: true,
  settled: "scalar",
};
