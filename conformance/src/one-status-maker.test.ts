import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const packages = join(import.meta.dirname, "..", "..", "packages");
const maker = join("api", "src", "status", "status.ts");

/** Data that describes the kind Status to clients makes none. */
const described = /[/\\]openapi[/\\]data[/\\]/;

function listSources(): string[] {
  return readdirSync(packages, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      /^[^/\\]+[/\\]src[/\\].*\.ts$/.test(file) &&
      !/\.test\.ts$|[/\\]node_modules[/\\]/.test(file) &&
      !described.test(file),
  );
}

describe("a Status", () => {
  it("is made in one file only", () => {
    const makers = listSources().filter((file) =>
      /["']?kind["']?\s*[:=]\s*["'`]Status["'`]/.test(readFileSync(join(packages, file), "utf8")),
    );
    expect(makers).toEqual([maker]);
  });
});
