import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { KubeConfig } from "@kubernetes/client-node";

export interface Kiln {
  readonly config: KubeConfig;
  stop(): Promise<void>;
}

/** Starts a server on a free port. Its files (a kubeconfig, keys) are deleted when it is stopped. */
export async function startKiln(): Promise<Kiln> {
  const folder = mkdtempSync(join(tmpdir(), "kiln-"));
  const flags = ["serve", "--store", "memory", "--listen", "127.0.0.1:0", "--data-dir", folder];
  const server = spawn(process.env.KILN ?? "kiln", flags, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.once("close", resolve));
  let isReady = false;
  for await (const line of createInterface({ input: server.stdout })) {
    // The line "ready https://127.0.0.1:PORT in N ms": the kubeconfig is complete when it is printed.
    isReady = line.startsWith("ready ");
    if (isReady) {
      break;
    }
  }
  if (!isReady) {
    throw new Error("kiln serve ended before it was ready");
  }
  server.stdout.resume();
  const config = new KubeConfig();
  config.loadFromFile(join(folder, "kubeconfig"));
  return {
    config,
    stop: async () => {
      server.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
