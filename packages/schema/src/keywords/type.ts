import { quoteGo } from "@kiln/api";
import { type Check, EVERY_KIND, type Kind } from "../check.ts";
import { createFault, type Fault } from "../fault.ts";
import { effectiveFormat } from "../formats/index.ts";
import type { JsonSchema } from "../json-schema.ts";
import type { Keyword } from "../keyword.ts";
import { isCloseToInteger } from "./number-range.ts";

/** `type`, with `nullable` and `x-kubernetes-int-or-string`, which are ways of naming more types. */
export const typeKeyword: Keyword = {
  wire: "type",
  name: "type",
  encoding: "text",
  goField: "Type",
  mayBeInBranch: false,
  mayBeAtStatusRoot: true,
  settled: "walked",
  isInShortcut: true,
  values: {
    kinds: EVERY_KIND,
    compile(schema, kind): Check | undefined {
      const mismatch = findMismatch(schema, kind);
      if (mismatch === undefined) {
        return undefined;
      }
      const fail = (): Fault[] => [typeFault(mismatch.expected, mismatch.found)];
      if (kind === "number" && typesOf(schema).includes("integer")) {
        return (value) => (isCloseToInteger(value as number) ? undefined : fail());
      }
      return fail;
    },
  },
};

export function typesOf(schema: JsonSchema): readonly string[] {
  if (schema.intOrString === true) {
    return ["integer", "string"];
  }
  return schema.type === undefined || schema.type === "" ? [] : [schema.type];
}

export function typeFault(expected: string, found: string): Fault {
  return createFault({
    reason: "FieldValueTypeInvalid",
    value: found,
    detail: (path) => `${path} in body must be of type ${expected}: ${quoteGo(found)}`,
  });
}

interface Mismatch {
  readonly expected: string;
  readonly found: string;
}

/** For numbers where integers are expected: the error, unless the number is close to an integer. */
export function findMismatch(schema: JsonSchema, kind: Kind): Mismatch | undefined {
  const types = typesOf(schema);
  const format = effectiveFormat(schema);
  if (kind === "null") {
    const mayBeNull = types.length === 0 || types.includes("null") || schema.nullable === true;
    return mayBeNull ? undefined : { expected: types.join(","), found: "null" };
  }
  if (types.length === 0 && format === "") {
    return undefined;
  }
  const isNumeric = types.includes("number") || types.includes("integer");
  const isExpected = types.includes(kind) || (kind === "integer" && types.includes("number"));
  const isTextOrList = kind === "string" || kind === "array";
  // Kubernetes: where the schema has a format, lists pass as strings do. A value of another type fails unless its Go
  // type has that format, such as int64 (validation/validate/type.go typeValidator.Validate, v1.36).
  if (format !== "" && isTextOrList && !isNumeric) {
    return undefined;
  }
  if (isExpected) {
    return undefined;
  }
  const goFormat = GO_FORMATS[kind] ?? "";
  return format !== "" && !isTextOrList && format !== goFormat
    ? { expected: format, found: goFormat }
    : { expected: types.join(","), found: kind };
}

const GO_FORMATS: { readonly [kind in Kind]?: string } = { integer: "int64", number: "float64" };
