import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { processorMsOf } from "../server/start-server.ts";

const KILN = join(import.meta.dirname, "..", "..", "..", "packages", "cli", "bin", "kiln.mjs");

/** A snapshot webhook in a process of its own. */
export interface WebhookProcess {
  readonly port: number;
  /** CA of the webhook as PEM. */
  readonly ca: string;
  /** Processor time of all threads since the start. */
  processorMs(): number;
  close(): void;
}

export async function startWebhookProcess(): Promise<WebhookProcess> {
  const folder = mkdtempSync(join(tmpdir(), "kiln-bench-"));
  execFileSync(process.execPath, [KILN, "snapshot", "certs", "--out", folder, "--names", "127.0.0.1"]);
  const files = [`--tls-cert-file=${join(folder, "tls.crt")}`, `--tls-private-key-file=${join(folder, "tls.key")}`];
  const args = ["snapshot", "webhook", ...files, "--port=0", "--probe-port=off", "--bind-address=127.0.0.1"];
  const child = spawn(process.execPath, [KILN, ...args], { stdio: ["ignore", "pipe", "ignore"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, port] = /^ready on port (\d+)/.exec(line) ?? [];
    if (port !== undefined) {
      return {
        port: Number(port),
        ca: readFileSync(join(folder, "ca.crt"), "utf8"),
        processorMs: () => processorMsOf([child]),
        close() {
          child.kill("SIGKILL");
          rmSync(folder, { recursive: true, force: true });
        },
      };
    }
  }
  throw new Error("kiln snapshot webhook ended before it was ready");
}
