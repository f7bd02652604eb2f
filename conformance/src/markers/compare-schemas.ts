import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";

/** One field that is not the same in both. */
export interface FieldDifference {
  readonly field: string;
  /** `missing`, `extra`, or the keywords that differ. */
  readonly what: string;
}

export interface SchemaComparison {
  readonly equal: number;
  readonly differences: readonly FieldDifference[];
}

/** Field by field: equal if their schemas are, subschemas aside. */
export function compareSchemas(
  published: JsonObject,
  generated: JsonObject,
  edits: ReadonlySet<string>,
): SchemaComparison {
  const [theirs, ours] = [flatten(published), flatten(generated)];
  const differences: FieldDifference[] = [];
  for (const [field, schema] of theirs) {
    const other = ours.get(field);
    const keywords = other === undefined ? ["missing"] : differingKeywords(schema, other, edits);
    if (keywords.length > 0) {
      differences.push({ field, what: keywords.join(", ") });
    }
  }
  const cut = [...theirs].filter(([, schema]) => schema["x-kubernetes-preserve-unknown-fields"] === true);
  // A subtree that a project removed by hand counts once, at its root.
  const isBelowCut = (field: string) => cut.some(([place]) => field.startsWith(place) && field !== place);
  const extra = [...ours.keys()].filter((field) => !theirs.has(field) && !isBelowCut(field));
  const equal = theirs.size - differences.length;
  return { equal, differences: [...differences, ...extra.map((field) => ({ field, what: "extra" }))] };
}

/** Every schema below one, by the field it is of. */
function flatten(schema: JsonObject, field = "", found = new Map<string, JsonObject>()): Map<string, JsonObject> {
  const { properties, items, additionalProperties, ...own } = schema;
  found.set(field, own);
  for (const [name, property] of isJsonObject(properties) ? Object.entries(properties) : []) {
    flatten(property as JsonObject, `${field}.${name}`, found);
  }
  for (const [part, key] of [
    [items, "[]"],
    [additionalProperties, "{}"],
  ] as const) {
    if (isJsonObject(part)) {
      flatten(part, field + key, found);
    }
  }
  return found;
}

function differingKeywords(a: JsonObject, b: JsonObject, edits: ReadonlySet<string>): string[] {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].filter((key) => !edits.has(key) && !isSame(key, a[key], b[key])).sort();
}

function isSame(key: string, a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === undefined || b === undefined) {
    return a === b;
  }
  // Generators have broken lines of descriptions in different places over the years.
  return key === "description"
    ? String(a).replace(/\s+/g, " ").trim() === String(b).replace(/\s+/g, " ").trim()
    : deepEqual(a, b);
}
