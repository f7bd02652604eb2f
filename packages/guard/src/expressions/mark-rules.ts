import { itemsOf, type JsonSchema, type Mutability, someSchema } from "@kiln/schema";
import {
  boundValue,
  type CelValue,
  elementAt,
  fieldOf,
  forAll,
  forSome,
  isEqualValue,
  isIn,
  isPresent,
  quote,
  ruleValue,
  sizeOf,
} from "./cel-value.ts";
import type { Finding } from "./finding.ts";
import { COSTLY, exceptFields, isCostly, isSameItem, listKeys } from "./pair-elements.ts";
import { equalityGap, hiddenField, hiddenValue } from "./typed-gap.ts";

/** An immutability mark as a CEL expression about an update, true if the update respects it. */
export interface MarkRule {
  readonly place: string;
  readonly mark: Mutability;
  readonly keyword: "x-kubernetes-mutability" | "x-kubernetes-key-mutability";
  readonly expression: string;
  /** Path, in keywords and names, to the subschema that the rule belongs to; empty for the root. */
  readonly anchor: readonly string[];
}

export interface MarkRules {
  readonly rules: readonly MarkRule[];
  readonly findings: readonly Finding[];
}

/**
 * Compiles the immutability marks of a schema to expressions about the old and the new object. Typed values give rules
 * for the schema itself, placed as deep as the server pairs old and new values.
 */
export function markRules(schema: JsonSchema, now: CelValue, old: CelValue): MarkRules {
  const rules: MarkRule[] = [];
  const findings: Finding[] = [];
  visitContainer({
    schema,
    now,
    old,
    place: "",
    depth: 0,
    wrap: same,
    path: [],
    anchor: [],
    isPaired: now.isTyped,
    sink: { rules, findings },
  });
  return { rules, findings };
}

const same = (condition: string): string => condition;

interface Sink {
  readonly rules: MarkRule[];
  readonly findings: Finding[];
}

interface Visit {
  readonly schema: JsonSchema;
  readonly now: CelValue;
  readonly old: CelValue;
  readonly place: string;
  /** Number of enclosing lists and maps: variables are numbered by it. */
  readonly depth: number;
  /** Wraps a condition about `now` and `old` into one about the whole objects. */
  readonly wrap: (condition: string) => string;
  /** Path from the root of the schema. */
  readonly path: readonly string[];
  readonly anchor: readonly string[];
  /** Whether the server pairs values at this path with old ones, as transition rules require. */
  readonly isPaired: boolean;
  readonly sink: Sink;
}

export function asMark(value: unknown): Mutability | undefined {
  return value === "Immutable" || value === "AddOnly" || value === "RemoveOnly" ? value : undefined;
}

/** Adds the rules for an object, map or list to the sink. Marks below another mark have no effect. */
function visitContainer(visit: Visit): void {
  const { schema, place, depth } = visit;
  const hidden = visit.now.isTyped ? hiddenValue(schema) : undefined;
  if (hidden !== undefined) {
    lose(visit, hidden);
    return;
  }
  for (const [name, property] of schema.properties ?? []) {
    const isExempt = depth === 0 && place === "" && EXEMPT.has(name);
    if (!isExempt) {
      visitField(visit, name, property);
    }
  }
  visitMap(visit);
  visitList(visit);
}

/** Fields of a resource's root that the server writes: its marks on them have no effect. */
const EXEMPT: ReadonlySet<string> = new Set(["metadata", "apiVersion", "kind"]);

export function placeBelow(place: string, name: string): string {
  return place === "" ? name : `${place}.${name}`;
}

function visitField(visit: Visit, name: string, schema: JsonSchema): void {
  const now = fieldOf(visit.now, name, schema);
  const old = fieldOf(visit.old, name, schema);
  const place = placeBelow(visit.place, name);
  const path = [...visit.path, "properties", name];
  const isPaired = visit.isPaired && visit.schema.mapType !== "atomic";
  const below: Visit = { ...visit, schema, now, old, place, path, isPaired };
  const mark = asMark(schema.mutability);
  const hidden = visit.now.isTyped ? hiddenField(name) : undefined;
  if (hidden !== undefined) {
    lose(below, hidden);
  } else if (mark === undefined) {
    visitContainer(below);
  } else {
    emitEqual(below, { mark, condition: judgeField(mark, now, old) });
  }
}

