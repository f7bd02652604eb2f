import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";

const CLI = join(import.meta.dirname, "..", "..", "..", "packages", "cli");
/** Begins the code that loads the package in the bundle, which is one script. */
const ENTRY = '"packages/simulate/dist/index.js"';

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

/** Whether a server has run the code that loads the simulation when it is ready. */
async function loadsSimulation(flags: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "kiln-loaded-"));
  const coverage = join(folder, "coverage");
  try {
    const args = ["serve", "--store", "memory", "--data-dir", join(folder, "data"), "--listen", "127.0.0.1:0"];
    const child = spawn(process.execPath, [join(CLI, "bin", "kiln.mjs"), ...args, ...flags], {
      stdio: ["ignore", "pipe", "ignore"],
      // Node writes the functions that ran when it ends.
      env: { ...process.env, NODE_V8_COVERAGE: coverage },
    });
    const exited = new Promise((resolve) => child.once("exit", resolve));
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith("ready ")) {
        child.kill("SIGTERM");
      }
    }
    await exited;
    const bundles = readdirSync(coverage)
      .flatMap((name) => (JSON.parse(readFileSync(join(coverage, name), "utf8")) as Coverage).result)
      .filter(({ url }) => url.endsWith("kiln.cjs"));
    expect(bundles).toHaveLength(1);
    const entry = readFileSync(join(CLI, "dist", "bundle", "kiln.cjs"), "latin1").indexOf(ENTRY);
    expect(entry).toBeGreaterThan(0);
    return bundles.some(({ functions }) =>
      functions.some(({ ranges: [whole] }) => whole !== undefined && whole.startOffset === entry && whole.count > 0),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("the simulation of workloads", () => {
  it.each([
    { flags: ["--simulate"], isLoaded: true },
    { flags: [], isLoaded: false },
  ])("with flags $flags is loaded: $isLoaded", { timeout: 60_000 }, async ({ flags, isLoaded }) => {
    expect(await loadsSimulation(flags)).toBe(isLoaded);
  });
});
