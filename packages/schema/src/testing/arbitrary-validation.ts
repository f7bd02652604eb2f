import type { JsonValue } from "@kiln/api";
import fc from "fast-check";

/** Few names and few numbers, so that schemas and values meet. */
const NAMES = ["a", "b", "constructor", "__proto__", "toString"];
const NUMBERS = [0, -0, 1, 2, 3, -1, 0.1, 0.5, 1.5, 2.5, 1e3, 2 ** 31, 2 ** 53, 1e18, 1e300, 1.0000000001];
const TEXTS = ["", "a", "ab", "👍", "abc", "1", "2024-01-01", "1.2.3.4", "x y"];

const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(...NUMBERS, ...TEXTS, null, true, false),
  fc.constantFrom<JsonValue>(9007199254740993n, -(2n ** 63n)),
);

/** Object with the entries as own keys, `__proto__` included. */
function toObject(entries: readonly (readonly [string, JsonValue])[]): JsonValue {
  return Object.fromEntries(entries);
}

/** Any JSON value, integers beyond 2^53 included. */
export const arbitraryValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(fc.tuple(fc.constantFrom(...NAMES), tie("value")), { maxLength: 3 }).map(toObject),
  ),
})).value;

const number = fc.constantFrom(...NUMBERS);
const count = fc.integer({ min: 0, max: 3 });
const names = fc.array(fc.constantFrom(...NAMES), { maxLength: 2 });

/** Random schemas in JSON, structural or not: any keyword beside any other. */
export const arbitraryJsonSchema: fc.Arbitrary<JsonValue> = fc.letrec<{ schema: JsonValue }>((tie) => {
  const schemas = fc.array(tie("schema"), { minLength: 1, maxLength: 3 });
  const fields = fc.array(fc.tuple(fc.constantFrom(...NAMES), tie("schema")), { maxLength: 3 }).map(toObject);
  const keywords: fc.Arbitrary<object>[] = [
    fc.record({ type: fc.constantFrom("string", "integer", "number", "boolean", "object", "array", "weird") }),
    fc.record({ format: fc.constantFrom("int32", "int64", "float", "double", "date", "ipv4", "no-such") }),
    fc.record({ nullable: fc.boolean() }),
    fc.record({ "x-kubernetes-int-or-string": fc.constant(true) }),
    fc.record({ enum: fc.array(scalar, { minLength: 1, maxLength: 3 }) }),
    fc.record({ pattern: fc.constantFrom("^a", "b+", "(", "^[0-9]+$", "") }),
    fc.record({ minLength: count }),
    fc.record({ maxLength: count }),
    fc.record({ minimum: number, exclusiveMinimum: fc.boolean() }),
    fc.record({ maximum: number, exclusiveMaximum: fc.boolean() }),
    fc.record({ multipleOf: number }),
    fc.record({ minItems: count }),
    fc.record({ maxItems: count }),
    fc.record({ uniqueItems: fc.boolean() }),
    fc.record({ minProperties: count }),
    fc.record({ maxProperties: count }),
    fc.record({ required: names }),
    fc.record({ properties: fields }),
    fc.record({ additionalProperties: fc.oneof(tie("schema"), fc.boolean()) }),
    fc.record({ items: tie("schema") }),
    fc.record({ allOf: schemas }),
    fc.record({ anyOf: schemas }),
    fc.record({ oneOf: schemas }),
    fc.record({ not: tie("schema") }),
    fc.record({
      "x-kubernetes-list-type": fc.constantFrom("set", "map", "atomic"),
      "x-kubernetes-list-map-keys": names,
    }),
    fc.record({ "x-kubernetes-embedded-resource": fc.constant(true) }),
  ];
  const keyword = fc.oneof({ maxDepth: 3, depthSize: "small" }, ...keywords);
  return {
    schema: fc.array(keyword, { maxLength: 4 }).map((parts) => Object.assign({}, ...parts) as JsonValue),
  };
}).schema;
