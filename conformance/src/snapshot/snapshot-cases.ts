import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseJson } from "@kiln/api";
import { parseVectorFile, type VectorCase } from "../vectors/vector-file.ts";

const CONFORMANCE = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Every case about snapshots. */
export function readSnapshotCases(): readonly VectorCase[] {
  const text = readFileSync(join(CONFORMANCE, "vectors", "snapshot.json"), "utf8");
  return parseVectorFile(parseJson(text).value)?.cases ?? [];
}

export const THREE_WAYS_PAGE: string = join(CONFORMANCE, "..", "docs", "snapshot", "three-ways.md");

export const DEPLOY_FOLDER: string = join(CONFORMANCE, "..", "deploy", "snapshot");
