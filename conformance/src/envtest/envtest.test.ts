import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findProgram, mustHavePrograms } from "../serve/find-program.ts";

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
