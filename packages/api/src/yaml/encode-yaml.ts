import { printGoFloat } from "../go/print-go-float.ts";
import { encodeUtf8 } from "../text/text-bytes.ts";
import type { JsonArray, JsonObject, JsonValue } from "../value/json-value.ts";
import { compareYamlKeys } from "./compare-yaml-keys.ts";
import { checkYamlLength, countCharacters, printYamlString } from "./print-yaml-string.ts";

/**
 * Kubernetes: a longer key, in bytes, is written in the form with a question mark (yaml/v2/emitterc.go
 * yaml_emitter_check_simple_key, v1.36).
 */
const MAX_SIMPLE_KEY = 128;

/** Encodes YAML to bytes; {@link printYaml} returns the text. */
export function encodeYaml(value: JsonValue): Uint8Array {
  return encodeUtf8(printYaml(value));
}

/**
 * Prints YAML as Kubernetes does: keys sorted, lists indented like their keys, and strings in quotes that would decode
 * to another type. Ends with a line break.
 */
export function printYaml(value: JsonValue): string {
  return `${isBlock(value) ? printBlock(value, 0) : printScalar(value, { column: 0, indent: 2 })}\n`;
}

/** Whether the value takes lines of its own; an empty list or object does not. */
function isBlock(value: JsonValue): value is JsonArray | JsonObject {
  return typeof value === "object" && value !== null && (Array.isArray(value) ? value : Object.keys(value)).length > 0;
}

/**
 * Text of a list or object without the indentation of its first line, which may follow a dash, and without a final line
 * break. Strings are concatenated, not joined: joining would copy the innermost text once per level.
 */
function printBlock(value: JsonArray | JsonObject, indent: number): string {
  const pad = `\n${" ".repeat(indent)}`;
  let text = "";
  const add = (part: string) => {
    text += text === "" ? part : pad + part;
    checkYamlLength(text.length);
  };
  if (Array.isArray(value)) {
    for (const item of value) {
      add(`- ${printInline(item, indent)}`);
    }
  } else {
    for (const key of Object.keys(value).sort(compareYamlKeys)) {
      add(printEntry(key, value[key] as JsonValue, indent));
    }
  }
  return text;
}

/** Prints a value after a dash, or after the colon of a key with a question mark. */
function printInline(value: JsonValue, indent: number): string {
  return isBlock(value)
    ? printBlock(value, indent + 2)
    : printScalar(value, { column: indent + 2, indent: indent + 2 });
}

/** Matches almost all keys. */
const PLAIN_KEY = /^[\w./-]{1,64}$/;

function printEntry(key: string, value: JsonValue, indent: number): string {
  if (!PLAIN_KEY.test(key) && (/[\n\r]/.test(key) || encodeUtf8(key).length > MAX_SIMPLE_KEY)) {
    const name = printYamlString(key, { column: indent + 2, indent: indent + 2 });
    return `? ${name}\n${" ".repeat(indent)}: ${printInline(value, indent)}`;
  }
  const name = printYamlString(key, { column: indent, indent, isKey: true });
  if (!isBlock(value)) {
    const column = indent + (name === key && PLAIN_KEY.test(key) ? key.length : countCharacters(name)) + 2;
    return `${name}: ${printScalar(value, { column, indent: indent + 2 })}`;
  }
  const inner = Array.isArray(value) ? indent : indent + 2;
  return `${name}:\n${" ".repeat(inner)}${printBlock(value, inner)}`;
}

function printScalar(value: JsonValue, place: { readonly column: number; readonly indent: number }): string {
  switch (typeof value) {
    case "string":
      return printYamlString(value, place);
    case "number":
      return printNumber(value);
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "[]" : "{}";
    default:
      return String(value);
  }
}

/**
 * Kubernetes: the conversion from JSON to YAML turns integers beyond 64 bits into floats (sigs.k8s.io/yaml/yaml.go
 * JSONToYAML, v1.36).
 */
function printNumber(value: number): string {
  const isInt = Number.isInteger(value) && value > -(2 ** 63) && value < 2 ** 64;
  return isInt ? String(value + 0) : printGoFloat(value, { bits: 64 });
}
