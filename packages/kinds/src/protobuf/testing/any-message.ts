import { type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import fc from "fast-check";
import { type FieldFacts, parseFields, splitMessages, type TypeName } from "../message-facts.ts";
import { messagePackages } from "../message-packages.ts";

/** All messages of all group versions. */
export const everyMessage: readonly TypeName[] = [...messagePackages].flatMap(([apiVersion, text]) =>
  [...splitMessages(text).keys()].map((name) => ({ apiVersion, name })),
);

type Any = fc.Arbitrary<JsonValue>;

const anyDate = fc.date({ min: new Date("0001-01-02"), max: new Date("9999-12-31"), noInvalidDate: true });
const anyText = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });
const anyKey = fc.oneof(anyText, fc.constantFrom("__proto__", "constructor", "é", "\u{10000}", "\uffff"));
const anyInt32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

/** Random JSON values of scalars, excluding zero values, which JSON may omit. */
const SCALARS: ReadonlyMap<string, Any> = new Map<string, Any>([
  ["string", anyText],
  ["bool", fc.constant(true)],
  ["int32", anyInt32.filter((value) => value !== 0)],
  ["int64", fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => toNumber(value || 1n))],
  ["double", fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => value !== 0)],
  ["bytes", fc.uint8Array({ minLength: 1, maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString("base64"))],
  ["Time", anyDate.map((date) => `${date.toISOString().slice(0, 19)}Z`)],
  ["MicroTime", anyDate.map((date) => `${date.toISOString().slice(0, 23)}456Z`)],
  ["Quantity", fc.constantFrom("1", "500m", "1Gi", "2e3", "-3k", "1500m")],
  ["IntOrString", fc.oneof(anyInt32, fc.constantFrom("", "http", "25%"))],
  ["RawExtension", fc.constantFrom<JsonValue>({ a: [1, null] }, [], "text", 3, false)],
  ["FieldsV1", fc.constantFrom<JsonValue>({ "f:metadata": { "f:name": {} } }, {})],
  ["JSON", fc.constantFrom<JsonValue>({ b: {} }, 0, "", false, [1])],
  ["strings", fc.array(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 3 })],
]);

function toNumber(value: bigint): JsonValue {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** Random JSON of a message with some of its fields. At `depth` 0 it has no nested messages. */
export function anyMessage(type: TypeName, depth = 3): fc.Arbitrary<JsonObject> {
  const text = splitMessages(messagePackages.get(type.apiVersion) ?? "").get(type.name) ?? "";
  const fields = parseFields(text, type.apiVersion).flatMap((facts) => {
    const value = anyField(facts, depth);
    return value === undefined ? [] : [{ name: facts.name, value: fc.option(value, { freq: 1, nil: undefined }) }];
  });
  return fc.tuple(...fields.map(({ value }) => value)).map((values) => {
    const object: JsonObject = {};
    for (const [i, value] of values.entries()) {
      const name = fields[i]?.name ?? "";
      if (name === "") {
        Object.assign(object, value);
      } else if (value !== undefined) {
        setOwn(object, name, value);
      }
    }
    return object;
  });
}

function anyField({ shape, type }: FieldFacts, depth: number): Any | undefined {
  const value = SCALARS.get(type.name) ?? (depth > 0 ? anyValue(type, depth - 1) : undefined);
  if (value === undefined || (shape !== "list" && shape !== "map")) {
    return value;
  }
  return shape === "list"
    ? fc.array(value, { minLength: 1, maxLength: 3 })
    : fc.uniqueArray(fc.tuple(anyKey, value), { minLength: 1, maxLength: 3, selector: ([key]) => key }).map(toMap);
}

function anyValue(type: TypeName, depth: number): Any {
  const schema = anyMessage({ ...type, name: "JSONSchemaProps" }, depth);
  switch (type.name) {
    case "JSONSchemaPropsOrBool":
      return fc.oneof(fc.boolean(), schema);
    case "JSONSchemaPropsOrArray":
      return fc.oneof(schema, fc.array(schema, { minLength: 1, maxLength: 2 }));
    case "JSONSchemaPropsOrStringArray":
      return fc.oneof(schema, fc.array(anyText, { minLength: 1, maxLength: 2 }));
    default:
      return anyMessage(type, depth);
  }
}

function toMap(entries: readonly (readonly [string, JsonValue])[]): JsonObject {
  const map: JsonObject = {};
  for (const [key, value] of entries) {
    setOwn(map, key, value);
  }
  return map;
}
