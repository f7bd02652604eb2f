import { deepEqual, type JsonObject } from "@kiln/api";
import { fieldOf, printField, textOf } from "./field.ts";
import type { Violation } from "./violation.ts";

/** Validates an object as it is, independent of its old state. */
export type StateRule = (object: JsonObject) => Violation[];

/** Validates a change of a valid object. */
export type ChangeRule = (object: JsonObject, old: JsonObject) => Violation[];

/** Rule that exactly one of two fields is present; an empty field counts as present. */
export function exactlyOne(rule: string, fields: readonly [string, string]): StateRule {
  return (object) => {
    const count = fields.filter((field) => fieldOf(object, field) !== undefined).length;
    const found = count === 0 ? "neither is" : "both are";
    const message = `exactly one of ${fields.join(" and ")} must be set, and ${found}`;
    return count === 1 ? [] : [{ rule, field: parentOf(fields[0]), message }];
  };
}

/** Rule that a field is absent or not the empty string. */
export function notEmpty(rule: string, field: string): StateRule {
  return (object) =>
    fieldOf(object, field) === "" ? [{ rule, field, message: "must not be empty; leave it out or name one" }] : [];
}

/** Rule that a field is present and not empty. */
export function isSet(rule: string, field: string): StateRule {
  return (object) => (textOf(object, field) === "" ? [{ rule, field, message: "must be set" }] : []);
}

/** Rule that a field does not change. Absent and empty differ, as for Go's pointers. */
export function immutable(rule: string, field: string): ChangeRule {
  return (object, old) => {
    const [before, after] = [fieldOf(old, field), fieldOf(object, field)];
    return deepEqual(before ?? null, after ?? null) ? [] : [{ rule, field, message: changed(before, after) }];
  };
}

/** Rule that a field does not change once it is set. */
export function immutableOnceSet(rule: string, field: string): ChangeRule {
  const check = immutable(rule, field);
  return (object, old) => (fieldOf(old, field) === undefined ? [] : check(object, old));
}

/** Rule that a string does not change. Absent and empty are the same, as for Go's strings. */
export function immutableText(rule: string, field: string): ChangeRule {
  return (object, old) => {
    const [before, after] = [textOf(old, field), textOf(object, field)];
    return before === after ? [] : [{ rule, field, message: changed(before, after) }];
  };
}

export interface FrozenFields {
  readonly parent: string;
  readonly names: readonly string[];
  /** Field that makes the rule apply once it is set. */
  readonly trigger: string;
  /** Whether a change may clear {@link releasable} fields, `trigger` among them. */
  readonly isReleased: ChangeTest;
  readonly releasable: readonly string[];
}

type ChangeTest = (object: JsonObject, old: JsonObject) => boolean;

/** Rule that all fields below `parent` do not change once `trigger` is set; absent and empty are equal. */
export function frozenOnceSet(rule: string, fields: FrozenFields): ChangeRule {
  const { parent, names, trigger, isReleased, releasable } = fields;
  return (object, old) => {
    if (textOf(old, `${parent}.${trigger}`) === "") {
      return [];
    }
    const released = isReleased(object, old) ? releasable : [];
    const isCleared = (name: string) => released.includes(name) && textOf(object, `${parent}.${name}`) === "";
    return names
      .filter((name) => !isCleared(name))
      .flatMap((name) => {
        const field = `${parent}.${name}`;
        const [before, after] = [textOf(old, field), textOf(object, field)];
        const why = `since ${parent}.${trigger} is set`;
        return before === after ? [] : [{ rule, field, message: `${changed(before, after)} ${why}` }];
      });
  };
}

function changed(before: Parameters<typeof printField>[0], after: Parameters<typeof printField>[0]): string {
  return `is immutable and cannot change from ${printField(before)} to ${printField(after)}`;
}

function parentOf(field: string): string {
  return field.slice(0, field.lastIndexOf("."));
}
