import { quoteGo } from "@kiln/api";
import type { Check } from "../check.ts";
import { createFault, type Fault } from "../fault.ts";
import type { Keyword } from "../keyword.ts";
import { bestBranch } from "./best-branch.ts";
import { KINDS_BUT_NULL } from "./kinds.ts";

export const anyOf: Keyword = {
  wire: "anyOf",
  name: "anyOf",
  encoding: "schemaList",
  goField: "AnyOf",
  mayBeInBranch: true,
  mayBeAtStatusRoot: false,
  settled: "checked",
  values: {
    kinds: KINDS_BUT_NULL,
    compile(schema, _kind, context): Check | undefined {
      const schemas = schema.anyOf ?? [];
      const checks = schemas.map(context.compileSchema);
      if (schemas.length === 0 || !checks.every((check) => check !== undefined)) {
        return undefined;
      }
      return (value) => {
        const failed: Fault[][] = [];
        for (let i = 0; i < checks.length; i++) {
          const found = (checks[i] as Check)(value, undefined);
          if (found === undefined) {
            return undefined;
          }
          failed.push(found);
        }
        return [anyOfFault(), bestBranch({ schemas, failed, value, context })];
      };
    },
  },
};

function anyOfFault(): Fault {
  return createFault({
    reason: "FieldValueInvalid",
    value: "",
    detail: (path) => `${quoteGo(path)} must validate at least one schema (anyOf)`,
    isAtRoot: true,
  });
}
