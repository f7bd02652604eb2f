import { spawnSync } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const MARK = "# Made by kiln envtest.";

/** Path of kubectl: the first one on PATH that is not a stand-in. */
export function findKubectl(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, "kubectl")).find((file) => isProgram(file) && !isStandIn(file));
}

export function runKubectl(args: readonly string[]): number {
  const program = findKubectl();
  if (program === undefined) {
    throw new Error("there is no kubectl on PATH; Kiln has none of its own: https://kubernetes.io/docs/tasks/tools");
  }
  const { status, error } = spawnSync(program, args, { stdio: "inherit" });
  if (error !== undefined) {
    throw error;
  }
  return status ?? 1;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const SCRIPT_BYTES = 200;

/** Whether a file is Kiln's own kubectl script for envtest: started as kubectl, it would start itself endlessly. */
function isStandIn(file: string): boolean {
  return readFileSync(file).subarray(0, SCRIPT_BYTES).includes(MARK);
}
