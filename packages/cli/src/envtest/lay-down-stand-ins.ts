import { chmodSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { makeFolder } from "../make-folder.ts";
import { findKubectl } from "./run-kubectl.ts";

/** Names of the programs that envtest starts from KUBEBUILDER_ASSETS. */
export const STAND_INS = ["kube-apiserver", "etcd", "kubectl"] as const;
export type StandIn = (typeof STAND_INS)[number];

/** Writes one small script for each program, replacing files of the same name. Returns the folder's full path. */
export function layDownStandIns(folder: string, command: readonly string[]): string {
  makeFolder(folder);
  for (const name of STAND_INS) {
    const file = join(folder, name);
    const words = [...command, "envtest", name].map(quote).join(" ");
    writeFileSync(file, printScript(words, name === "kubectl" ? searchPath() : PROBE));
    chmodSync(file, 0o755);
  }
  return resolve(folder);
}

/**
 * Answers --help without starting Node: envtest reads the help of both servers before it starts them, to find out which
 * flags they support.
 */
const PROBE = '[ "$1" != --help ] || exec echo "A stand-in made by kiln envtest; kiln serve --help has the flags."\n';

/** PATH for kubectl, with the folder of the current kubectl last: suites may start kubectl without a PATH. */
function searchPath(): string {
  const kubectl = findKubectl();
  return kubectl === undefined ? "" : `export PATH="$PATH":${quote(dirname(kubectl))}\n`;
}

/** exec, so that envtest's signals reach the program. */
function printScript(words: string, first: string): string {
  return `#!/bin/sh\n# Made by kiln envtest.\n${first}exec ${words} "$@"\n`;
}

function quote(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