/** Adds a finding to the sink if the schema has marks: at this path they cannot be enforced. */
function lose({ schema, place, sink }: Visit, reason: string): void {
  if (someSchema(schema, ({ mutability, keyMutability }) => mutability !== undefined || keyMutability !== undefined)) {
    sink.findings.push({ kind: "lost", place, reason });
  }
}

/**
 * Adds a rule that a value stays equal. A rule that misses some changes still rejects the others, so it is added with a
 * finding.
 */
function emitEqual(visit: Visit, { mark, condition }: Pick<Emitted, "mark" | "condition">): void {
  const { schema, now } = visit;
  const hidden = now.isTyped ? hiddenValue(schema) : undefined;
  const gap = now.isTyped ? (hidden ?? equalityGap(schema)) : undefined;
  if (hidden === undefined) {
    emit(visit, { mark, keyword: "x-kubernetes-mutability", condition });
  }
  if (gap !== undefined) {
    lose(visit, hidden === undefined ? `${gap}; the changes that rules see are rejected` : gap);
  }
}

function judgeField(mark: Mutability, now: CelValue, old: CelValue): string {
  const isSame = isEqualValue(now, old);
  switch (mark) {
    case "Immutable":
      return isSame;
    case "AddOnly":
      return `!${isPresent(old)} || ${isSame}`;
    case "RemoveOnly":
      return `!${isPresent(now)} || ${isSame}`;
  }
}

interface Emitted {
  readonly mark: Mutability;
  readonly keyword: MarkRule["keyword"];
  readonly condition: string;
}

/** Adds a rule to the sink. */
function emit({ place, wrap, anchor, sink }: Visit, { mark, keyword, condition }: Emitted): void {
  sink.rules.push({ place, mark, keyword, expression: wrap(condition), anchor });
}

function visitMap(visit: Visit): void {
  const { schema, depth, wrap, now, old } = visit;
  if (schema.additionalProperties === undefined) {
    return;
  }
  const key = `k${depth}`;
  const ownFields = exceptFields(schema, key, quote);
  const hasNow = isIn(key, now, "map");
  const hadOld = isIn(key, old, "map");
  emitKeys(visit, {
    noneAdded: forAll(now, "map", { each: key, condition: `${ownFields}${hadOld}` }),
    noneRemoved: forAll(old, "map", { each: key, condition: `${ownFields}${hasNow}` }),
  });
  if (typeof schema.additionalProperties !== "object") {
    return;
  }
  const values = schema.additionalProperties;
  const path = [...visit.path, "additionalProperties"];
  if (visit.isPaired && schema.mapType !== "atomic" && ownFields === "") {
    visitElement({ ...anchored(visit, path), schema: values });
    return;
  }
  visitElement({
    ...visit,
    schema: values,
    path,
    isPaired: false,
    now: boundValue(elementAt(now, "map", key), values, now),
    old: boundValue(elementAt(old, "map", key), values, old),
    place: `${visit.place}[*]`,
    depth: depth + 1,
    wrap: (condition) =>
      wrap(forAll(now, "map", { each: key, condition: `${ownFields}!(${hadOld}) || (${condition})` })),
  });
}

/**
 * Places the rule at the elements of a list or map: the server runs it for those that exist before and after the
 * update.
 */
function anchored(visit: Visit, path: readonly string[]): Visit {
  const place = `${visit.place}[*]`;
  const variables = { now: ruleValue("self"), old: ruleValue("oldSelf") };
  return { ...visit, ...variables, place, path, anchor: path, depth: visit.depth + 1, wrap: same };
}

/** Visits an element that exists before and after the update; additions and removals are up to its list or map. */
function visitElement(visit: Visit): void {
  const mark = asMark(visit.schema.mutability);
  if (mark === undefined) {
    visitContainer(visit);
  } else {
    emitEqual(visit, { mark, condition: `${visit.now.text} == ${visit.old.text}` });
  }
}

interface KeyConditions {
  readonly noneAdded: string;
  readonly noneRemoved: string;
}

