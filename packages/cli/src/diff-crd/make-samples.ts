import { type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import type { SchemaPlace } from "@kiln/lint";
import { itemsOf, type JsonSchema, parseUnions } from "@kiln/schema";

/** Maximum nesting of examples. */
const MAX_DEPTH = 12;

/** A value that the schema probably accepts, as small as possible. */
export function makeSample(schema: JsonSchema, depth = 0): JsonValue {
  return makeCandidates(schema, depth)[0] ?? null;
}

/** Values that the schema probably accepts: the simplest first, then those at its limits. */
export function makeCandidates(schema: JsonSchema, depth = 0): JsonValue[] {
  const preset = schema.default === undefined ? [] : [schema.default];
  if (schema.enum !== undefined) {
    return [...preset, ...schema.enum];
  }
  const nullish = schema.nullable === true ? [null] : [];
  return [...preset, ...makeByType(schema, depth), ...nullish];
}

function makeByType(schema: JsonSchema, depth: number): JsonValue[] {
  switch (schema.intOrString === true ? "integer" : schema.type) {
    case "string":
      return makeTexts(schema);
    case "integer":
    case "number":
      return makeNumbers(schema);
    case "boolean":
      return [true, false];
    case "array":
      return makeLists(schema, depth);
    default:
      return makeObjects(schema, depth);
  }
}

const FORMATTED: Readonly<Record<string, string>> = {
  "date-time": "2026-01-02T03:04:05Z",
  date: "2026-01-02",
  duration: "1h",
  uuid: "6ba7b810-9dad-41d1-80b4-00c04fd430c8",
  byte: "YQ==",
  email: "a@example.org",
  ipv4: "10.0.0.1",
  uri: "https://example.org",
  hostname: "example.org",
};

/** Sample texts, one of which matches the patterns of most CRDs. */
const TEXTS = [
  "a",
  "example",
  "A",
  "1",
  "example.org",
  "example.org/a",
  "v1",
  "1h",
  "/a",
  "https://example.org",
  "1Gi",
  "",
];

function makeTexts({ format = "", minLength = 0, maxLength, pattern }: JsonSchema): string[] {
  const texts = [FORMATTED[format] ?? "", ...TEXTS].filter((text, index) => index > 0 || text !== "");
  const padded = texts.map((text) => text.padEnd(minLength, "a"));
  const long = "a".repeat(Math.min(maxLength ?? 300, 5000));
  const matching = padded.filter((text) => pattern === undefined || matches(pattern, text));
  return [...matching, ...(pattern === undefined || matches(pattern, long) ? [long] : []), ...padded];
}

/** Whether a text probably matches: the server's regular expression engine differs, and has the last word. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern).test(text);
  } catch {
    return true;
  }
}

function makeNumbers({ minimum, maximum, multipleOf = 1 }: JsonSchema): number[] {
  const around = [minimum, minimum === undefined ? undefined : minimum + multipleOf, maximum];
  const plain = [1, 0, multipleOf, 1000, -1].filter((value) => value >= (minimum ?? -1) && value <= (maximum ?? 1000));
  return [...plain, ...around.filter((value) => value !== undefined), ...(maximum === undefined ? [2147483647] : [])];
}

function makeLists(schema: JsonSchema, depth: number): JsonValue[] {
  const { minItems = 0, maxItems = 3 } = schema;
  const items = itemsOf(schema);
  if (items === undefined || depth > MAX_DEPTH) {
    return [[]];
  }
  const all = makeCandidates(items, depth + 1);
  const one = all.slice(0, Math.max(minItems, 1));
  const twice = all.length > 0 ? [[all[0] as JsonValue, all[0] as JsonValue]] : [];
  return [one, [], all.slice(0, Math.min(maxItems, 50)), ...twice];
}

function makeObjects(schema: JsonSchema, depth: number): JsonValue[] {
  const { properties = new Map<string, JsonSchema>(), required = [], additionalProperties } = schema;
  const least: JsonObject = {};
  for (const name of depth > MAX_DEPTH ? [] : required) {
    setOwn(least, name, makeSample(properties.get(name) ?? {}, depth + 1));
  }
  if (typeof additionalProperties === "object" && depth <= MAX_DEPTH) {
    return [{ ...least, key: makeSample(additionalProperties, depth + 1) }, least];
  }
  if (additionalProperties === true || schema.preserveUnknownFields === true) {
    return [{ ...least, key: "a" }, least];
  }
  const single = [...properties]
    .filter(([name]) => !required.includes(name))
    .slice(0, 5)
    .map(([name, property]) => ({ ...least, [name]: makeSample(property, depth + 1) }));
  return [least, ...single, ...makeMembers(schema, least, depth)];
}

/** One object for each member of a union, and one with two members. */
function makeMembers({ unions, properties }: JsonSchema, least: JsonObject, depth: number): JsonObject[] {
  return parseUnions(unions ?? null).flatMap(({ discriminator, members }) =>
    [...members].map(([field, value]) => ({
      ...least,
      ...(discriminator === undefined ? {} : { [discriminator]: value }),
      [field]: makeSample(properties?.get(field) ?? {}, depth + 1),
    })),
  );
}

/** An object with `value` at the position, and otherwise only required fields. */
export function placeValue({ relation, name, parent }: SchemaPlace, value: JsonValue): JsonValue {
  if (parent === undefined) {
    return value;
  }
  if (relation === "items") {
    return placeValue(parent, [value]);
  }
  const { default: _preset, ...own } = parent.schema;
  const around = makeSample(own);
  const least = typeof around === "object" && around !== null && !Array.isArray(around) ? around : {};
  const { key: _, ...known } = least;
  return placeValue(parent, { ...known, [relation === "values" ? "key" : name]: value });
}
