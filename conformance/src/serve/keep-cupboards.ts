import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startServeProcess } from "./serve-process.ts";

const CUPBOARDS = join(import.meta.dirname, "..", "..", "go", "cupboards.yaml");

export interface Kept {
  readonly status: number | null;
  readonly stderr: string;
  readonly lines: readonly string[];
}

/** Runs a program that keeps the objects of a file on a server, which is there for it alone. */
export async function keepCupboards(program: string): Promise<Kept> {
  const server = await startServeProcess(["--store", "memory"]);
  try {
    const { status, stdout, stderr } = spawnSync(program, [server.kubeconfig, "default"], {
      encoding: "utf8",
      env: { PATH: process.env.PATH ?? "", HOME: server.folder },
      input: readFileSync(CUPBOARDS),
      timeout: 60_000,
    });
    return { status, stderr, lines: stdout.trim().split("\n") };
  } finally {
    await server.close();
  }
}
