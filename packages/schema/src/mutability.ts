import { deepEqual, type FieldError, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { compileIdentity, elementSegment, type IdentifyElement, isAligned, pairElements } from "./element-identity.ts";
import type { Segment } from "./fault.ts";
import { itemsOf, type JsonSchema, type Mutability } from "./json-schema.ts";
import { type MarkedNode, toFieldErrors, type Violation } from "./mutability-message.ts";

export interface MutabilityOptions {
  /** Errors show no values of the object: for objects that hold secrets. */
  readonly withholdsValues?: boolean;
}

/**
 * Checks an update against the marks; both objects must have been pruned and defaulted. Returns all violations, sorted
 * by path: one for each outermost marked node or element, and one for each added or removed key.
 */
export type CheckMutability = (old: JsonObject, now: JsonObject, options?: MutabilityOptions) => FieldError[];

/** Compiles the marks of a schema; undefined if it has none, so that its updates cost nothing more. */
export function compileMutability(schema: JsonSchema | undefined): CheckMutability | undefined {
  const root = schema === undefined ? undefined : compileContainer(schema, { isRoot: true });
  if (root === undefined) {
    return undefined;
  }
  return (old, now, options = {}) => {
    const withholdsValues = options.withholdsValues === true;
    const violations = root(old, now);
    return violations === undefined ? [] : toFieldErrors(violations, { withholdsValues });
  };
}

/**
 * Compares two versions of a value. An undefined argument is an absent value, an undefined result means no violation.
 */
type Judge = (old: JsonValue | undefined, now: JsonValue | undefined) => Violation[] | undefined;

function asMark(value: JsonValue | undefined): Mutability | undefined {
  return value === "Immutable" || value === "AddOnly" || value === "RemoveOnly" ? value : undefined;
}

/**
 * Compares a field that carries a mark:
 * - added: allowed by AddOnly;
 * - removed: allowed by RemoveOnly;
 * - in both versions: the whole subtree must be equal, whatever marks it has below.
 */
function compileField(schema: JsonSchema): Judge | undefined {
  const mark = asMark(schema.mutability);
  if (mark === undefined) {
    return compileContainer(schema, { isRoot: false });
  }
  return (old, now) => {
    if (old === undefined || now === undefined) {
      const isFine = old === now || mark === (old === undefined ? "AddOnly" : "RemoveOnly");
      return isFine ? undefined : [violate({ mark, node: "field", schema }, old, now)];
    }
    return deepEqual(old, now) ? undefined : [violate({ mark, node: "field", schema }, old, now)];
  };
}

/** Compares an element that both versions have; the mark of its list or map decides about additions and removals. */
function compileElement(schema: JsonSchema | undefined, node: "items" | "values"): Judge | undefined {
  if (schema === undefined) {
    return undefined;
  }
  const mark = asMark(schema.mutability);
  if (mark === undefined) {
    return compileContainer(schema, { isRoot: false });
  }
  return (old, now) =>
    deepEqual(old as JsonValue, now as JsonValue) ? undefined : [violate({ mark, node, schema }, old, now)];
}

function violate(
  marked: { readonly mark: Mutability; readonly node: MarkedNode; readonly schema?: JsonSchema },
  old: JsonValue | undefined,
  now: JsonValue | undefined,
): Violation {
  return {
    segments: [],
    ...marked,
    ...(old === undefined ? {} : { old }),
    ...(now === undefined ? {} : { new: now }),
  };
}

/**
 * Compares a node without a mark. A value that is absent, null or of another kind counts as empty, so that marks below
 * still apply.
 */
function compileContainer(schema: JsonSchema, { isRoot }: { readonly isRoot: boolean }): Judge | undefined {
  const parts = [compileStruct(schema, isRoot), compileMap(schema), compileList(schema)].filter(
    (part) => part !== undefined,
  );
  const [only] = parts;
  if (only === undefined) {
    return undefined;
  }
  const judge: Judge =
    parts.length === 1
      ? only
      : (old, now) => parts.reduce<Violation[] | undefined>((all, part) => join(all, part(old, now)), undefined);
  return (old, now) => (old === now ? undefined : judge(old, now));
}

function join(all: Violation[] | undefined, more: Violation[] | undefined): Violation[] | undefined {
  if (all === undefined || more === undefined) {
    return all ?? more;
  }
  for (const violation of more) {
    all.push(violation);
  }
  return all;
}

/** Appends `segment`, the outermost so far, to the path of each violation. */
function prefix(found: Violation[], segment: Segment): Violation[] {
  for (const violation of found) {
    violation.segments.push(segment);
  }
  return found;
}

interface MarkedField {
  readonly name: string;
  readonly judge: Judge;
  /** Whether Object.prototype has a property of this name, which plain access would find. */
  readonly isInherited: boolean;
}

function compileStruct(schema: JsonSchema, isRoot: boolean): Judge | undefined {
  const fields: MarkedField[] = [];
  for (const [name, property] of schema.properties ?? []) {
    // The server writes metadata, apiVersion and kind of a resource: their marks do not apply.
    const isExempt = isRoot && (name === "metadata" || name === "apiVersion" || name === "kind");
    const judge = isExempt ? undefined : compileField(property);
    if (judge !== undefined) {
      fields.push({ name, judge, isInherited: name in {} });
    }
  }
  if (fields.length === 0) {
    return undefined;
  }
  return (old, now) => {
    const before = isJsonObject(old) ? old : NO_FIELDS;
    const after = isJsonObject(now) ? now : NO_FIELDS;
    let violations: Violation[] | undefined;
    for (let i = 0; i < fields.length; i++) {
      const { name, judge, isInherited } = fields[i] as MarkedField;
      const from = isInherited ? getOwn(before, name) : before[name];
      const to = isInherited ? getOwn(after, name) : after[name];
      // Most fields are scalars that did not change; they cost no call.
      const found = from === to ? undefined : judge(from, to);
      if (found !== undefined) {
        violations = join(violations, prefix(found, { kind: "field", name }));
      }
    }
    return violations;
  };
}

const NO_FIELDS: Readonly<JsonObject> = {};

function compileMap(schema: JsonSchema): Judge | undefined {
  const values = schema.additionalProperties;
  const element = compileElement(typeof values === "object" ? values : undefined, "values");
  const mark = values === undefined ? undefined : asMark(schema.keyMutability);
  if (element === undefined && mark === undefined) {
    return undefined;
  }
  const named = schema.properties ?? new Map<string, JsonSchema>();
  return (old, now) => {
    const before = isJsonObject(old) ? old : {};
    const after = isJsonObject(now) ? now : {};
    let violations: Violation[] | undefined;
    for (const key in after) {
      if (!named.has(key)) {
        const found = Object.hasOwn(before, key)
          ? element?.(before[key], after[key])
          : judgeKey(mark, { node: "map-keys", now: after[key] });
        violations = join(violations, found && prefix(found, { kind: "key", key }));
      }
    }
    for (const key in mark === undefined ? {} : before) {
      if (!named.has(key) && !Object.hasOwn(after, key)) {
        const found = judgeKey(mark, { node: "map-keys", old: before[key] });
        violations = join(violations, found && prefix(found, { kind: "key", key }));
      }
    }
    return violations;
  };
}

interface KeyChange {
  readonly node: MarkedNode;
  readonly old?: JsonValue | undefined;
  readonly now?: JsonValue | undefined;
}

/** Applies a mark on keys: AddOnly forbids removals, RemoveOnly additions, Immutable both. */
function judgeKey(mark: Mutability | undefined, { node, old, now }: KeyChange): Violation[] | undefined {
  const allowed = old === undefined ? "AddOnly" : "RemoveOnly";
  return mark === undefined || mark === allowed ? undefined : [violate({ mark, node }, old, now)];
}

interface ListRules {
  readonly schema: JsonSchema;
  readonly identify: IdentifyElement | undefined;
  readonly element: Judge | undefined;
  readonly mark: Mutability | undefined;
}

function compileList(schema: JsonSchema): Judge | undefined {
  const identify = compileIdentity(schema);
  // Paired members of a set are equal by definition, so nothing inside them can have changed.
  const element = schema.listType === "set" ? undefined : compileElement(itemsOf(schema), "items");
  const mark = schema.type === "array" || schema.items !== undefined ? asMark(schema.keyMutability) : undefined;
  if (element === undefined && mark === undefined) {
    return undefined;
  }
  const rules: ListRules = { schema, identify, element, mark };
  return (old, now) => {
    const before = Array.isArray(old) ? old : [];
    const after = Array.isArray(now) ? now : [];
    return isAligned(before, after, identify) ? judgeAligned(before, after, rules) : judgePaired(before, after, rules);
  };
}

/** Compares lists whose elements did not move, which is the usual update and needs no matching. */
function judgeAligned(before: JsonValue[], after: JsonValue[], rules: ListRules): Violation[] | undefined {
  let violations: Violation[] | undefined;
  if (rules.element !== undefined) {
    for (let index = 0; index < after.length; index++) {
      const found = rules.element(before[index], after[index]);
      if (found !== undefined) {
        violations = join(violations, prefix(found, elementSegment(rules.schema, after[index] as JsonValue, index)));
      }
    }
  }
  return violations;
}

function judgePaired(before: JsonValue[], after: JsonValue[], rules: ListRules): Violation[] | undefined {
  const { schema, identify, element, mark } = rules;
  const { pairs, added, removed } = pairElements(before, after, identify);
  const node: MarkedNode = identify === undefined ? "index-keys" : "list-keys";
  let violations: Violation[] | undefined;
  for (const [oldIndex, index] of element === undefined ? [] : pairs) {
    const found = element?.(before[oldIndex], after[index]);
    violations = join(violations, found && prefix(found, elementSegment(schema, after[index] as JsonValue, index)));
  }
  for (const index of mark === undefined ? [] : added) {
    const found = judgeKey(mark, { node, now: after[index] });
    violations = join(violations, found && prefix(found, elementSegment(schema, after[index] as JsonValue, index)));
  }
  for (const index of mark === undefined ? [] : removed) {
    const found = judgeKey(mark, { node, old: before[index] });
    violations = join(violations, found && prefix(found, elementSegment(schema, before[index] as JsonValue, index)));
  }
  return violations;
}
