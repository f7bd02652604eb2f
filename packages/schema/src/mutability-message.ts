import { compareGoStrings, deepEqual, type FieldError, type JsonValue } from "@kiln/api";
import { printIdentity } from "./element-identity.ts";
import { fitReport, printSegments, type Segment } from "./fault.ts";
import { findDifference } from "./find-difference.ts";
import { itemsOf, type JsonSchema, type Mutability } from "./json-schema.ts";

/** Node that carries the mark, seen from the violation: the node itself, or the list or map that holds it. */
export type MarkedNode = "field" | "items" | "values" | "list-keys" | "index-keys" | "map-keys";

/** One violated mark. Its path has the innermost segment first; enclosing nodes append theirs. */
export interface Violation {
  readonly segments: Segment[];
  readonly mark: Mutability;
  readonly node: MarkedNode;
  /** Schema of the marked node, if the violation concerns its value. */
  readonly schema?: JsonSchema;
  /** Absent: the value was added. */
  readonly old?: JsonValue;
  /** Absent: the value was removed. */
  readonly new?: JsonValue;
}

const LONGEST = 80;

/** Field errors of violations, sorted by path. Values are shortened, or withheld. */
export function toFieldErrors(
  violations: readonly Violation[],
  options: { readonly withholdsValues: boolean },
): FieldError[] {
  const { withholdsValues } = options;
  const errors = fitReport(violations).map((violation) =>
    toFieldError(withholdsValues ? withholdKeys(violation) : violation, withholdsValues),
  );
  return errors.sort((a, b) => compareGoStrings(a.field, b.field));
}

/** Replaces set members and list keys in the path, which are values of the object too. */
function withholdKeys(violation: Violation): Violation {
  const segments = violation.segments.map(
    (segment): Segment => (segment.kind === "item" ? { kind: "item", text: "[…]" } : segment),
  );
  return { ...violation, segments };
}

function toFieldError(violation: Violation, withholdsValues: boolean): FieldError {
  const field = printSegments(violation.segments, "bracketed");
  const happened = withholdsValues ? describeWithheld(violation, field) : describe(violation, field);
  const defaulted = isDefault(violation) ? "it was set to its default; a request that leaves it out gets that; " : "";
  const detail = `${happened}: ${placeOf(violation, field)} ${markOf(violation)}; ${defaulted}${wayOut(violation)}`;
  if (violation.old === undefined || violation.new === undefined) {
    return { reason: "FieldValueForbidden", field, detail };
  }
  return withholdsValues
    ? { reason: "FieldValueInvalid", field, detail }
    : { reason: "FieldValueInvalid", field, value: shortenValue(violation.new, startOf(violation)), detail };
}

function describe(violation: Violation, field: string): string {
  const { old, new: now } = violation;
  if (old === undefined) {
    return isKeyed(violation) ? "may not be added" : `may not be added (${shorten(now)})`;
  }
  if (now === undefined) {
    return isKeyed(violation) ? "may not be removed" : `may not be removed (was ${shorten(old)})`;
  }
  const difference = findDifference(old, now);
  if (difference.segments.length === 0) {
    return `may not be changed from ${shortenPair(old, now).join(" to ")}`;
  }
  const place = printSegments([...difference.segments, ...violation.segments], "bracketed");
  return `may not be changed (${place || field} ${describeChange(difference.old, difference.new)})`;
}

function describeChange(old: JsonValue | undefined, now: JsonValue | undefined): string {
  if (old === undefined) {
    return `was added with ${shorten(now)}`;
  }
  return now === undefined ? `was removed, it was ${shorten(old)}` : `went from ${shortenPair(old, now).join(" to ")}`;
}

/** Whether the new value, or the first part of it that differs, equals the default of its schema. */
function isDefault({ schema, old, new: now }: Violation): boolean {
  if (schema === undefined || now === undefined) {
    return false;
  }
  const difference = old === undefined ? { segments: [], new: now } : findDifference(old, now);
  const at = [...difference.segments].reverse().reduce<JsonSchema | undefined>(stepInto, schema);
  return at?.default !== undefined && difference.new !== undefined && deepEqual(at.default, difference.new);
}

