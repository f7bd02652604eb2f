import { itemsOf, type JsonSchema, type Mutability } from "@kiln/schema";
import { asList, asMap, boundValue, type CelValue, fieldOf, quote } from "./cel-value.ts";
import type { Finding } from "./finding.ts";
import { exceptFields, isSameItem, listKeys } from "./pair-elements.ts";

/** One mark as an expression about an update; true if the update respects it. */
export interface MarkRule {
  readonly place: string;
  readonly mark: Mutability;
  readonly keyword: "x-kubernetes-mutability" | "x-kubernetes-key-mutability";
  readonly expression: string;
}

export interface MarkRules {
  readonly rules: readonly MarkRule[];
  readonly findings: readonly Finding[];
}

/** The marks of a schema as expressions about two objects of it, both as they are stored. */
export function markRules(schema: JsonSchema, now: CelValue, old: CelValue): MarkRules {
  const rules: MarkRule[] = [];
  const findings: Finding[] = [];
  const sink: Sink = { rules, findings };
  visitContainer({ schema, now, old, place: "", depth: 0, wrap: (condition) => condition, sink });
  return { rules, findings };
}

interface Sink {
  readonly rules: MarkRule[];
  readonly findings: Finding[];
}

interface Visit {
  readonly schema: JsonSchema;
  readonly now: CelValue;
  readonly old: CelValue;
  readonly place: string;
  /** How many lists and maps are around: variables are numbered by it. */
  readonly depth: number;
  /** Makes a condition about `now` and `old` one about the objects as wholes. */
  readonly wrap: (condition: string) => string;
  readonly sink: Sink;
}

export function asMark(value: unknown): Mutability | undefined {
  return value === "Immutable" || value === "AddOnly" || value === "RemoveOnly" ? value : undefined;
}

/** Changes the sink. Marks below a mark say nothing. */
function visitContainer(visit: Visit): void {
  const { schema, place, depth } = visit;
  for (const [name, property] of schema.properties ?? []) {
    const isExempt = depth === 0 && place === "" && EXEMPT.has(name);
    if (!isExempt) {
      visitField(visit, name, property);
    }
  }
  visitMap(visit);
  visitList(visit);
}

/** The server itself writes the metadata and the type of a resource. */
const EXEMPT: ReadonlySet<string> = new Set(["metadata", "apiVersion", "kind"]);

export function placeBelow(place: string, name: string): string {
  return place === "" ? name : `${place}.${name}`;
}

function visitField(visit: Visit, name: string, schema: JsonSchema): void {
  const now = fieldOf(visit.now, name, schema);
  const old = fieldOf(visit.old, name, schema);
  const below: Visit = { ...visit, schema, now, old, place: placeBelow(visit.place, name) };
  const mark = asMark(schema.mutability);
  if (mark === undefined) {
    visitContainer(below);
  } else {
    emit(below, { mark, keyword: "x-kubernetes-mutability", condition: judgeField(mark, now.text, old.text) });
  }
}

function judgeField(mark: Mutability, now: string, old: string): string {
  const isSame = `${now} == ${old}`;
  switch (mark) {
    case "Immutable":
      return isSame;
    case "AddOnly":
      return `!${old}.hasValue() || ${isSame}`;
    case "RemoveOnly":
      return `!${now}.hasValue() || ${isSame}`;
  }
}

interface Emitted {
  readonly mark: Mutability;
  readonly keyword: MarkRule["keyword"];
  readonly condition: string;
}

/** Changes the sink. */
function emit({ place, wrap, sink }: Visit, { mark, keyword, condition }: Emitted): void {
  sink.rules.push({ place, mark, keyword, expression: wrap(condition) });
}

