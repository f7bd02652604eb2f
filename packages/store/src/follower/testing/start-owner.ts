import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type FollowerStore, openFollowerStore } from "../follower-store.ts";

/** A process that owns embedded stores, each in a folder of its own. */
export interface Owner {
  openStore(): Promise<OwnedStore>;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** A store of the other process. */
export interface OwnedStore {
  follow(onLost?: () => void): Promise<FollowerStore>;
  /** Advances the clock of the store in the other process. */
  elapse(seconds: number): Promise<void>;
  close(): Promise<void>;
}

export async function startOwner(): Promise<Owner> {
  const folder = mkdtempSync(join(tmpdir(), "kiln-follower-"));
  const child = spawn(process.execPath, [await buildOwner(), folder], { stdio: ["pipe", "pipe", "inherit"] });
  const tell = async (...words: readonly string[]) => {
    child.stdin.write(`${words.join(" ")}\n`);
    await once(child.stdout, "data");
  };
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  };
  let opened = 0;
  return {
    async openStore() {
      opened += 1;
      const directory = join(folder, String(opened));
      await tell("open", directory);
      return {
        async follow(onLost = () => {}) {
          await tell("attach", directory);
          return openFollowerStore({ directory, socket: connect(join(folder, "socket")), onLost });
        },
        elapse: (seconds) => tell("elapse", directory, String(seconds * 1000)),
        close: () => tell("close", directory),
      };
    },
    async kill() {
      child.kill("SIGKILL");
      await end();
    },
    async close() {
      child.stdin.end();
      await end();
    },
  };
}

async function buildOwner(): Promise<string> {
  const outfile = fileURLToPath(new URL("../../../dist/follower-test-owner.mjs", import.meta.url));
  await build({
    entryPoints: [fileURLToPath(new URL("./owner-process.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  return outfile;
}
