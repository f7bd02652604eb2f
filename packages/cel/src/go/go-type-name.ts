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

/** Go's name for the type of a value, in errors of a loop over something that is neither list nor map. */
export function goTypeName(value: CelValue): string {
  return names.get(kindOf(value)) ?? "*types.Optional";
}
