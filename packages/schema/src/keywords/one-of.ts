import { quoteGo } from "@kiln/api";
import type { Check } from "../check.ts";
import { createFault, type Fault } from "../fault.ts";
import type { Keyword } from "../keyword.ts";
import { bestBranch } from "./best-branch.ts";
import { KINDS_BUT_NULL } from "./kinds.ts";

export const oneOf: Keyword = {
  wire: "oneOf",
  name: "oneOf",
  encoding: "schemaList",
  goField: "OneOf",
  mayBeInBranch: true,
  mayBeAtStatusRoot: false,
  settled: "checked",
  values: {
    kinds: KINDS_BUT_NULL,
    compile(schema, _kind, context): Check | undefined {
      const schemas = schema.oneOf ?? [];
      const checks = schemas.map(context.compileSchema);
      if (schemas.length === 0 || (schemas.length === 1 && checks[0] === undefined)) {
        return undefined;
      }
      return (value) => {
        let valid = 0;
        const failed: Fault[][] = [];
        for (let i = 0; i < checks.length; i++) {
          const found = checks[i]?.(value, undefined);
          if (found === undefined) {
            valid++;
          } else {
            failed.push(found);
          }
        }
        if (valid === 1) {
          return undefined;
        }
        return valid === 0
          ? [oneOfFault("Found none valid"), bestBranch({ schemas, failed, value, context })]
          : [oneOfFault(`Found ${valid} valid alternatives`)];
      };
    },
  },
};

function oneOfFault(found: string): Fault {
  return createFault({
    reason: "FieldValueInvalid",
    value: "",
    detail: (path) => `${quoteGo(path)} must validate one and only one schema (oneOf). ${found}`,
    isAtRoot: true,
  });
}
