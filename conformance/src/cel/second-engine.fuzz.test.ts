import { celEnv, isCelError, isCelList, parse, plan } from "@bufbuild/cel";
import {
  boolType,
  CelError,
  createEnvironment,
  intType,
  kubernetesLibraries,
  listType,
  mapType,
  type Program,
  stringType,
} from "@kiln/cel";
import fc from "fast-check";
import { expect, it } from "vitest";

const environment = createEnvironment({
  libraries: kubernetesLibraries,
  variables: {
    i: intType,
    s: stringType,
    b: boolType,
    l: listType(intType),
    t: listType(stringType),
    m: mapType(stringType, intType),
  },
});

type Arbitrary = fc.Arbitrary<string>;

/** Arbitrary expressions of each type, with features that both engines have. */
const expressions = fc.letrec<Record<"int" | "text" | "bool" | "list" | "texts", string>>((tie) => {
  const [int, text, bool, list, texts] = [tie("int"), tie("text"), tie("bool"), tie("list"), tie("texts")];
  const join = (parts: readonly [Arbitrary, ...Arbitrary[]], print: (...texts: string[]) => string) =>
    fc.tuple(...parts).map((printed) => print(...printed));
  const choose = (...all: readonly Arbitrary[]) =>
    fc.oneof({ maxDepth: 3, withCrossShrink: true }, ...(all as [Arbitrary]));
  const operator = (...names: readonly string[]) => fc.constantFrom(...names);
  const ternary = (part: Arbitrary) => join([bool, part, part], (test, yes, no) => `(${test} ? ${yes} : ${no})`);
  return {
    int: choose(
      fc.constantFrom("0", "1", "-3", "i", "m.a", "m['z']", "9223372036854775807", "l[0]"),
      join([int, operator("+", "-", "*", "/", "%"), int], (left, name, right) => `(${left} ${name} ${right})`),
      join([list, int], (elements, index) => `${elements}[${index}]`),
      join([fc.oneof(list, text, texts)], (value) => `size(${value})`),
      ternary(int),
    ),
    text: choose(
      fc.constantFrom("''", "'a'", "'bé'", "s", "t[0]"),
      join([text, text], (left, right) => `(${left} + ${right})`),
      join([texts, int], (elements, index) => `${elements}[${index}]`),
      ternary(text),
    ),
    bool: choose(
      fc.constantFrom("true", "false", "b", "has(m.a)", "has(m.z)", "('a' in m)"),
      join([bool, operator("&&", "||"), bool], (left, name, right) => `(${left} ${name} ${right})`),
      join([bool], (value) => `!${value}`),
      join([int, operator("<", "<=", ">", ">=", "==", "!="), int], (left, name, right) => `(${left} ${name} ${right})`),
      join([text, operator("<", "==", "!="), text], (left, name, right) => `(${left} ${name} ${right})`),
      join([list, operator("==", "!="), list], (left, name, right) => `(${left} ${name} ${right})`),
      join(
        [text, operator("startsWith", "endsWith", "contains"), text],
        (left, name, right) => `${left}.${name}(${right})`,
      ),
      join([int, list], (element, elements) => `(${element} in ${elements})`),
      join(
        [list, operator("all", "exists", "exists_one"), bool],
        (elements, name, test) => `${elements}.${name}(x, x > 1 || ${test})`,
      ),
      join(
        [texts, operator("all", "exists"), bool],
        (elements, name, test) => `${elements}.${name}(y, y == s && ${test})`,
      ),
    ),
    list: choose(
      fc.constantFrom("l", "[1, 2]", "[i]"),
      join([int, int], (first, second) => `[${first}, ${second}]`),
      join([list, list], (left, right) => `(${left} + ${right})`),
      join([list, int], (elements, value) => `${elements}.map(x, x + ${value})`),
      join([list, bool], (elements, test) => `${elements}.filter(x, x != 2 && ${test})`),
    ),
    texts: choose(
      fc.constantFrom("t", "['x', 'a']"),
      join([text, text], (first, second) => `[${first}, ${second}]`),
      join([texts, text], (elements, value) => `${elements}.map(y, y + ${value})`),
    ),
  };
});

const data = fc.record({
  i: fc.integer(),
  s: fc.string(),
  b: fc.boolean(),
  l: fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 4 }),
  t: fc.array(fc.constantFrom("a", "x", "", "bé"), { maxLength: 3 }),
  m: fc.dictionary(fc.constantFrom("a", "b", "z"), fc.integer({ min: -2, max: 2 })),
});

/** Number of expressions; `npm run fuzz:cel` runs many more. */
const runs = Number(process.env.KILN_FUZZ_RUNS ?? 200);

const failed = Symbol("failed");

function answer(program: Program, bindings: Record<string, unknown>): unknown {
  const { value } = program.evaluate(bindings, { costLimit: 1_000_000 });
  return value instanceof CelError ? failed : value;
}

function secondAnswer(expression: string, bindings: Record<string, unknown>): unknown {
  const run = plan(celEnv(), parse(expression));
  return fromSecond(run(toBigints(bindings) as Parameters<typeof run>[0]));
}

/** Value of the second engine, whose ints are bigints and whose lists have a type of their own. */
function fromSecond(value: unknown): unknown {
  if (isCelError(value)) {
    return failed;
  }
  if (isCelList(value)) {
    return [...value].map(fromSecond);
  }
  return typeof value === "bigint" && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function toBigints(value: unknown): unknown {
  if (typeof value === "number") {
    return BigInt(value);
  }
  if (Array.isArray(value)) {
    return value.map(toBigints);
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toBigints(member)]))
    : value;
}

it("answers as a second engine does, or fails where that fails", () => {
  const { int, text, bool, list, texts } = expressions;
  fc.assert(
    fc.property(fc.oneof(int, text, bool, list, texts), data, (expression, bindings) => {
      const { program, fault } = environment.compile(expression);
      // Here the whole program fails if a constant part always fails; in the second engine only its use fails.
      fc.pre(program !== undefined || fault.kind !== "program");
      expect(program, fault?.text).toBeDefined();
      expect(program === undefined ? failed : answer(program, bindings)).toEqual(secondAnswer(expression, bindings));
    }),
    { numRuns: runs },
  );
}, 600_000);
