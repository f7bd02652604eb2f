import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findProgram, mustHavePrograms } from "../serve/find-program.ts";

const ROOT = fileURLToPath(new URL("../../../testing/", import.meta.url));

/** The tests of a helper, with the kiln of this checkout (vitest.config.mjs sets KILN). */
const SUITES: readonly [language: string, program: string, args: readonly string[]][] = [
  ["go", "go", ["test", "-count=1", "./..."]],
  ["python", "pytest", ["-q", "-p", "no:cacheprovider"]],
];

/** Minutes to download and compile: `npm run test:helpers`. */
const LONG_SUITES: typeof SUITES = [
  ["java", "mvn", ["--batch-mode", "test"]],
  ["rust", "cargo", ["test"]],
];
const isLong = process.env.KILN_HELPERS === "all";

describe.each([...SUITES, ...(isLong ? LONG_SUITES : [])])("the helper for tests in %s", (language, program, args) => {
  const found = findProgram(program);
  it.skipIf(found === undefined && !mustHavePrograms())(
    `passes its own tests (needs ${program})`,
    { timeout: isLong ? 1_800_000 : 180_000 },
    () => {
      const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1" };
      const { status, stdout, stderr } = spawnSync(program, args, { cwd: `${ROOT}${language}`, env, encoding: "utf8" });
      expect(`${stdout}${stderr}`).toMatch(/passed|^ok|Failures: 0, Errors: 0/m);
      expect(status).toBe(0);
    },
  );
});
