import { appendAll, deepEqual, type JsonValue, printJson } from "@kiln/api";
import { childrenOf, type LintSubject, type SchemaPlace } from "@kiln/lint";
import { type JsonSchema, printJsonSchema } from "@kiln/schema";

/** A path at which the new schema differs from the old one. */
export interface Difference {
  readonly version: string;
  /** Schema node of the old CRD; of the new one for a field that the old one lacks. */
  readonly place: SchemaPlace;
  /** Description of the difference as a sentence. */
  readonly what: string;
}

/** Differences between the schemas of versions that both CRDs have, parents first. */
export function findDifferences(old: LintSubject, next: LintSubject): Difference[] {
  return old.versions.flatMap(({ name, root }) => {
    const other = next.versions.find((version) => version.name === name)?.root;
    return root === undefined || other === undefined ? [] : comparePlaces(root, other);
  });
}

/** Differences between two schema nodes and everything below them. */
export function comparePlaces(old: SchemaPlace, next: SchemaPlace): Difference[] {
  const found = changedKeywords(old.schema, next.schema).map((what) => ({ version: old.version, place: old, what }));
  const after = new Map(childrenOf(next).map((child) => [idOf(child), child]));
  const before = new Set<string>();
  for (const child of childrenOf(old)) {
    const counterpart = after.get(idOf(child));
    before.add(idOf(child));
    if (counterpart !== undefined) {
      appendAll(found, comparePlaces(child, counterpart));
    } else if (!keepsUnknown(next.schema)) {
      found.push({ version: old.version, place: child, what: `"${child.field}" is gone` });
    }
  }
  return found;
}

function idOf({ relation, name }: SchemaPlace): string {
  return `${relation} ${name}`;
}

function keepsUnknown({ preserveUnknownFields, additionalProperties }: JsonSchema): boolean {
  return preserveUnknownFields === true || (additionalProperties !== undefined && additionalProperties !== false);
}

/** Keywords that do not affect validity. */
const HARMLESS = new Set(["description", "title", "example", "externalDocs", "properties", "items"]);

function changedKeywords(old: JsonSchema, next: JsonSchema): string[] {
  const [a, b] = [withoutParts(old), withoutParts(next)];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys]
    .filter((key) => !HARMLESS.has(key) && !isSame(a[key], b[key]))
    .map((key) => describeChange(key, a[key], b[key]));
}

/** Maximum length of a value in the sentence: a rule or a pattern would hide the rest of it. */
const MOST_SHOWN = 60;

function describeChange(key: string, old: JsonValue | undefined, next: JsonValue | undefined): string {
  if (old === undefined) {
    return `${key} is new`;
  }
  if (next === undefined) {
    return `${key} is gone`;
  }
  const [before, after] = [printJson(old), printJson(next)];
  return before.length + after.length > MOST_SHOWN ? `${key} changed` : `${key}: ${before} -> ${after}`;
}

function withoutParts(schema: JsonSchema): { readonly [key: string]: JsonValue } {
  const { properties: _, items: __, additionalProperties, ...own } = schema;
  // Compares whether other keys are allowed; their values are compared elsewhere.
  const rest = additionalProperties === undefined ? {} : { additionalProperties: additionalProperties !== false };
  return printJsonSchema({ ...own, ...rest });
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && deepEqual(a, b));
}
