import { JsonSyntaxError, type JsonValue, printYaml, StatusError } from "@kiln/api";
import { parseYaml, parseYamlDocuments } from "@kiln/api/yaml";
import { describe, expect, it } from "vitest";

type Shape = (size: number) => string;

/** The part repeated as often as it fits. */
function fill(size: number, part: string): string {
  return part.repeat(Math.floor(size / part.length));
}

function numbered(size: number, part: (i: number) => string): string {
  const parts: string[] = [];
  for (let i = 0, length = 0; length < size; i++) {
    parts.push(part(i));
    length += (parts[i] as string).length;
  }
  return parts.join("");
}

function steps(size: number): string {
  const depth = Math.floor(Math.sqrt(size * 2));
  return Array.from({ length: depth }, (_, i) => `${" ".repeat(i)}a:\n`).join("");
}

const SHAPES: Readonly<Record<string, Shape>> = {
  "a plain scalar over many lines": (size) => `a: x\n${fill(size, "  y\n")}`,
  "empty lines in a plain scalar": (size) => `a: x\n${fill(size, "\n")}  y\n`,
  "words of a plain scalar": (size) => `a: ${fill(size, "x ")}y\n`,
  "a plain scalar that ends in spaces": (size) => fill(size, `a:${" ".repeat(200)}\n`),
  "a double-quoted scalar over many lines": (size) => `a: "x\n${fill(size, "  y\n")}"\n`,
  "escapes in double quotes": (size) => `a: "${fill(size, "\\n\\u00e9")}"\n`,
  "escaped line ends": (size) => `a: "${fill(size, "x\\\n  ")}"\n`,
  "a quote that is never closed": (size) => `a: "${fill(size, "x\n  ")}`,
  "a single-quoted scalar over many lines": (size) => `a: 'x\n${fill(size, "  y''\n")}'\n`,
  "folded text": (size) => `a: >\n${fill(size, "  y\n")}`,
  "folded text with deeper lines": (size) => `a: >\n${fill(size, "  y\n   z\n")}`,
  "empty lines of folded text": (size) => `a: >\n  x\n${fill(size, "\n")}  y\n`,
  "literal text": (size) => `a: |\n${fill(size, "  y\n")}`,
  "empty lines behind literal text": (size) => `a: |+\n  x\n${fill(size, "\n")}`,
  "lines of spaces before literal text": (size) => `a: |\n${fill(size, `${" ".repeat(200)}\n`)}${" ".repeat(200)}x\n`,
  "many literal texts": (size) => fill(size, "- |\n  x\n"),
  "a list in brackets": (size) => `a: [${fill(size, "x,")}]\n`,
  "a list in brackets over many lines": (size) => `a: [\n${fill(size, "  x,\n")}]\n`,
  "a map in braces": (size) => `a: {${numbered(size, (i) => `k${i}: v,`)}}\n`,
  "pairs in brackets": (size) => `a: [${fill(size, "x: y,")}]\n`,
  "brackets that are never closed": (size) => fill(size, "["),
  "braces that are never closed": (size) => fill(size, "{a: "),
  "empty collections": (size) => `a: [${fill(size, "[],{},")}]\n`,
  JSON: (size) => JSON.stringify(Array.from({ length: size / 30 }, (_, i) => ({ name: `n${i}`, v: [1, 2, {}] }))),
  comments: (size) => `a: 1\n${fill(size, "# c\n")}b: 1 #${fill(size, "x")}\n`,
  "a map": (size) => numbered(size, (i) => `k${i}: v\n`),
  "one key again and again": (size) => fill(size, "k: v\n"),
  "a list": (size) => fill(size, "- x\n"),
  "a list of maps": (size) => fill(size, "- a: 1\n  b: 2\n"),
  dashes: (size) => fill(size, "- "),
  "empty items": (size) => fill(size, "-\n"),
  "question marks": (size) => fill(size, "? "),
  "explicit keys": (size) => numbered(size, (i) => `? k${i}\n: v\n`),
  "nesting by indentation": steps,
  anchors: (size) => numbered(size, (i) => `- &a${i} x\n`),
  "aliases of a scalar": (size) => `- &a x\n${fill(size, "- *a\n")}`,
  "aliases of a map": (size) => `- &a {x: y}\n${fill(size, "- *a\n")}`,
  "an alias for each anchor": (size) => numbered(size, (i) => `- &a${i} x\n- *a${i}\n`),
  "aliases of aliases": (size) =>
    numbered(size, (i) => `a${i}: &a${i} ${i === 0 ? "[x]" : `[${`*a${i - 1},`.repeat(9)}]`}\n`),
  "aliases of a long list": (size) => `a: &a [${fill(size / 2, "x,")}]\nb: [${fill(size / 2, "*a,")}]\n`,
  "aliases of a long text": (size) => `a: &a ${fill(size / 2, "x")}\nb: [${fill(size / 2, "*a,")}]\n`,
  "merge keys": (size) => `a: &a {x: 1}\nb:\n${fill(size, "- <<: *a\n")}`,
  "merge keys of one map": (size) => `a: &a {x: 1}\nb:\n${fill(size, "  <<: *a\n")}`,
  "a list of merged maps": (size) => `a: &a {x: 1}\nb:\n  <<: [${fill(size, "*a,")}]\n`,
  tags: (size) => fill(size, "- !!str x\n"),
  "a long tag": (size) => `a: !${fill(size, "x")} y\n`,
  "%TAG directives": (size) => `${numbered(size, (i) => `%TAG !e${i}! tag:x,2000:app/\n`)}---\na: 1\n`,
  "binary text": (size) => `a: !!binary ${fill(size, "QUJD")}\n`,
  "a long key": (size) => `${fill(size, "k")}: v\n`,
  "long keys": (size) => numbered(size, (i) => `${"k".repeat(1000)}${i}: v\n`),
  "keys with properties": (size) => numbered(size, (i) => `&a${i} !!str k${i}: v\n`),
  tabs: (size) => `a:${fill(size, "\t")}b\n`,
  "empty lines": (size) => `${fill(size, "\n   \n")}a: 1\n`,
  "carriage returns": (size) => `a: x\r\n${fill(size, "  y\r\n")}${fill(size, "\r")}`,
  documents: (size) => fill(size, "---\na: 1\n"),
  "empty documents": (size) => fill(size, "---\n...\n"),
  colons: (size) => `a: ${fill(size, ":")}\n`,
  digits: (size) =>
    `a: ${fill(size, "1")}\nb: 0x${fill(size, "f")}\nc: 1${fill(size, "_")}\nd: 1.${fill(size, "0")}e5\n`,
  "almost a timestamp": (size) => `a: 2001-01-01 ${fill(size, " ")}x\n`,
  "line separators": (size) => `a: |\n${fill(size, "  x\u2028\n")}`,
};

