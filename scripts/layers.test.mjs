import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkFolders, findCircles } from "./layers/folders.mjs";
import { checkInterfaces } from "./layers/interfaces.mjs";
import { checkLimits } from "./layers/limits.mjs";
import { checkNames, findSameNames } from "./layers/names.mjs";
import { checkLayers, readPackages } from "./layers.mjs";

describe("checkLayers()", () => {
  it("finds no import that goes up in this repository", () => {
    expect(checkLayers(readPackages("."))).toEqual([]);
  });

  it("names an import that goes up", () => {
    expect(checkLayers([{ name: "api", dependencies: ["schema"] }])).toEqual([
      "packages/api must not import @kiln/schema; it may import: nothing",
    ]);
  });

  it("names a package without a layer", () => {
    expect(checkLayers([{ name: "attic", dependencies: [] }])).toEqual([
      "packages/attic is not in the list of layers: add it to scripts/layers.mjs",
    ]);
  });
});

const names = readPackages(".").map(({ name }) => name);

describe("checkFolders()", () => {
  it("finds no circle in this repository", () => {
    expect(checkFolders(".", names)).toEqual([]);
  });
});

describe("findCircles()", () => {
  const circlesOf = (/** @type {string[]} */ ...imports) =>
    findCircles(imports.map((each) => ({ from: String(each.split(" > ")[0]), to: String(each.split(" > ")[1]) })));

  it("names the imports by which two folders need each other", () => {
    expect(circlesOf("a/x.ts > b/y.ts", "b/z.ts > a/w.ts")).toEqual(["a/x.ts imports b/y.ts, b/z.ts imports a/w.ts"]);
  });

  it("follows imports through files that stand beside the folders", () => {
    expect(circlesOf("a/x.ts > root.ts", "root.ts > b/y.ts", "b/y.ts > a/x.ts")).toHaveLength(1);
  });

  it("looks at the level at which two files part", () => {
    expect(circlesOf("a/one/x.ts > a/two/y.ts", "a/two/z.ts > a/one/w.ts")).toHaveLength(1);
    expect(circlesOf("a/one/x.ts > a/list.ts", "a/index.ts > a/one/x.ts")).toEqual([]);
  });

  it("leaves two files of one folder alone", () => {
    expect(circlesOf("a/x.ts > a/y.ts", "a/y.ts > a/x.ts")).toEqual([]);
  });
});

describe("checkInterfaces()", () => {
  it("finds none with too many members in this repository", () => {
    expect(checkInterfaces(".", names)).toEqual([]);
  });

  it("counts inherited members, and leaves options alone", () => {
    const root = mkdtempSync(join(tmpdir(), "kiln-layers-"));
    const members = (/** @type {number} */ from, /** @type {number} */ to) =>
      Array.from({ length: to - from }, (_, i) => `  readonly m${from + i}: string;\n`).join("");
    const text = [
      `interface Half {\n${members(0, 8)}}`,
      `interface Fits extends Half {\n${members(8, 15)}}`,
      `export interface Large extends Half {\n${members(8, 16)}}`,
      `export interface LargeOptions {\n${members(0, 16)}}`,
    ];
    mkdirSync(join(root, "packages/a/src"), { recursive: true });
    writeFileSync(join(root, "packages/a/src/a.ts"), `${text.join("\n\n")}\n`);
    expect(checkInterfaces(root, ["a"])).toEqual([expect.stringContaining("interface Large has 16 members")]);
    rmSync(root, { recursive: true });
  });
});

describe("checkNames()", () => {
  it("finds no name in two files of a folder of this repository", () => {
    expect(checkNames(".", names)).toEqual([]);
  });

  it("names both files", () => {
    const files = [
      { file: "a/b/x.ts", exported: ["one", "two"] },
      { file: "a/b/y.ts", exported: ["two", "three"] },
      { file: "a/c/z.ts", exported: ["three"] },
    ];
    expect(findSameNames(files)).toEqual(["a/b/x.ts and a/b/y.ts both export two: rename one"]);
  });
});

describe("checkLimits()", () => {
  it("finds both figures within their limits", () => {
    expect(checkLimits(".", names)).toEqual([]);
  });
});
