import { diffLines, type JsonValue } from "@kiln/api";
import { printGoStruct } from "./print-go-struct.ts";

/** What became of a value of a type such as `core/v1.PersistentVolumeClaimSpec`, for those who may not change it. */
export function diffGoStructs(
  path: string,
  [old, now]: readonly [JsonValue, JsonValue],
  fields?: readonly string[],
): string {
  const indent = (value: JsonValue) => JSON.stringify(JSON.parse(printGoStruct(path, value, fields)), null, 1);
  return diffLines(indent(old), indent(now));
}
