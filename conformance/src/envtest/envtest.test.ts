import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findProgram, mustHavePrograms } from "../serve/find-program.ts";
import { readResults } from "./run-suite.ts";

const SUITE = fileURLToPath(new URL("../../go/envtest", import.meta.url));
const KILN = fileURLToPath(new URL("../../../packages/cli/bin/kiln.mjs", import.meta.url));

describe("a Go suite that uses envtest", () => {
  // Minutes to compile: only where everything is asked for.
  it.skipIf(!mustHavePrograms())(
    "passes unchanged with the stand-ins of kiln envtest (needs go)",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "kiln-envtest-"));
      const assets = execFileSync(process.execPath, [KILN, "envtest", "--dir", folder], { encoding: "utf8" }).trim();
      try {
        const said = execFileSync(findProgram("go") ?? "go", ["test", "-count=1", "-v", "."], {
          cwd: SUITE,
          env: { ...process.env, KUBEBUILDER_ASSETS: assets },
          encoding: "utf8",
        });
        expect(said.match(/^--- PASS: \w+/gm)).toHaveLength(6);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    500_000,
  );
});

describe("readResults()", () => {
  const event = (fields: object) => `${JSON.stringify(fields)}\n`;

  it("counts tests of go", () => {
    const text = event({ Action: "pass", Test: "A" }) + event({ Action: "pass", Elapsed: 2.5 });
    expect(readResults(text, 0)).toEqual({ passed: 1, failed: 0, seconds: 2.5 });
  });

  it("counts specs of Ginkgo", () => {
    const text = event({
      Output: "\u001b[1mFAIL!\u001b[0m -- \u001b[38m36 Passed\u001b[0m | \u001b[38m1 Failed\u001b[0m\n",
    });
    expect(readResults(text, 1)).toMatchObject({ passed: 36, failed: 1 });
  });

  it("takes a run without tests, or one that did not compile, for a failure", () => {
    expect(readResults("", 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(readResults("./a.go:1: undefined: x\n", 1)).toMatchObject({ failed: 1, output: "./a.go:1: undefined: x\n" });
  });
});
