import { encodeUtf8 } from "../text/text-bytes.ts";
import type { JsonArray, JsonObject, JsonValue } from "../value/json-value.ts";

export interface PrintJsonOptions {
  /** Result of the decoder for this value; absent: computed. */
  readonly hasBigInts?: boolean;
  /** True for lines with an indentation of two spaces a level, as Kubernetes returns for `?pretty`. */
  readonly pretty?: boolean;
}

/** Encodes JSON to bytes; {@link printJson} returns the text. */
export function encodeJson(value: JsonValue, options: PrintJsonOptions = {}): Uint8Array {
  return encodeUtf8(printJson(value, options));
}

/**
 * Prints JSON with the keys in their own order. Numbers have Kubernetes' form (`1.0` as `1`, `1e3` as `1000`, `1e21` as
 * `1e+21`), which is the engine's.
 */
export function printJson(value: JsonValue, options: PrintJsonOptions = {}): string {
  const { hasBigInts, pretty = false } = options;
  // With a `BigInt.prototype.toJSON`, which some libraries define, JSON.stringify would print integers as strings
  // without an error.
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

/** Prints a value. `lineBreak` precedes the items of the enclosing list: empty, or a line break and its indentation. */
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
  // Undefined fields are omitted, as by JSON.stringify.
  const keys = Object.keys(object).filter((key) => object[key] !== undefined);
  if (keys.length === 0) {
    return "{}";
  }
  const inner = lineBreak === "" ? "" : `${lineBreak}  `;
  const colon = lineBreak === "" ? ":" : ": ";
  const items = keys.map((key) => `${JSON.stringify(key)}${colon}${printValue(object[key] as JsonValue, inner)}`);
  return `{${inner}${items.join(`,${inner}`)}${lineBreak}}`;
}
