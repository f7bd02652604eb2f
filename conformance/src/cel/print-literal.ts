import { quoteGo } from "@kiln/api";
import {
  CelDouble,
  CelDuration,
  CelOptional,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  type CelValue,
  ListView,
  MapView,
  OpaqueValue,
  printMessageValue,
} from "@kiln/cel";

/** CEL expression that yields a value. Maps are ordered by the text of their keys. */
export function printLiteral(value: CelValue): string {
  if (value === null || typeof value !== "object") {
    return typeof value === "string" ? quoteGo(value) : String(value);
  }
  if (value instanceof CelDouble) {
    return printDouble(value.value);
  }
  if (value instanceof CelUint) {
    return `${value.value}u`;
  }
  if (Array.isArray(value)) {
    return `[${value.map((element) => printElement(element as CelValue)).join(", ")}]`;
  }
  if (value instanceof ListView) {
    return `[${Array.from({ length: value.size }, (_, index) => printLiteral(value.at(index))).join(", ")}]`;
  }
  return printRest(value);
}

function printElement(value: CelValue): string {
  return printLiteral(typeof value === "number" && !Number.isInteger(value) ? new CelDouble(value) : value);
}

function printDouble(value: number): string {
  if (!Number.isFinite(value)) {
    return `double("${value}")`;
  }
  return Number.isInteger(value) && !Object.is(value, -0) ? `${BigInt(value)}.0` : printFraction(value);
}

function printFraction(value: number): string {
  return Object.is(value, -0) ? "-0.0" : String(value);
}

function printRest(value: CelValue): string {
  if (value instanceof CelDuration) {
    return `duration("${printMessageValue(value)}")`;
  }
  if (value instanceof CelTimestamp) {
    return `timestamp("${printMessageValue(new CelTimestamp(value.seconds, value.nanoseconds))}")`;
  }
  if (value instanceof Uint8Array) {
    return `b"${[...value].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")}"`;
  }
  if (value instanceof CelOptional) {
    return value.value === undefined ? "optional.none()" : `optional.of(${printLiteral(value.value)})`;
  }
  if (value instanceof CelTypeValue) {
    return value.type.name;
  }
  return value instanceof OpaqueValue ? value.print() : printMap(value as MapView);
}

function printMap(map: MapView | { readonly [key: string]: CelValue }): string {
  const entries =
    map instanceof MapView
      ? [...map.keys()].map((key) => `${printLiteral(key)}: ${printLiteral(map.find(key) ?? null)}`)
      : Object.entries(map).map(([key, value]) => `${printLiteral(key)}: ${printElement(value)}`);
  return `{${entries.sort().join(", ")}}`;
}
