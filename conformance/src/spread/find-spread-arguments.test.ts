import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findSpreadArguments } from "./find-spread-arguments.ts";

const packages = join(import.meta.dirname, "..", "..", "..", "packages");

/** Calls whose spread arguments are few whatever a client sends: the line, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  "return functionOf(first, scope)(...rest.map(resolve), ...(piped === undefined ? [] : [piped]));":
    "the words of a template's call, bounded by its text",
  "const field = (this.around?.path ?? rootPath).child(...this.names);": "a table in source code",
  "return names.length === 0 ? path : path.child(...names);": "a table in source code",
  "export const validateContainer = fieldRules<PodSurroundings>(...CONTAINER);": "a table in source code",
  "...CONTAINERS,": "a table in source code",
  "const validateRestartPolicy = fieldRules(...RESTART_RULES);": "a table in source code",
  "return Math.max(...this.#newest);": "the two halves of a journal",
  "named.push(...convertMember(member, source));": "one member of a type",
  "all.push(...(comment === undefined ? [] : [comment]));": "one",
  "return open.length === 0 ? undefined : Math.max(...open);": "volumes of one pod",
  "retries: Math.min(...(counts.length === 0 ? [5] : counts.map((flag) => numberOf(values, flag, 5)))),": "flags",
  "generations: Math.max(...reports.map((report) => report.generations)),": "reports of a test program's readers",
  "return rootPath.child(...names);": "names in source code",
  "text += String.fromCharCode(...bytes.subarray(i, Math.min(i + 4096, end)));": "at most 4,096",
  "const template = objectAt(object, ...(TEMPLATES.get(`${resource.group}/${resource.names.plural}`) ?? []));":
    "a table in source code",
  "return btoa(String.fromCharCode(...digest));": "a digest",
  "tables.push(...Array(LEVEL_SIZE).fill(0));": "a constant",
  '"core/v1.PersistentVolumeSpec": [oneOf(...anyVolumeSource(), "local")],': "a table in source code",
  "...anyVolumeSource(),": "a table in source code",
  "text += btoa(String.fromCharCode(...bytes.subarray(i, i + PIECE)));": "a constant",
  "const rules: RulesByType = Object.assign({}, ...declarations.map(({ types }) => types ?? {}));":
    "built-in declarations",
  "return String.fromCharCode(...digest.subarray(0, 8).map((byte) => 0x30 + (byte % 64)));": "eight",
  'states.push("allocated", ...(countOf(reservedFor) > 0 ? ["reserved"] : []));': "one",
  "...checkAgain(write, { create: onCreate, update: onUpdate }),": "two lists",
  "return implementation(...values);": "the arguments of a CEL function, as many as its overload has",
  "const result = implementation(...values);": "the arguments of a CEL function, as many as its overload has",
  "const result = call(...args);": "the arguments of a CEL function, as many as its overload has",
  "const step = builder.call(mapInsert, builder.accumulator(), ...insertion);": "the arguments of a CEL macro",
  'const state = createState("block", ...alternatives.map((alternative) => ({ to: alternative.state })));':
    "the CEL grammar",
  "back.edges.push({ to: state }, ...(isStar ? [] : [{ to: next }]));": "the CEL grammar",
  'const state = createState("loop-entry", ...compiled.map(({ operator }) => ({ to: operator.state })), { to: next });':
    "the CEL grammar",
  'derContext(3, derSequence(...extensions(options)), "constructed"),': "extensions of an own certificate",
  '...(organization === undefined ? [] : [part("2.5.4.10", organization)]),': "one",
  '...(names.length === 0 ? [] : [extension("2.5.29.17", derSequence(...names.map(alternativeName)))]),':
    "names of an own certificate",
  "return derSequence(derOid(oid), ...(importance === undefined ? [] : [derBoolean(true)]), derOctets(value));": "one",
  'const alternatives = derSequence(...names.map((name) => derContext(2, Buffer.from(name, "latin1"), "primitive")));':
    "names given on the command line",
  'readonly validate: CompiledValidate["validate"] = (...of) => this.#validation().validate(...of);':
    "arguments passed on",
  'readonly validateUpdate: CompiledValidate["validateUpdate"] = (...of) => this.#validation().validateUpdate(...of);':
    "arguments passed on",
  "this.#validation().validateStatusUpdate(...of);": "arguments passed on",
  "const children = node.children.toSpliced(at, 1, ...parts);": "two halves of a tree's node",
  "faults.push(...found.faults.map((fault) => `round ${round}: ${fault}`));": "faults of a test program's round",
};

describe("findSpreadArguments()", () => {
  it.each([
    ["list.push(...items);", [1]],
    ["Math.max(1, ...counts)", [1]],
    ["f(\n  a,\n  ...b,\n)", [3]],
    ["call?.(...b)", [1]],
    ["f<T>(...b)", [1]],
    ["`${f(...b)}`", [1]],
    ["f([...a], { ...b })", []],
    ["const f = (...a: string[]) => g(a);", []],
    ["function f(...a) {}", []],
    ["f((...a) => a)", []],
    ['f("...a", /...a/, `...a`) // f(...a)', []],
    ["return (...a) => 1", []],
  ])("finds spread arguments of calls in %s", (source, lines) => {
    expect(findSpreadArguments(source)).toEqual(lines);
  });
});

describe("sources of the packages", () => {
  const found = readdirSync(packages, { recursive: true, encoding: "utf8" })
    .filter((file) => /^\w+[/\\]src[/\\].*\.ts$/.test(file) && !/\.test\.ts$|[/\\]testing[/\\]/.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(packages, file), "utf8");
      const lines = source.split("\n");
      return findSpreadArguments(source).map((line) => ({ file, line, text: (lines[line - 1] ?? "").trim() }));
    });

  it("pass no list of any length as spread arguments: each takes room on the stack, which 100,000 do not have", () => {
    const unexpected = found.filter(({ text }) => ALLOWED[text] === undefined);
    expect(unexpected.map(({ file, line, text }) => `${file}:${line}: ${text}`)).toEqual([]);
  });

  it("still have every call that is allowed to", () => {
    const texts = new Set(found.map(({ text }) => text));
    expect(Object.keys(ALLOWED).filter((text) => !texts.has(text))).toEqual([]);
  });
});
