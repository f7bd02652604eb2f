import { quoteGo } from "@kiln/api";
import { createFault, type Fault } from "../fault.ts";
import type { Keyword } from "../keyword.ts";
import { KINDS_BUT_NULL } from "./kinds.ts";

export const not: Keyword = {
  wire: "not",
  name: "not",
  encoding: "schema",
  goField: "Not",
  mayBeInBranch: true,
  mayBeAtStatusRoot: false,
  settled: "checked",
  values: {
    kinds: KINDS_BUT_NULL,
    compile(schema, _kind, context) {
      if (schema.not === undefined) {
        return undefined;
      }
      const check = context.compileSchema(schema.not);
      return (value) => (check?.(value, undefined) === undefined ? [notFault()] : undefined);
    },
  },
};

function notFault(): Fault {
  return createFault({
    reason: "FieldValueInvalid",
    value: "",
    detail: (path) => `${quoteGo(path)} must not validate the schema (not)`,
    isAtRoot: true,
  });
}
