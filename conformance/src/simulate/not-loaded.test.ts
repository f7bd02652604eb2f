import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";

const CLI = join(import.meta.dirname, "..", "..", "..", "packages", "cli");
/** Texts of the scheduler, of a workload controller and of the kubelet. */
const TEXTS = ["nodes are available: ", "Created pod: ", "kubelet is posting ready status"];

/** Whether code of the simulation is among the scripts that a server has loaded when it is ready. */
async function loadsSimulation(flags: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "kiln-loaded-"));
  const coverage = join(folder, "coverage");
  try {
    const args = ["serve", "--store", "memory", "--data-dir", join(folder, "data"), "--listen", "127.0.0.1:0"];
    const child = spawn(process.execPath, [join(CLI, "bin", "kiln.mjs"), ...args, ...flags], {
      stdio: ["ignore", "pipe", "ignore"],
      // Node writes the scripts that it has loaded when it ends.
      env: { ...process.env, NODE_V8_COVERAGE: coverage },
    });
    const exited = new Promise((resolve) => child.once("exit", resolve));
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith("ready ")) {
        child.kill("SIGTERM");
      }
    }
    await exited;
    const loaded = readdirSync(coverage).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as { result: { url: string }[] };
      return result.map(({ url }) => url).filter((url) => url.startsWith("file:"));
    });
    expect(loaded.length).toBeGreaterThan(2);
    const isSimulation = (text: string) => TEXTS.every((one) => text.includes(one));
    return loaded.some((url) => isSimulation(readFileSync(new URL(url), "utf8")));
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
