import { type JsonValue, once, printGoJson, quoteGo } from "@kiln/api";
import { type Check, EVERY_KIND } from "../check.ts";
import { identifyValue } from "../element-identity.ts";
import { createFault, type Fault } from "../fault.ts";
import type { Keyword } from "../keyword.ts";

/**
 * `enum`. Kubernetes: null never matches, even if the values include it (validation/validate/values.go Enum, v1.36).
 */
export const enumKeyword: Keyword = {
  wire: "enum",
  name: "enum",
  encoding: "jsonList",
  goField: "Enum",
  mayBeInBranch: true,
  mayBeAtStatusRoot: false,
  settled: "checked",
  isInShortcut: true,
  values: {
    kinds: EVERY_KIND,
    compile(schema, kind): Check | undefined {
      const values = schema.enum;
      if (values === undefined || values.length === 0) {
        return undefined;
      }
      const detail = once(() => printSupported(values));
      const fail = (value: JsonValue): Fault[] => [
        createFault({ reason: "FieldValueNotSupported", value, detail: detail() }),
      ];
      switch (kind) {
        case "null":
          return fail;
        case "array":
        case "object": {
          const known = once(() => new Set(values.map(identifyValue)));
          return (value) => (known().has(identifyValue(value)) ? undefined : fail(value));
        }
        case "number": {
          const numbers = new Set(values);
          // Kubernetes: a number is converted to an integer before it is compared with one
          // (validation/validate/values.go Enum, v1.36).
          return (value) => (numbers.has(value) || numbers.has(Math.trunc(value as number)) ? undefined : fail(value));
        }
        default: {
          const scalars = new Set(values);
          return (value) => (scalars.has(value) ? undefined : fail(value));
        }
      }
    },
  },
};

function printSupported(values: readonly JsonValue[]): string {
  const supported = values.map((listed) => quoteGo(typeof listed === "string" ? listed : printGoJson(listed)));
  return `supported values: ${supported.join(", ")}`;
}
