import { kindOf } from "../values/kind-of.ts";
import type { CelValue } from "../values/value.ts";

const names: ReadonlyMap<string, string> = new Map([
  ["bool", "types.Bool"],
  ["bytes", "types.Bytes"],
  ["double", "types.Double"],
  ["duration", "types.Duration"],
  ["int", "types.Int"],
  ["null", "types.Null"],
  ["string", "types.String"],
  ["timestamp", "types.Timestamp"],
  ["type", "*types.Type"],
  ["uint", "types.Uint"],
]);

/** Name of a value that is neither list nor map, in error messages of loops. */
export function goTypeName(value: CelValue): string {
  return names.get(kindOf(value)) ?? "*types.Optional";
}
