import { chmodSync, cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fetchModule } from "../ecosystem/fetch-module.ts";
import type { Stage } from "./suite.ts";

export interface GoProgram {
  readonly module: string;
  readonly version: string;
  /** Package of the command below the module. */
  readonly command: string;
}

/** Builds a published program; go keeps what it compiled for the next time. Resolves to its path. */
export async function buildGoProgram(stage: Stage, { module, version, command }: GoProgram): Promise<string> {
  const folder = join(stage.folder, "module");
  cpSync(await fetchModule(module, version), folder, { recursive: true });
  makeWritable(folder);
  const program = join(stage.folder, "program");
  const flags = ["build", "-mod=mod", "-o", program, command];
  const { code, output } = await stage.run("go", flags, { cwd: folder, env: { GOWORK: "off" } });
  if (code !== 0) {
    throw new Error(`go build ${command} failed: ${output.slice(-2000)}`);
  }
  return program;
}

/** Go keeps downloaded modules read-only, and builds and tests write below them. */
export function makeWritable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      makeWritable(path);
    } else if (entry.isFile()) {
      chmodSync(path, 0o755);
    }
  }
}
