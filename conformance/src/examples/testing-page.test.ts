import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findProgram, mustHavePrograms } from "../serve/find-program.ts";

const DOCS = fileURLToPath(new URL("../../../docs", import.meta.url));
const KILN = fileURLToPath(new URL("../../../packages/cli/bin/kiln.mjs", import.meta.url));
const page = readFileSync(join(DOCS, "testing.md"), "utf8");
const env = { ...process.env, KILN };
const kubectl = findProgram("kubectl");
const go = findProgram("go");

const files = [...page.matchAll(/\((examples\/testing\/[^)]*)\)/g)].map(([, file = ""]) => join(DOCS, file));
const blocks = [...page.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text);

// Its tests in TypeScript are in the list of vitest.config.mjs and run by themselves.
describe("docs/testing.md", () => {
  it("shows parts of the files that it names", () => {
    const texts = files.map((file) => readFileSync(file, "utf8"));
    expect(blocks.length).toBeGreaterThan(4);
    expect(blocks.filter((block) => !texts.some((text) => text.includes(block)))).toEqual([]);
  });

  it("has programs in TypeScript whose types are right", () => {
    const tsc = join(DOCS, "..", "node_modules", "typescript", "bin", "tsc");
    const { stdout } = spawnSync(process.execPath, [tsc, "-p", join(DOCS, "examples/testing")], { encoding: "utf8" });
    expect(stdout).toBe("");
  });

  it.skipIf(kubectl === undefined && !mustHavePrograms())("has a shell script that passes (needs kubectl)", () => {
    const { status, stdout, stderr } = spawnSync(join(DOCS, "examples/testing/test.sh"), { env, encoding: "utf8" });
    expect({ status, last: stdout.trim().split("\n").at(-1), stderr }).toMatchObject({
      status: 0,
      last: "all is well",
    });
    expect(stderr).toContain("spec.volume is marked x-kubernetes-mutability: Immutable");
  });

  // Minutes to compile: only where everything is asked for.
  it.skipIf(!mustHavePrograms())(
    "has tests in Go that pass (needs go)",
    () => {
      const said = execFileSync(go ?? "go", ["test", "-count=1", "-v", "."], {
        cwd: join(DOCS, "examples/testing/go"),
        env,
        encoding: "utf8",
      });
      expect(said.match(/^--- PASS: \w+/gm)).toHaveLength(2);
    },
    500_000,
  );
});
