import { findFormat } from "../formats/index.ts";
import type { Keyword } from "../keyword.ts";
import { compileRange } from "./number-range.ts";
import { typeFault } from "./type.ts";

/** `format`. Of numbers it bounds the range, together with `type`. */
export const format: Keyword = {
  wire: "format",
  name: "format",
  encoding: "text",
  goField: "Format",
  mayBeInBranch: true,
  mayBeAtStatusRoot: true,
  settled: "checked",
  isInShortcut: true,
  values: {
    kinds: ["string", "integer", "number"],
    compile(schema, kind) {
      if (kind !== "string") {
        return compileRange(schema, kind);
      }
      const isOfFormat = findFormat(schema);
      if (isOfFormat === undefined) {
        return undefined;
      }
      const name = schema.format as string;
      return (value) => (isOfFormat(value as string) ? undefined : [typeFault(name, value as string)]);
    },
  },
};