function visitMap(visit: Visit): void {
  const { schema, depth, wrap } = visit;
  if (schema.additionalProperties === undefined) {
    return;
  }
  const now = asMap(visit.now);
  const old = asMap(visit.old);
  const key = `k${depth}`;
  const ownFields = exceptFields(schema, key, quote);
  emitKeys(visit, {
    noneAdded: `${now}.all(${key}, ${ownFields}${key} in ${old})`,
    noneRemoved: `${old}.all(${key}, ${ownFields}${key} in ${now})`,
  });
  if (typeof schema.additionalProperties === "object") {
    const values = schema.additionalProperties;
    visitElement({
      ...visit,
      schema: values,
      now: boundValue(`${now}[${key}]`, values, visit.now),
      old: boundValue(`${old}[${key}]`, values, visit.old),
      place: `${visit.place}[*]`,
      depth: depth + 1,
      wrap: (condition) => wrap(`${now}.all(${key}, ${ownFields}!(${key} in ${old}) || (${condition}))`),
    });
  }
}

/** An element that is on both sides; whether it may come or go is for its list or map to say. */
function visitElement(visit: Visit): void {
  const mark = asMark(visit.schema.mutability);
  if (mark === undefined) {
    visitContainer(visit);
  } else {
    const condition = `${visit.now.text} == ${visit.old.text}`;
    emit(visit, { mark, keyword: "x-kubernetes-mutability", condition });
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
  const conditions = { Immutable: `${noneAdded} && ${noneRemoved}`, AddOnly: noneRemoved, RemoveOnly: noneAdded };
  emit(visit, { mark, keyword: "x-kubernetes-key-mutability", condition: conditions[mark] });
}

function visitList(visit: Visit): void {
  const { schema, depth } = visit;
  const items = itemsOf(schema);
  if (schema.type !== "array" && items === undefined) {
    return;
  }
  const now = asList(visit.now);
  const old = asList(visit.old);
  const pairs: Pairs = { now, old, item: `n${depth}`, oldItem: `o${depth}`, index: `i${depth}` };
  emitKeys(visit, keyConditions(visit, pairs));
  // Members of a set that are on both sides are equal by definition.
  if (items !== undefined && schema.listType !== "set") {
    visitItems(visit, items, pairs);
  }
}

interface Pairs {
  readonly now: string;
  readonly old: string;
  readonly item: string;
  readonly oldItem: string;
  readonly index: string;
}

function keyConditions({ schema, now: holder }: Visit, { now, old, item, oldItem }: Pairs): KeyConditions {
  if (schema.listType === "set") {
    return {
      noneAdded: `${now}.all(${item}, ${item} in ${old})`,
      noneRemoved: `${old}.all(${oldItem}, ${oldItem} in ${now})`,
    };
  }
  if (listKeys(schema) === undefined) {
    return { noneAdded: `size(${now}) <= size(${old})`, noneRemoved: `size(${now}) >= size(${old})` };
  }
  const isSame = isSameItem(schema, holder, [item, oldItem]);
  return {
    noneAdded: `${now}.all(${item}, ${old}.exists(${oldItem}, ${isSame}))`,
    noneRemoved: `${old}.all(${oldItem}, ${now}.exists(${item}, ${isSame}))`,
  };
}

function visitItems(visit: Visit, items: JsonSchema, { now, old, item, oldItem, index }: Pairs): void {
  const { schema, depth, wrap, sink } = visit;
  const isKeyed = listKeys(schema) !== undefined;
  const isSame = isSameItem(schema, visit.now, [item, oldItem]);
  const count = sink.rules.length;
  visitElement({
    ...visit,
    schema: items,
    now: boundValue(item, items, visit.now),
    old: boundValue(isKeyed ? oldItem : `${old}[${index}]`, items, visit.old),
    place: `${visit.place}[*]`,
    depth: depth + 1,
    wrap: isKeyed
      ? (condition) => wrap(`${now}.all(${item}, ${old}.all(${oldItem}, !(${isSame}) || (${condition})))`)
      : (condition) => wrap(`${now}.all(${index}, ${item}, ${index} >= size(${old}) || (${condition}))`),
  });
  if (isKeyed && sink.rules.length > count) {
    sink.findings.push({ kind: "stricter", place: visit.place, reason: DUPLICATES });
  }
}

const DUPLICATES =
  "items that have the same keys are each compared with all of their old namesakes, not one with one; only lists that " +
  "are older than their x-kubernetes-list-type can have such items";