function stepInto(schema: JsonSchema | undefined, segment: Segment): JsonSchema | undefined {
  if (segment.kind !== "field") {
    return schema === undefined ? undefined : itemsOf(schema);
  }
  const { properties, additionalProperties: values } = schema ?? {};
  return properties?.get(segment.name) ?? (typeof values === "object" ? values : undefined);
}

function describeWithheld({ old, new: now, segments }: Violation, field: string): string {
  if (old === undefined || now === undefined) {
    return old === undefined ? "may not be added" : "may not be removed";
  }
  const difference = findDifference(old, now);
  const place = printSegments([...difference.segments, ...segments], "bracketed");
  return place === field ? "may not be changed" : `may not be changed (${place} differs)`;
}

function isKeyed({ node }: Violation): boolean {
  return node === "list-keys" || node === "index-keys" || node === "map-keys";
}

function placeOf({ node, segments }: Violation, field: string): string {
  if (node === "field") {
    return `${field} is marked`;
  }
  const holder = printSegments(segments.slice(1), "bracketed");
  switch (node) {
    case "items":
      return `the items of ${holder} are marked`;
    case "values":
      return `the values of ${holder} are marked`;
    default:
      return `${holder} is marked`;
  }
}

function markOf(violation: Violation): string {
  return `${isKeyed(violation) ? "x-kubernetes-key-mutability" : "x-kubernetes-mutability"}: ${violation.mark}`;
}

const RECREATE = "delete the object and create it again";

function wayOut(violation: Violation): string {
  const { mark, node } = violation;
  switch (node) {
    case "field":
      return WAYS_OUT_OF_FIELDS[mark];
    case "items":
    case "values":
      return `${RECREATE}, or use another ${node === "items" ? "item" : "key"}`;
    default:
      return wayOutOfKeys(mark, node);
  }
}

const WAYS_OUT_OF_FIELDS: Readonly<Record<Mutability, string>> = {
  Immutable: `${RECREATE} to change it`,
  AddOnly: `it may be set once and then stays; ${RECREATE} to change it`,
  RemoveOnly: `it may only be removed, or ${RECREATE}`,
};

function wayOutOfKeys(mark: Mutability, node: MarkedNode): string {
  const things = node === "map-keys" ? "keys" : "items";
  switch (mark) {
    case "Immutable":
      return `${things} may be neither added nor removed; ${RECREATE}`;
    case "AddOnly":
      return `${things} may only be ${node === "index-keys" ? "appended" : "added"}`;
    case "RemoveOnly":
      return `${things} may only be removed`;
  }
}

function shorten(value: JsonValue | undefined): string {
  return value === undefined ? "nothing" : shortenFrom(value, 0);
}

/** Two values, both cut to start shortly before their first difference. */
function shortenPair(old: JsonValue, now: JsonValue): string[] {
  const start = startOf({ old, new: now });
  return [shortenFrom(old, start), shortenFrom(now, start)];
}

/** Offset from which long values are shown, so that the first difference is visible. */
function startOf({ old = "", new: now = "" }: Pick<Violation, "old" | "new">): number {
  const texts = [old, now].map((value) => (typeof value === "string" ? value : printIdentity(value)));
  const [before = "", after = ""] = texts;
  let same = 0;
  while (same < before.length && before[same] === after[same]) {
    same++;
  }
  const isCut = texts.some((text) => text.length > LONGEST);
  return isCut && same > LONGEST / 2 ? same - LONGEST / 4 : 0;
}

/** Shortens a value for a message; a string keeps its quotes. */
function shortenFrom(value: JsonValue, start: number): string {
  return typeof value === "string" ? printIdentity(cut(value, start)) : cut(printIdentity(value), start);
}

function shortenValue(value: JsonValue, start: number): JsonValue {
  if (typeof value === "string") {
    return cut(value, start);
  }
  const text = printIdentity(value);
  return text.length > LONGEST ? cut(text, start) : value;
}

/** At most {@link LONGEST} characters from `start`. Halves of surrogate pairs at the ends are dropped. */
function cut(text: string, start: number): string {
  if (text.length <= LONGEST) {
    return text;
  }
  const head = start === 0 ? "" : "…";
  const end = start + LONGEST - head.length;
  const part = text.slice(start, end < text.length ? end - 1 : end);
  return `${head}${part.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "")}${end < text.length ? "…" : ""}`;
}
