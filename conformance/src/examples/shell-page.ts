import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ServeProcess } from "../serve/serve-process.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const KILN = join(ROOT, "packages", "cli", "bin", "kiln.mjs");

/** Commands that a page shows for a shell, with the output that it shows. */
export interface ShellBlock {
  readonly line: number;
  readonly commands: string;
  /** Undefined: the page does not say, and they have to succeed. */
  readonly prints: string | undefined;
}

const BLOCK = /^```sh\n([\s\S]*?)^```$(?:\s+^```text\n([\s\S]*?)^```$)?/gm;

/** The blocks of `sh` of a page, each with the block of `text` that follows it at once. */
export function readShellPage(markdown: string): ShellBlock[] {
  return [...markdown.matchAll(BLOCK)].map(({ 1: commands = "", 2: prints, index }) => ({
    line: markdown.slice(0, index).split("\n").length,
    commands,
    prints,
  }));
}

/** Pastes commands into a shell and gives what they print, to either output. Rejects if they fail and no text follows. */
export type Shell = (block: ShellBlock) => Promise<string>;

export interface ShellOptions {
  readonly kubectl: string;
  readonly server: Pick<ServeProcess, "folder" | "kubeconfig">;
}

/** A shell with kubectl, kiln and the server, in a folder that looks like the checkout in which it was started. */
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
  // kubectl keeps what it learns of a server below HOME.
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
