import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const packages = readdirSync(join(root, "packages")).filter((name) =>
  existsSync(join(root, "packages", name, "package.json")),
);

/** Maximum lines of the README of a package. */
const MAX_LINES = 60;

/** Files below a folder, with `/` between names. */
function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
    .filter((file) => !/\/(?:node_modules|dist)\//.test(file));
}

/** Sources that a page names: `write/steps.ts`, without patterns such as `<kind>.ts`. */
function namedFiles(page: string): string[] {
  return [...page.matchAll(/(?<![\w/.<>*-])[\w][\w./-]*\.ts\b/g)].map(([file]) => file);
}

function missing(page: string, files: readonly string[]): string[] {
  return namedFiles(readFileSync(join(root, page), "utf8")).filter(
    (named) => !existsSync(join(root, named)) && !files.some((file) => file.endsWith(`/${named}`)),
  );
}

describe.each(packages)("packages/%s/README.md", (name) => {
  const page = `packages/${name}/README.md`;

  it("has at most 60 lines", () => {
    expect(readFileSync(join(root, page), "utf8").split("\n").length - 1).toBeLessThanOrEqual(MAX_LINES);
  });

  it("names files that exist", () => {
    expect(missing(page, listFiles(`packages/${name}`))).toEqual([]);
  });
});

describe("pages about the code", () => {
  const files = ["packages", "bench/src", "conformance/src", "scripts"].flatMap(listFiles);
  const decisions = readdirSync(join(root, "docs/decisions")).map((file) => `docs/decisions/${basename(file)}`);

  it.each(["docs/house-tour.md", "docs/write-path.md", "CONTRIBUTING.md", ...decisions])(
    "%s names files that exist",
    (page) => {
      expect(missing(page, files)).toEqual([]);
    },
  );
});
