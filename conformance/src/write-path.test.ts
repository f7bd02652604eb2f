import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const steps = join(root, "packages", "apiserver", "src", "write");

function listedInCode(): string[] {
  const [, list = ""] = /writeSteps: readonly Step\[\] = \[([^\]]*)\]/.exec(read(join(steps, "steps.ts"))) ?? [];
  return list.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}

describe("docs/write-path.md", () => {
  it("lists the steps of every write, in their order", () => {
    const page = read(join(root, "docs", "write-path.md"));
    const listedInDocs = [...page.matchAll(/^(\d+)\. `(\w+)`: /gm)].map(([, place, name]) => `${place} ${name}`);
    expect(listedInDocs).toEqual(listedInCode().map((name, i) => `${i + 1} ${name}`));
  });

  it("speaks of steps that are a file each", () => {
    const files = listedInCode().map((name) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`);
    expect(files.filter((file) => !existsSync(join(steps, file)))).toEqual([]);
  });
});