const SMALL = 48 * 1024;

/** Least of several, in milliseconds of processor time. */
function measure(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    const start = process.cpuUsage();
    try {
      work();
    } catch (error) {
      if (!(error instanceof JsonSyntaxError || error instanceof StatusError)) {
        throw error;
      }
    }
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** Four times the size takes four times as long; sixteen times would be quadratic. */
function expectLinear(work: (size: number) => () => unknown): void {
  const small = measure(work(SMALL));
  expect(measure(work(SMALL * 4))).toBeLessThan(small * 9 + 60);
}

describe("reading YAML takes time in proportion to its length", () => {
  it.each(Object.entries(SHAPES))("for %s", (_, shape) => {
    expectLinear((size) => {
      const text = shape(size);
      return () => parseYaml(text);
    });
  });

  it("for many documents, all of which are read", () => {
    expectLinear((size) => {
      const text = numbered(size, (i) => `---\na: ${i}\na: 2\n`);
      return () => parseYamlDocuments(text);
    });
  });
});

function nest(depth: number, leaf: JsonValue): JsonValue {
  let value = leaf;
  for (let i = 0; i < depth; i++) {
    value = { a: value, b: 1 };
  }
  return value;
}

const VALUES: Readonly<Record<string, (size: number) => JsonValue>> = {
  "a text in a deep object": (size) => nest(900, "x".repeat(size)),
  "words in a deep object": (size) => nest(900, "x ".repeat(size / 2)),
  "lines in a deep object": (size) => nest(900, "x\n".repeat(size / 2)),
  words: (size) => "word ".repeat(size / 5),
  lines: (size) => "x\n".repeat(size / 2),
  quotes: (size) => `' ${"' ".repeat(size / 2)}x`,
  "control characters": (size) => "\u0001".repeat(size),
  spaces: (size) => " ".repeat(size),
  "a list": (size) => Array.from({ length: size / 4 }, () => "x"),
  "a map": (size) => Object.fromEntries(Array.from({ length: size / 10 }, (_, i) => [`k${i}`, 1])),
  "long keys with digits": (size) =>
    Object.fromEntries(Array.from({ length: size / 1000 }, (_, i) => [`a${"1".repeat(980)}${i}`, 1])),
};

describe("printing YAML takes time in proportion to its length", () => {
  it.each(Object.entries(VALUES))("for %s", (_, make) => {
    expectLinear((size) => {
      const value = make(size);
      return () => printYaml(value);
    });
  });

  it("refuses to print an object that indentation would make hundreds of times as long", () => {
    expect(() => printYaml(nest(900, "x ".repeat(500_000)))).toThrow("characters long as YAML");
    expect(() => printYaml(nest(900, "x\n".repeat(500_000)))).toThrow("characters long as YAML");
  });
});
