import { chmodSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeFolder } from "../make-folder.ts";

/** The programs that envtest looks for in KUBEBUILDER_ASSETS. */
export const STAND_INS = ["kube-apiserver", "etcd", "kubectl"] as const;
export type StandIn = (typeof STAND_INS)[number];

/** Writes one small script for each program; what was there under its name is replaced. Returns the folder's full path. */
export function layDownStandIns(folder: string, command: readonly string[]): string {
  makeFolder(folder);
  for (const name of STAND_INS) {
    const file = join(folder, name);
    const words = [...command, "envtest", name].map(quote).join(" ");
    // exec: the signal with which envtest ends the program must reach it.
    writeFileSync(file, `#!/bin/sh\n# Made by kiln envtest.\nexec ${words} "$@"\n`);
    chmodSync(file, 0o755);
  }
  return resolve(folder);
}

function quote(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
