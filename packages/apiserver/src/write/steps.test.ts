import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");

/** Files of the steps, in the order of the steps. */
function stepFiles(): string[] {
  const text = read("steps.ts");
  const files = new Map([...text.matchAll(/import \{ (\w+) \} from "\.\/([\w-]+\.ts)"/g)].map((m) => [m[1], m[2]]));
  const listed = [...text.slice(text.indexOf("writeSteps")).matchAll(/^ {2}(\w+),$/gm)];
  return listed.map((match) => String(files.get(match[1])));
}

describe("writeSteps", () => {
  it("has no step that imports a later one", () => {
    const files = stepFiles();
    const imports = files.flatMap((file, at) =>
      [...read(file).matchAll(/from "\.\/([\w-]+\.ts)"/g)].map((match) => ({ file, at, to: String(match[1]) })),
    );
    expect(files.length).toBeGreaterThan(20);
    expect(imports.filter(({ at, to }) => files.indexOf(to) > at)).toEqual([]);
  });
});
