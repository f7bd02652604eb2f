import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { fieldOf } from "./field.ts";
import type { RuleSet } from "./rule-set.ts";
import type { Violation } from "./violation.ts";

/** Violations of field types. A field of the wrong type cannot be validated, so the object is denied. */
export function checkTypes({ strings, objects, arrays = [] }: RuleSet, object: JsonObject): Violation[] {
  return [
    ...objects.flatMap((field) => checkType(object, field, { name: "object", matches: isJsonObject })),
    ...arrays.flatMap((field) => checkType(object, field, { name: "array", matches: Array.isArray })),
    ...strings.flatMap((field) => checkType(object, field, { name: "string", matches: isString })),
  ];
}

interface JsonType {
  readonly name: string;
  readonly matches: (value: JsonValue) => boolean;
}

function checkType(object: JsonObject, field: string, { name, matches }: JsonType): Violation[] {
  const value = fieldOf(object, field);
  return value === undefined || matches(value)
    ? []
    : [{ rule: "wrong-type", field, message: `must be of type ${name}` }];
}

function isString(value: JsonValue): boolean {
  return typeof value === "string";
}
