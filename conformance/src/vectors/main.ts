import { readFileSync } from "node:fs";
import { decodeJson } from "@kiln/api";
import { runVectors } from "./run-vectors.ts";
import { parseVectorFile, type VectorFile } from "./vector-file.ts";

const MAX_BYTES = 256 * 1024 * 1024;

/** Prints each failure and ends with the totals. Returns the exit code: 1 if a case failed, 2 for bad usage. */
function runFiles(paths: readonly string[]): number {
  if (paths.length === 0) {
    return refuse("usage: npm run vectors -- FILE...");
  }
  const files: [path: string, file: VectorFile][] = [];
  for (const path of paths) {
    const file = readVectorFile(path);
    if (typeof file === "string") {
      return refuse(`${path}: ${file}`);
    }
    files.push([path, file]);
  }
  let passed = 0;
  let failed = 0;
  for (const [path, file] of files) {
    for (const { id, differences } of runVectors(file)) {
      passed += differences.length === 0 ? 1 : 0;
      failed += differences.length === 0 ? 0 : 1;
      for (const difference of differences) {
        console.log(`${path}: ${id}: ${difference}`);
      }
    }
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** The reason, if the file cannot be run. */
function readVectorFile(path: string): VectorFile | string {
  try {
    const { value } = decodeJson(readFileSync(path), { maxBytes: MAX_BYTES });
    return parseVectorFile(value) ?? "no cases in a format that this command has a runner for";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function refuse(reason: string): number {
  console.error(reason);
  return 2;
}

process.exitCode = runFiles(process.argv.slice(2));
