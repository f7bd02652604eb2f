import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { SourceSyntaxError } from "../source-syntax-error.ts";
import { loadParseTs } from "./parse-ts.ts";

const parseTs = await loadParseTs();

/** Declaration files of packages that this project uses. */
function declarationFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.d\.[cm]?ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

const require = createRequire(import.meta.url);
const packageRoot = (name: string) => dirname(require.resolve(`${name}/package.json`));

describe("loadParseTs()", () => {
  it.each(["@types/node", "typescript", "vitest", "@vitest/runner", "vite", "undici-types"])(
    "reads every file of %s",
    (name) => {
      const files = declarationFiles(packageRoot(name));
      expect(files.length).toBeGreaterThan(3);
      for (const file of files) {
        const source = readFileSync(file, "utf8");
        const { declarations } = parseTs(source, file);
        const declared = new Set(declarations.map((each) => each.name));
        // Only lines that begin with a declaration count: comments and strings may look like declarations.
        const written =
          source.match(/(?<=^(?:export )?(?:declare )?(?:interface|type|enum) )[A-Za-z_$][\w$]*(?=[ <])/gm) ?? [];
        expect([file, written.filter((each) => !declared.has(each))]).toEqual([file, []]);
      }
    },
  );

  it("reads what the types of fields are made of", () => {
    const { declarations, imports } = parseTs(
      `import type { A, B as C } from "./a.ts";
export { D as E } from "./d.ts";
export * from "./f.ts";
export interface X<T extends A = C> extends A, N.Base<string> {
  /** A description of the field. */
  readonly text?: string | null;
  "a-b": -1 | 20 | 'x';
  pair: [first: string, second: number];
  mapped: { [K in keyof T]: string };
  [key: string]: unknown;
  (call: string): void;
  new (): X<T>;
  [Symbol.iterator](): void;
  method(): void;
  texts: \`a\${string}\`;
}
namespace N { export type Base<T> = T[] }
declare global { enum Size { Small = "s", Large = "l", Next = 3, After } }
const re = /[{]/;`,
      "x.ts",
    );
    expect(imports.map(({ names, from, isAll }) => [[...names], from, isAll])).toEqual([
      [
        [
          ["A", "A"],
          ["C", "B"],
        ],
        "./a.ts",
        undefined,
      ],
      [[["E", "D"]], "./d.ts", undefined],
      [[], "./f.ts", true],
    ]);
    expect(declarations.map(({ name, parameters }) => [name, parameters])).toEqual([
      ["X", ["T"]],
      ["Base", ["T"]],
      ["Size", []],
    ]);
    const [x, , size] = declarations;
    expect(size?.type).toMatchObject({ of: [{ value: "s" }, { value: "l" }, { value: 3 }, { value: 4 }] });
    expect(x?.type).toMatchObject({
      kind: "intersection",
      of: [
        { kind: "name", name: "A" },
        { kind: "name", name: "Base" },
        {
          members: [
            {
              name: "text",
              isOptional: true,
              comment: { lines: ["A description of the field."] },
              position: { line: 6, column: 3 },
            },
            { name: "a-b", type: { of: [{ value: -1 }, { value: 20 }, { value: "x" }] } },
            { name: "pair", type: { kind: "other", word: "tuple" } },
            { name: "mapped", type: { kind: "other", word: "mapped" } },
            { name: "method", type: { kind: "other", word: "method" } },
            { name: "texts", type: { kind: "name", name: "string" } },
          ],
          index: { kind: "name", name: "unknown" },
        },
      ],
    });
  });

  it("survives brackets without end", () => {
    const nested = (depth: number) => `type A = ${"{a:".repeat(depth)}string${"}".repeat(depth)}`;
    expect(parseTs(nested(900), "x.ts").declarations).toHaveLength(1);
    expect(() => parseTs(nested(200_000), "x.ts")).toThrow("brackets are nested too deeply");
  });

  it("says where a file is no TypeScript", () => {
    expect(() => parseTs("interface {\n", "x.ts")).toThrow(SourceSyntaxError);
  });
});
