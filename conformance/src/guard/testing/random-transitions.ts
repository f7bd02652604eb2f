import type { JsonObject, JsonValue } from "@kiln/api";
import fc from "fast-check";

/** An object, and a change of it by a client. */
export interface Transition {
  readonly before: JsonObject;
  readonly change: Change;
}

export interface Change {
  readonly how: "put" | "merge" | "apply";
  readonly spec: JsonObject;
}

const word = fc.constantFrom("a", "b");
const number = fc.integer({ min: 0, max: 1 });

function record(fields: Record<string, fc.Arbitrary<JsonValue>>): fc.Arbitrary<JsonObject> {
  return fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
}

const member = fc.oneof(
  word.map((a): JsonObject => ({ a })),
  word.map((b): JsonObject => ({ b })),
  record({ n: number }).map((c): JsonObject => ({ c })),
  fc.constant<JsonObject>({ type: "Nothing" }),
);
const anyChoice = record({
  type: fc.constantFrom("A", "B", "C", "Nothing"),
  a: word,
  b: word,
  c: record({ n: number }),
});
/** Mostly a choice that does not contradict itself. */
const choice = fc.oneof({ weight: 4, arbitrary: member }, { weight: 1, arbitrary: anyChoice });
const either = fc.oneof(
  { weight: 4, arbitrary: record({ x: word }) },
  { weight: 1, arbitrary: record({ x: word, y: word }) },
);

function uniqueList<T extends JsonValue>(of: fc.Arbitrary<T>, by: (item: T) => unknown): fc.Arbitrary<JsonValue> {
  return fc.uniqueArray(of, { maxLength: 3, selector: by }) as fc.Arbitrary<JsonValue>;
}

const itemOf = (inner: fc.Arbitrary<JsonObject>) =>
  fc
    .tuple(fc.constantFrom("i", "j", "k"), record({ level: number, choice: inner }))
    .map(([name, rest]): JsonObject => ({ name, ...rest }));

interface Choices {
  readonly choice: fc.Arbitrary<JsonObject>;
  readonly either: fc.Arbitrary<JsonObject>;
}

/** A few values for each field of mixers.example.com, so that old and new values are often equal. */
function specOf(choices: Choices): fc.Arbitrary<JsonObject> {
  return record({
    free: word,
    fixed: word,
    added: word,
    removed: number,
    nothing: fc.oneof(word, fc.constant(null)),
    members: uniqueList(fc.constantFrom("a", "b", "c"), (each) => each),
    memberKeys: uniqueList(fc.constantFrom("a", "b", "c"), (each) => each),
    struct: record({ a: word, b: number }),
    map: record({ k: word, l: word }),
    values: record({ k: word, l: word }),
    list: fc.array(number, { maxLength: 3 }) as fc.Arbitrary<JsonValue>,
    items: uniqueList(itemOf(choices.choice), ({ name }) => name),
    choice: choices.choice,
    either: choices.either,
  });
}

const valid = specOf({ choice: member, either: record({ x: word }) });
const anything = specOf({ choice, either });
const first = fc.oneof({ weight: 9, arbitrary: valid }, { weight: 1, arbitrary: anything });

/** Most changes affect a few fields of the object: one with completely other fields is nearly always rejected. */
export const transitions: fc.Arbitrary<Transition> = fc
  .tuple(
    first,
    anything,
    fc.constantFrom("put", "merge", "apply"),
    fc.array(fc.nat(13), { minLength: 1, maxLength: 3 }),
  )
  .map(([before, other, how, touched]) => {
    const names = Object.keys({ ...before, ...other });
    const chosen = new Set(touched.map((index) => names[index % Math.max(names.length, 1)] ?? ""));
    const changed: JsonObject = {};
    for (const name of names) {
      const value = chosen.has(name) ? other[name] : how === "merge" ? undefined : before[name];
      if (value !== undefined) {
        changed[name] = value;
      } else if (how === "merge" && chosen.has(name)) {
        changed[name] = null;
      }
    }
    return { before, change: { how, spec: changed } };
  });
