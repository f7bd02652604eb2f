import { diffLines, exceedsJsonSize, type JsonValue } from "@kiln/api";
import { printGoStruct } from "./print-go-struct.ts";

/** Maximum size of a value; comparing larger ones takes too long for one request. */
const MAX_BYTES = 64 * 1024;

/** Diff of two values of a type such as `core/v1.PersistentVolumeClaimSpec`, for errors about immutable fields. */
export function diffGoStructs(
  path: string,
  values: readonly [JsonValue, JsonValue],
  fields?: readonly string[],
): string {
  return diffPrinted(values, (value) => printGoStruct(path, value, fields));
}

/** Diff like {@link diffGoStructs}, for values with another text form. */
export function diffPrinted([old, now]: readonly [JsonValue, JsonValue], print: (value: JsonValue) => string): string {
  if (exceedsJsonSize(old, MAX_BYTES) || exceedsJsonSize(now, MAX_BYTES)) {
    return "(the diff is omitted: the object has more than 64 KiB)\n";
  }
  const indent = (value: JsonValue) => JSON.stringify(JSON.parse(print(value)), null, 1);
  return diffLines(indent(old), indent(now));
}
