import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { loadAccess, openTransport } from "@kiln/client/node";
import { createKiln, type Kiln } from "./kiln.ts";

export interface StartOptions {
  /** Path of the program; if absent, the environment variable KILN, or `kiln` on PATH. */
  readonly program?: string;
  /** Further flags of `kiln serve`, such as `--simulate`. */
  readonly flags?: readonly string[];
}

/**
 * Starts `kiln serve --testing` in a process of its own, in memory, on a free port. The server ends with {@link Kiln.stop}, and
 * also when this process ends in any other way.
 */
export async function startKiln({
  program = process.env.KILN ?? "kiln",
  flags = [],
}: StartOptions = {}): Promise<Kiln> {
  const folder = mkdtempSync(join(tmpdir(), "kiln-test-"));
  const place = ["--store", "memory", "--listen", "127.0.0.1:0", "--data-dir", folder];
  const child = spawn(program, ["serve", "--testing", ...place, ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, KILN_STOP_WITH_PARENT: "1" },
  });
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", () => resolve());
  });
  let errors = "";
  child.on("error", (error) => {
    errors += error.message;
  });
  child.stderr.on("data", (chunk) => {
    errors = (errors + chunk).slice(-10_000);
  });
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("ready ")) {
      child.stdout.resume();
      const transport = openTransport(loadAccess({ file: join(folder, "kubeconfig") }));
      return createKiln(transport, async () => {
        transport.close();
        await stop();
      });
    }
  }
  await stop();
  throw new Error(`${program} serve --testing ended before it was ready: ${errors.trim()}`);
}
