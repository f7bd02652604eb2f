import { type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import fc from "fast-check";
import type { JsonSchema } from "../json-schema.ts";

/** Few names, so that schemas and values meet; some of them are names that every JavaScript object inherits. */
const names = fc.constantFrom("a", "b", "k", "d", "metadata", "kind", "name", "constructor", "__proto__");
const scalars: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>("", "a", "b", "\0", "One", 0, 1, 1.5, true, false, null),
  fc.constant(9007199254740993n),
);

/** Any JSON value over the names that {@link structuralSchema} uses. */
export const jsonValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    scalars,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(names, tie("value")), { maxLength: 5 }).map(toObject),
  ),
})).value;

export const jsonObject: fc.Arbitrary<JsonObject> = fc
  .array(fc.tuple(names, jsonValue), { maxLength: 5 })
  .map(toObject);

function toObject(entries: readonly (readonly [string, JsonValue])[]): JsonObject {
  const object: JsonObject = {};
  for (const [key, value] of entries) {
    setOwn(object, key, value);
  }
  return object;
}

const mark = fc.constantFrom("Immutable", "AddOnly", "RemoveOnly");
const extras = fc.record(
  { nullable: fc.boolean(), mutability: mark, keyMutability: mark, default: jsonValue },
  { requiredKeys: [] },
);

const leaf: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.constantFrom("string", "integer", "number", "boolean").map((type) => ({ type })),
  fc.constant({ intOrString: true }),
  fc.constant({ preserveUnknownFields: true }),
  fc.constant({ type: "object" }),
);

const listTypes = fc.constantFrom<JsonSchema>(
  {},
  { listType: "atomic" },
  { listType: "set" },
  { listType: "map", listMapKeys: ["k"] },
  { listType: "map", listMapKeys: ["b", "a"] },
);

const unions = fc.constantFrom<JsonValue>(
  [{ discriminator: "d", "fields-to-discriminateBy": { a: "One", b: "b" } }],
  [{ "fields-to-discriminateBy": { a: "A", b: "B", constructor: "C" } }],
);

/** Random structural schemas; marks and unions may be where placement checks would reject them. */
export const structuralSchema: fc.Arbitrary<JsonSchema> = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc
    .tuple(
      fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf,
        struct(tie("schema")),
        fc
          .oneof(tie("schema"), fc.boolean())
          .map((additionalProperties): JsonSchema => ({ type: "object", additionalProperties })),
        fc.tuple(tie("schema"), listTypes).map(([items, list]): JsonSchema => ({ type: "array", items, ...list })),
      ),
      extras,
    )
    .map(([schema, extra]) => ({ ...schema, ...extra })),
})).schema;

function struct(child: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  const properties = fc.array(fc.tuple(names, child), { maxLength: 5 }).map((entries) => new Map(entries));
  return fc
    .record(
      { properties, preserveUnknownFields: fc.constant(true), embeddedResource: fc.constant(true), unions },
      { requiredKeys: ["properties"] },
    )
    .map((parts) => ({ type: "object", ...parts }));
}

/** Random root schemas. */
export const rootSchema: fc.Arbitrary<JsonSchema> = struct(structuralSchema).filter(hasPlainTypeMeta);

/** True if apiVersion and kind are strings, as every stored CRD has them. */
function hasPlainTypeMeta({ properties }: JsonSchema): boolean {
  return ["apiVersion", "kind"].every((name) => (properties?.get(name)?.type ?? "string") === "string");
}
