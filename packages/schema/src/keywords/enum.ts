import { deepEqual, type JsonValue, printGoJson, quoteGo } from "@kiln/api";
import { type Check, EVERY_KIND, type Keyword } from "../check.ts";
import { createFault, type Fault } from "../fault.ts";

/** `enum`. Kubernetes: a null is never one of the values, not even where they list it. */
export const enumKeyword: Keyword = {
  name: "enum",
  kinds: EVERY_KIND,
  compile(schema, kind): Check | undefined {
    const values = schema.enum;
    if (values === undefined || values.length === 0) {
      return undefined;
    }
    const fail = (value: JsonValue): Fault[] => [enumFault(value, values)];
    switch (kind) {
      case "null":
        return fail;
      case "array":
      case "object":
        return (value) => (values.some((listed) => deepEqual(listed, value)) ? undefined : fail(value));
      case "number":
        // Kubernetes: a number is cut to an integer before it is held against one.
        return (value) =>
          values.includes(value) || values.includes(Math.trunc(value as number)) ? undefined : fail(value);
      default: {
        const scalars = new Set(values);
        return (value) => (scalars.has(value) ? undefined : fail(value));
      }
    }
  },
};

function enumFault(value: JsonValue, values: readonly JsonValue[]): Fault {
  const supported = values.map((listed) => quoteGo(typeof listed === "string" ? listed : printGoJson(listed)));
  return createFault({
    reason: "FieldValueNotSupported",
    value,
    detail: `supported values: ${supported.join(", ")}`,
  });
}
