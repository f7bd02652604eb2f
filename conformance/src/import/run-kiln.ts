import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const KILN = fileURLToPath(new URL("../../../packages/cli/bin/kiln.mjs", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command of kiln to its end. */
export async function runKiln(...args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [KILN, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, out, err };
}
