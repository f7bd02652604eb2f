import { quoteGo } from "@kiln/api";
import { addFaults, type Check } from "../check.ts";
import { createFault, type Fault } from "../fault.ts";
import type { Keyword } from "../keyword.ts";
import { KINDS_BUT_NULL } from "./kinds.ts";

export const allOf: Keyword = {
  wire: "allOf",
  name: "allOf",
  encoding: "schemaList",
  goField: "AllOf",
  mayBeInBranch: true,
  mayBeAtStatusRoot: false,
  settled: "checked",
  values: {
    kinds: KINDS_BUT_NULL,
    compile(schema, _kind, context): Check | undefined {
      const branches = (schema.allOf ?? []).map(context.compileSchema);
      const checks = branches.filter((check) => check !== undefined);
      if (checks.length === 0) {
        return undefined;
      }
      return (value) => {
        let faults: Fault[] | undefined;
        let failed = 0;
        for (let i = 0; i < checks.length; i++) {
          const found = (checks[i] as Check)(value, undefined);
          if (found !== undefined) {
            failed++;
            faults = addFaults(faults, found);
          }
        }
        faults?.push(allOfFault(failed === branches.length));
        return faults;
      };
    },
  },
};

function allOfFault(haveAllFailed: boolean): Fault {
  return createFault({
    reason: "FieldValueInvalid",
    value: "",
    detail: (path) =>
      `${quoteGo(path)} must validate all the schemas (allOf)${haveAllFailed ? ". None validated" : ""}`,
    isAtRoot: true,
  });
}
