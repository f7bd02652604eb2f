import { readFileSync } from "node:fs";
import { decodeJson, deepCopy, isJsonObject, type JsonObject, type JsonValue, parseJson } from "@kiln/api";
import { parseVectorFile, type VectorCase } from "../vectors/vector-file.ts";

/** The cases of files of vectors, by the names of the files. */
export function readCases(...names: readonly string[]): readonly VectorCase[] {
  return names.flatMap((name) => {
    const url = new URL(`../../vectors/${name}.json`, import.meta.url);
    return parseVectorFile(decodeJson(readFileSync(url)).value)?.cases ?? [];
  });
}

/** A copy of one object of a case; undefined if the case has none. */
export function readObject(vector: VectorCase, side: "old" | "new"): JsonObject | undefined {
  const raw = vector.get(`${side}Raw`);
  const value: JsonValue | undefined = typeof raw === "string" ? parseJson(raw).value : vector.get(side);
  return isJsonObject(value) ? deepCopy(value) : undefined;
}
