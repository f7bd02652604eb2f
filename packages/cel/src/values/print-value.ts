import { type CelList, type CelMap, elementAt, findInMap, isList, isMap, keysOf, listSize } from "./containers.ts";
import { printDouble, printPlain } from "./print-number.ts";
import { printTimestamp } from "./timestamp.ts";
import {
  CelDouble,
  CelDuration,
  CelOptional,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  type CelValue,
  OpaqueValue,
} from "./value.ts";

/** Formats a value for messages, as Go's `%v`, without quotes. */
export function printMessageValue(value: CelValue): string {
  if (value === null || value === undefined) {
    return "NULL_VALUE";
  }
  if (typeof value !== "object") {
    return String(value);
  }
  if (value instanceof CelDouble) {
    return printDouble(value.value);
  }
  if (value instanceof CelUint) {
    return String(value.value);
  }
  if (isList(value)) {
    return printList(value);
  }
  if (isMap(value)) {
    return printMap(value);
  }
  return printRest(value);
}

function printRest(value: CelValue): string {
  if (value instanceof CelTimestamp) {
    return printTimestamp(value);
  }
  if (value instanceof CelDuration) {
    return printDurationSeconds(value.nanoseconds);
  }
  if (value instanceof CelTypeValue) {
    return value.type.name;
  }
  if (value instanceof CelOptional) {
    return value.value === undefined ? "optional.none()" : `optional(${printMessageValue(value.value)})`;
  }
  if (value instanceof OpaqueValue) {
    return value.print();
  }
  return value instanceof Uint8Array ? `[${value.join(" ")}]` : "";
}

function printList(list: CelList): string {
  return `[${Array.from({ length: listSize(list) }, (_, index) => printMessageValue(elementAt(list, index))).join(", ")}]`;
}

function printMap(map: CelMap): string {
  const entries = [...keysOf(map)].map(
    (key) => `${printMessageValue(key)}: ${printMessageValue(findInMap(map, key) ?? null)}`,
  );
  return `{${entries.join(", ")}}`;
}

/** Formats a duration as `string()` does: `1.5s`. */
export function printDurationSeconds(nanoseconds: bigint): string {
  const second = 1_000_000_000n;
  return `${printPlain(Number(nanoseconds / second) + Number(nanoseconds % second) / 1e9)}s`;
}
