import { encodeUtf8 } from "../text/text-bytes.ts";
import type { JsonArray, JsonObject, JsonValue } from "../value/json-value.ts";

export interface PrintJsonOptions {
  /** The decoder's result for this value; computed if absent. */
  readonly hasBigInts?: boolean;
  /** Two spaces a level, as Kubernetes answers `?pretty`. */
  readonly pretty?: boolean;
}

/** As {@link printJson}, in bytes. */
export function encodeJson(value: JsonValue, options: PrintJsonOptions = {}): Uint8Array {
  return encodeUtf8(printJson(value, options));
}

/**
 * JSON with the keys in the order they have. Numbers come as Kubernetes stores them (`1.0` as `1`, `1e3` as `1000`,
 * `1e21` as `1e+21`), which is how the engine prints them.
 */
export function printJson(value: JsonValue, options: PrintJsonOptions = {}): string {
  const { hasBigInts, pretty = false } = options;
  // If a library defined `BigInt.prototype.toJSON`, JSON.stringify would print strings without an error.
  if (hasBigInts !== true && !("toJSON" in BigInt.prototype)) {
    try {
      return JSON.stringify(value, null, pretty ? 2 : 0);
    } catch (error) {
      if (!(error instanceof TypeError)) {
        throw error;
      }
    }
  }
  return printValue(value, pretty ? "\n" : "");
}

/** `lineBreak` precedes an item of the surrounding list: empty, or a line break and its indentation. */
function printValue(value: JsonValue, lineBreak: string): string {
  if (typeof value === "bigint") {
    return value.toString();
  }
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value);
  }
  return Array.isArray(value) ? printArray(value, lineBreak) : printObject(value, lineBreak);
}

function printArray(array: JsonArray, lineBreak: string): string {
  if (array.length === 0) {
    return "[]";
  }
  const inner = lineBreak === "" ? "" : `${lineBreak}  `;
  return `[${inner}${array.map((item) => printValue(item, inner)).join(`,${inner}`)}${lineBreak}]`;
}

function printObject(object: JsonObject, lineBreak: string): string {
  // As in the engine's own printer, a field that is undefined is not there.
  const keys = Object.keys(object).filter((key) => object[key] !== undefined);
  if (keys.length === 0) {
    return "{}";
  }
  const inner = lineBreak === "" ? "" : `${lineBreak}  `;
  const colon = lineBreak === "" ? ":" : ": ";
  const items = keys.map((key) => `${JSON.stringify(key)}${colon}${printValue(object[key] as JsonValue, inner)}`);
  return `{${inner}${items.join(`,${inner}`)}${lineBreak}}`;
}
