import type { JsonValue } from "@kiln/api";
import { effectiveFormat } from "./formats/index.ts";
import type { JsonSchema } from "./json-schema.ts";

/**
 * A test that is enough, though not needed, to know that a value is fine. Most values of most objects are strings,
 * numbers and booleans under a schema that says little about them; asking this first spares them the call of a check.
 */
export interface Shortcut {
  readonly takesString: boolean;
  readonly takesInteger: boolean;
  readonly takesFraction: boolean;
  readonly takesBoolean: boolean;
  /** Bounds of a number, or of a string's length in code units. */
  readonly atLeast: number;
  readonly atMost: number;
  /** The strings that are taken; undefined if any is. */
  readonly among: ReadonlySet<JsonValue> | undefined;
}

const NOTHING: Shortcut = {
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

/** The `typeof` of values that are fine whatever they are; empty if there is none. */
export function plainTypeOf(schema: JsonSchema): string {
  const { takesBoolean, takesString, takesFraction, among, atLeast, atMost } = createShortcut(schema);
  const isUnbounded = among === undefined && atLeast === NOTHING.atLeast && atMost === NOTHING.atMost;
  return isUnbounded && (takesBoolean || takesString || takesFraction) ? (schema.type as string) : "";
}

/** A shortcut that takes nothing where a schema says more than bounds. */
export function createShortcut(schema: JsonSchema): Shortcut {
  const isElaborate =
    schema.intOrString === true ||
    (schema.enum !== undefined && schema.type !== "string") ||
    schema.anyOf !== undefined ||
    schema.oneOf !== undefined ||
    schema.allOf !== undefined ||
    schema.not !== undefined;
  if (isElaborate) {
    return NOTHING;
  }
  switch (schema.type) {
    case "boolean":
      return { ...NOTHING, takesBoolean: true };
    case "string":
      return stringShortcut(schema);
    case "integer":
    case "number":
      return numberShortcut(schema);
    default:
      return NOTHING;
  }
}

function stringShortcut(schema: JsonSchema): Shortcut {
  if (effectiveFormat(schema) !== "" || (schema.pattern ?? "") !== "") {
    return NOTHING;
  }
  const { minLength = 0, maxLength = NOTHING.atMost } = schema;
  // A character takes at most two code units, so this many are at least the characters asked for.
  const atLeast = minLength > 0 ? minLength * 2 - 1 : NOTHING.atLeast;
  const among = schema.enum === undefined || schema.enum.length === 0 ? undefined : new Set(schema.enum);
  return { ...NOTHING, takesString: true, atLeast, atMost: maxLength, among };
}

function numberShortcut(schema: JsonSchema): Shortcut {
  const { minimum = NOTHING.atLeast, maximum = NOTHING.atMost } = schema;
  const isElaborate =
    schema.multipleOf !== undefined ||
    schema.exclusiveMinimum === true ||
    schema.exclusiveMaximum === true ||
    effectiveFormat(schema) === "float" ||
    // Such a limit fails every value.
    (schema.type === "integer" && !(isFitLimit(schema.minimum) && isFitLimit(schema.maximum)));
  if (isElaborate) {
    return NOTHING;
  }
  const takesFraction = schema.type === "number";
  return { ...NOTHING, takesInteger: true, takesFraction, atLeast: minimum, atMost: maximum };
}

function isFitLimit(limit: number | undefined): boolean {
  return limit === undefined || (limit | 0) === limit;
}
