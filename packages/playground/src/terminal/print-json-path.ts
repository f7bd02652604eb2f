import { findAll, isJsonObject, type JsonObject, type JsonValue, parseJsonPath, printGoJson } from "@kiln/api";
import { CommandError } from "./split-words.ts";

const PART = /\{("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\}|\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}|([^{]+)/g;

/** Evaluates a JSONPath template of kubectl, such as `{.spec.a}{"\n"}`, without support for ranges. */
export function printJsonPath(template: string, object: JsonObject): string {
  let text = "";
  for (const [, literal, path, plain] of template.matchAll(PART)) {
    if (plain !== undefined) {
      text += plain;
    } else if (literal !== undefined) {
      text += JSON.parse(`"${literal.slice(1, -1).replace(/\\'/g, "'")}"`) as string;
    } else {
      text += findText(String(path), object);
    }
  }
  return text;
}

function findText(path: string, object: JsonObject): string {
  if (/^\s*(range|end)\b/.test(path)) {
    throw new CommandError("jsonpath: range is not supported here; use -o json");
  }
  const parsed = parseJsonPath(path);
  const found = "error" in parsed ? undefined : findAll(parsed.value, object);
  if (found === undefined) {
    throw new CommandError(`jsonpath: ${path} cannot be followed`);
  }
  return found.map(printValue).join(" ");
}

function printValue(value: JsonValue): string {
  return isJsonObject(value) || Array.isArray(value) ? printGoJson(value) : String(value);
}
