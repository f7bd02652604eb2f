import type { JsonValue } from "@kiln/api";
import { effectiveFormat } from "./formats/index.ts";
import type { JsonSchema } from "./json-schema.ts";

/**
 * Cheap test that accepts most valid values and no invalid one. Most values are strings, numbers and booleans under a
 * simple schema; the test saves them the call of a check.
 */
export interface Shortcut {
  readonly takesString: boolean;
  readonly takesInteger: boolean;
  readonly takesFraction: boolean;
  readonly takesBoolean: boolean;
  /** Bounds of a number, or of a string's length in code units. */
  readonly atLeast: number;
  readonly atMost: number;
  /** Accepted strings; undefined if all are accepted. */
  readonly among: ReadonlySet<JsonValue> | undefined;
}

export const NO_SHORTCUT: Shortcut = {
  takesString: false,
  takesInteger: false,
  takesFraction: false,
  takesBoolean: false,
  atLeast: Number.NEGATIVE_INFINITY,
  atMost: Number.POSITIVE_INFINITY,
  among: undefined,
};

export function isSurelyFine(shortcut: Shortcut, value: JsonValue): boolean {
  switch (typeof value) {
    case "string":
      return (
        shortcut.takesString &&
        value.length >= shortcut.atLeast &&
        value.length <= shortcut.atMost &&
        (shortcut.among === undefined || shortcut.among.has(value))
      );
    case "number":
      return (
        ((value | 0) === value ? shortcut.takesInteger : shortcut.takesFraction) &&
        value >= shortcut.atLeast &&
        value <= shortcut.atMost
      );
    case "boolean":
      return shortcut.takesBoolean;
    default:
      return false;
  }
}

/** The `typeof` of values that are always valid; empty if some may be invalid. */
export function plainTypeOf(schema: JsonSchema, shortcut: Shortcut): string {
  const { takesBoolean, takesString, takesFraction, among, atLeast, atMost } = shortcut;
  const isUnbounded = among === undefined && atLeast === NO_SHORTCUT.atLeast && atMost === NO_SHORTCUT.atMost;
  return isUnbounded && (takesBoolean || takesString || takesFraction) ? (schema.type as string) : "";
}

/**
 * Shortcut of a schema whose keywords for scalars all have `isInShortcut`. It accepts nothing if bounds and a list of
 * strings do not suffice.
 */
export function createShortcut(schema: JsonSchema): Shortcut {
  if (schema.intOrString === true || (schema.enum !== undefined && schema.type !== "string")) {
    return NO_SHORTCUT;
  }
  switch (schema.type) {
    case "boolean":
      return { ...NO_SHORTCUT, takesBoolean: true };
    case "string":
      return stringShortcut(schema);
    case "integer":
    case "number":
      return numberShortcut(schema);
    default:
      return NO_SHORTCUT;
  }
}

function stringShortcut(schema: JsonSchema): Shortcut {
  if (effectiveFormat(schema) !== "" || (schema.pattern ?? "") !== "") {
    return NO_SHORTCUT;
  }
  const { minLength = 0, maxLength = NO_SHORTCUT.atMost } = schema;
  // A character takes at most two code units, so a string of this many code units has at least minLength characters.
  const atLeast = minLength > 0 ? minLength * 2 - 1 : NO_SHORTCUT.atLeast;
  const among = schema.enum === undefined || schema.enum.length === 0 ? undefined : new Set(schema.enum);
  return { ...NO_SHORTCUT, takesString: true, atLeast, atMost: maxLength, among };
}

function numberShortcut(schema: JsonSchema): Shortcut {
  const { minimum = NO_SHORTCUT.atLeast, maximum = NO_SHORTCUT.atMost } = schema;
  const isElaborate =
    schema.multipleOf !== undefined ||
    schema.exclusiveMinimum === true ||
    schema.exclusiveMaximum === true ||
    effectiveFormat(schema) === "float" ||
    // A limit outside the range of the type fails every value.
    (schema.type === "integer" && !(isFitLimit(schema.minimum) && isFitLimit(schema.maximum)));
  if (isElaborate) {
    return NO_SHORTCUT;
  }
  const takesFraction = schema.type === "number";
  return { ...NO_SHORTCUT, takesInteger: true, takesFraction, atLeast: minimum, atMost: maximum };
}

function isFitLimit(limit: number | undefined): boolean {
  return limit === undefined || (limit | 0) === limit;
}
