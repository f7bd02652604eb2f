import { getOwn, type JsonObject, type JsonValue, objectsAt, textAt } from "@kiln/api";

/** Reason why a field cannot be edited. */
export interface FieldLock {
  readonly reason: string;
  /** Whether the field can still be removed. */
  readonly mayRemove: boolean;
}

/** Allowed changes to the keys of a map or the items of a list. */
export interface KeyRules {
  readonly mayAdd: boolean;
  readonly mayRemove: boolean;
  readonly reason: string | undefined;
}

export interface LockQuestion {
  readonly schema: JsonObject;
  /** Schema of the object or list that contains the field. */
  readonly parent: JsonObject;
  readonly name: string | number;
  /** Stored value of the field; undefined if the object does not have it. */
  readonly stored: JsonValue | undefined;
}

const SAME_AS_BEFORE = /^(self == oldSelf|oldSelf == self)$/;

/** Reason why a field of a stored object is locked; undefined if it is not. A new object is unrestricted. */
export function findLock({ schema, parent, name, stored }: LockQuestion): FieldLock | undefined {
  const lock = lockOfMark(getOwn(schema, "x-kubernetes-mutability"), stored !== undefined);
  if (lock !== undefined || stored === undefined) {
    return lock;
  }
  const own = rulesOf(schema).find((rule) => SAME_AS_BEFORE.test(expressionOf(rule)));
  const above = rulesOf(parent).find((rule) => keepsField(expressionOf(rule), String(name)));
  const rule = own ?? above;
  return rule === undefined ? undefined : { reason: reasonOf(rule), mayRemove: own !== undefined };
}

function lockOfMark(mark: JsonValue | undefined, isStored: boolean): FieldLock | undefined {
  switch (mark) {
    case "Immutable":
      return {
        reason: isStored ? "Immutable: stays as it was set" : "Immutable: was left out when the object was created",
        mayRemove: false,
      };
    case "AddOnly":
      return isStored ? { reason: "Add-only: set once, stays as it was set", mayRemove: false } : undefined;
    case "RemoveOnly":
      return {
        reason: isStored ? "Remove-only: can be removed, not changed" : "Remove-only: cannot be set later",
        mayRemove: isStored,
      };
    default:
      return undefined;
  }
}

function rulesOf(schema: JsonObject): readonly JsonObject[] {
  return objectsAt(schema, "x-kubernetes-validations");
}

function expressionOf(rule: JsonObject): string {
  return textAt(rule, "rule").trim().replace(/\s+/g, " ");
}

function keepsField(expression: string, name: string): boolean {
  return expression === `self.${name} == oldSelf.${name}` || expression === `oldSelf.${name} == self.${name}`;
}

function reasonOf(rule: JsonObject): string {
  const message = textAt(rule, "message");
  return `Immutable by a rule: ${message === "" ? expressionOf(rule) : message}`;
}

const KEY_REASONS: Readonly<Record<string, KeyRules>> = {
  Immutable: { mayAdd: false, mayRemove: false, reason: "entries stay: none can be added or removed" },
  AddOnly: { mayAdd: true, mayRemove: false, reason: "add-only: entries cannot be removed" },
  RemoveOnly: { mayAdd: false, mayRemove: true, reason: "remove-only: entries cannot be added" },
};

/** Allowed changes to the entries of a list or map. Entries that are not stored yet can always be removed. */
export function findKeyRules(schema: JsonObject, isStored: boolean): KeyRules {
  const mark = getOwn(schema, "x-kubernetes-key-mutability");
  const rules = isStored && typeof mark === "string" ? KEY_REASONS[mark] : undefined;
  return rules ?? { mayAdd: true, mayRemove: true, reason: undefined };
}
