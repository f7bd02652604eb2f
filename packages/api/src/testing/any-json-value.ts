import fc from "fast-check";
import { type JsonObject, type JsonValue, setOwn } from "../value/json-value.ts";

const key = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "",
    "0",
    "-1",
    "a.b",
    "a b",
    "<<",
    "y",
    "~",
  ),
);

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({
    unit: fc.constantFrom("a", " ", "\n", "\t", ":", "#", "-", "'", '"', "\\", "é", "1", ".", "|", "\u2028"),
  }),
  fc.constantFrom(
    "null",
    "yes",
    "0x1f",
    "1_000",
    "1e3",
    ".inf",
    "2001-01-01",
    "12:30:45",
    "---",
    "- a",
    "a: b",
    "=",
    "<<",
  ),
);

/** Doubles in the int64 range beyond 2^53 are excluded: they print as integers, which decode to `bigint`. */
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger())
  .filter((value) => Number.isSafeInteger(value) || !Number.isInteger(value) || Math.abs(value) >= 2 ** 63)
  .map((value) => value + 0);

const int64 = fc
  .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  .filter((value) => value > 2n ** 53n - 1n || value < -(2n ** 53n) + 1n);

/** Random values that are equal after encoding and decoding: well-formed strings, no `-0`, special keys, int64. */
export const anyJsonValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), number, int64, text),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.array(fc.tuple(key, tie("value")), { maxLength: 5 }).map(toObject),
  ),
})).value;

function toObject(entries: readonly (readonly [string, JsonValue])[]): JsonObject {
  const object: JsonObject = {};
  for (const [name, value] of entries) {
    setOwn(object, name, value);
  }
  return object;
}