function emitKeys(visit: Visit, { noneAdded, noneRemoved }: KeyConditions): void {
  const mark = asMark(visit.schema.keyMutability);
  if (mark === undefined) {
    return;
  }
  const gap = visit.now.isTyped ? keysGap(visit.schema) : undefined;
  if (gap !== undefined) {
    lose(visit, gap);
    return;
  }
  const conditions = { Immutable: `${noneAdded} && ${noneRemoved}`, AddOnly: noneRemoved, RemoveOnly: noneAdded };
  emit(visit, { mark, keyword: "x-kubernetes-key-mutability", condition: conditions[mark] });
}

/** Reason why rules cannot access the keys of a list or map. */
function keysGap(schema: JsonSchema): string | undefined {
  const items = itemsOf(schema);
  if (schema.listType === "set" && items !== undefined) {
    return equalityGap(items);
  }
  const keys = listKeys(schema) ?? [];
  const gaps = keys.map((key) => hiddenField(key) ?? equalityGap(items?.properties?.get(key) ?? {}));
  return typeof schema.additionalProperties === "boolean"
    ? "rules do not see maps whose values have no schema"
    : gaps.find((gap) => gap !== undefined);
}

function visitList(visit: Visit): void {
  const { schema, depth } = visit;
  const items = itemsOf(schema);
  if (schema.type !== "array" && items === undefined) {
    return;
  }
  const names: Names = { item: `n${depth}`, oldItem: `o${depth}`, index: `i${depth}` };
  const count = visit.sink.rules.length;
  emitKeys(visit, keyConditions(visit, names));
  // Members of a set that are on both sides are equal by definition.
  if (items !== undefined && schema.listType !== "set") {
    visitItems(visit, items, names);
  }
  if (!visit.now.isTyped && visit.sink.rules.length > count && isCostly(schema)) {
    visit.sink.findings.push({ kind: "stricter", place: visit.place, reason: COSTLY });
  }
}

/** Names of variables. */
interface Names {
  readonly item: string;
  readonly oldItem: string;
  readonly index: string;
}

function keyConditions({ schema, now, old }: Visit, { item, oldItem }: Names): KeyConditions {
  if (schema.listType === "set") {
    return {
      noneAdded: forAll(now, "list", { each: item, condition: isIn(item, old, "list") }),
      noneRemoved: forAll(old, "list", { each: oldItem, condition: isIn(oldItem, now, "list") }),
    };
  }
  if (listKeys(schema) === undefined) {
    const [size, oldSize] = [sizeOf(now), sizeOf(old)];
    return { noneAdded: `${size} <= ${oldSize}`, noneRemoved: `${size} >= ${oldSize}` };
  }
  const condition = isSameItem(schema, now, [item, oldItem]);
  return {
    noneAdded: forAll(now, "list", { each: item, condition: forSome(old, { each: oldItem, condition }) }),
    noneRemoved: forAll(old, "list", { each: oldItem, condition: forSome(now, { each: item, condition }) }),
  };
}

function visitItems(visit: Visit, items: JsonSchema, { item, oldItem, index }: Names): void {
  const { schema, depth, wrap, sink, now, old } = visit;
  const path = [...visit.path, "items"];
  const isKeyed = listKeys(schema) !== undefined;
  if (visit.isPaired && isKeyed) {
    visitElement({ ...anchored(visit, path), schema: items });
    return;
  }
  const isSame = isSameItem(schema, now, [item, oldItem]);
  const judgePairs = (condition: string) =>
    forAll(old, "list", { each: oldItem, condition: `!(${isSame}) || (${condition})` });
  const count = sink.rules.length;
  visitElement({
    ...visit,
    schema: items,
    path,
    isPaired: false,
    now: boundValue(item, items, now),
    old: boundValue(isKeyed ? oldItem : elementAt(old, "list", index), items, old),
    place: `${visit.place}[*]`,
    depth: depth + 1,
    wrap: (condition) =>
      wrap(
        isKeyed
          ? forAll(now, "list", { each: item, condition: judgePairs(condition) })
          : forAll(now, "list", {
              each: `${index}, ${item}`,
              condition: `${index} >= ${sizeOf(old)} || (${condition})`,
            }),
      ),
  });
  if (isKeyed && sink.rules.length > count) {
    sink.findings.push({ kind: "stricter", place: visit.place, reason: DUPLICATES });
  }
}

const DUPLICATES =
  "items that have the same keys are each compared with all of their old namesakes, not one with one; only lists that " +
  "are older than their x-kubernetes-list-type can have such items";
