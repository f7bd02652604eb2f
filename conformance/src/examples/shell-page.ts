import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ServeProcess } from "../serve/serve-process.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const KILN = join(ROOT, "packages", "cli", "bin", "kiln.mjs");

/** Shell commands on a page, with their expected output. */
export interface ShellBlock {
  readonly line: number;
  readonly commands: string;
  /** Expected output; undefined if the page shows none: the commands only have to succeed. */
  readonly prints: string | undefined;
}

const BLOCK = /^```sh\n([\s\S]*?)^```$(?:\s+^```text\n([\s\S]*?)^```$)?/gm;

/** The `sh` blocks of a page, each with the `text` block that directly follows it. */
export function readShellPage(markdown: string): ShellBlock[] {
  return [...markdown.matchAll(BLOCK)].map(({ 1: commands = "", 2: prints, index }) => ({
    line: markdown.slice(0, index).split("\n").length,
    commands,
    prints,
  }));
}

/** Runs commands in a shell and returns their output, both streams. Rejects if they fail and no output is expected. */
export type Shell = (block: ShellBlock) => Promise<string>;

export interface ShellOptions {
  readonly kubectl: string;
  readonly server: Pick<ServeProcess, "folder" | "kubeconfig">;
}

/** A shell with kubectl, kiln and the server, in a copy of the folders that pages use. */
export function createShell({ kubectl, server }: ShellOptions): Shell {
  const cwd = server.folder;
  symlinkSync(dirname(server.kubeconfig), join(cwd, ".kiln"));
  for (const folder of ["deploy", "docs"]) {
    symlinkSync(join(ROOT, folder), join(cwd, folder));
  }
  const bin = join(server.folder, "bin");
  mkdirSync(bin, { recursive: true });
  writeCommand(join(bin, "kiln"), `'${process.execPath}' '${KILN}'`);
  writeCommand(join(bin, "kubectl"), `'${kubectl}'`);
  const path = [bin, process.env.PATH ?? ""].join(delimiter);
  // kubectl caches discovery below HOME.
  const env = { ...process.env, PATH: path, HOME: server.folder, KUBECONFIG: server.kubeconfig };
  return async ({ commands, prints }) => {
    const child = spawn("sh", ["-c", `exec 2>&1\n${commands}`], { cwd, env, stdio: ["ignore", "pipe", "ignore"] });
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    let output = "";
    for await (const chunk of child.stdout) {
      output += String(chunk);
    }
    const code = await ended;
    if (code !== 0 && prints === undefined) {
      throw new Error(`ended with ${code}: ${commands}${output}`);
    }
    return output;
  };
}

/** Programs go by other names, such as `kubectl.1.33`. */
function writeCommand(file: string, program: string): void {
  writeFileSync(file, `#!/bin/sh\nexec ${program} "$@"\n`, { mode: 0o755 });
}
