import { deepEqual, getOwn, isJsonObject, type JsonValue, parseJson } from "@kiln/api";
import type { YamlPath } from "@kiln/api/yaml";

const STEP = /([^.[\]]+)|\[("(?:[^"\\]|\\.)*"|(?:[^\]"]|"(?:[^"\\]|\\.)*")*)\]/g;

/**
 * Path of a field as printed in errors, conflicts and warnings: `spec.rooms[0].size`, `.spec.rooms[name="hall"].size`,
 * `metadata.annotations[a/b]`. Items with keys are looked up in the value; the path ends before a missing step.
 */
export function parseFieldPath(field: string, root: JsonValue): YamlPath {
  const path: (string | number)[] = [];
  let value: JsonValue | undefined = root;
  for (const [, name, key] of field.matchAll(STEP)) {
    const step: string | number | undefined = findStep(value, String(name ?? key));
    if (step === undefined) {
      break;
    }
    path.push(step);
    value = Array.isArray(value) ? value[Number(step)] : isJsonObject(value) ? getOwn(value, String(step)) : undefined;
  }
  return path;
}

function findStep(value: JsonValue | undefined, step: string): string | number | undefined {
  if (!Array.isArray(value)) {
    return step.startsWith('"') ? String(tryParse(step) ?? step) : step;
  }
  if (/^\d+$/.test(step)) {
    return Number(step);
  }
  const wanted = parseKeys(step);
  const index = value.findIndex((item) =>
    wanted === undefined
      ? isEqual(item, tryParse(step.replace(/^=/, "")))
      : isJsonObject(item) && wanted.every(([key, each]) => isEqual(getOwn(item, key), each)),
  );
  return index < 0 ? undefined : index;
}

/** Keys of `name="a",port=80`; undefined for an item of a set, which is its own key. */
function parseKeys(text: string): [string, JsonValue | undefined][] | undefined {
  const pairs = [...text.matchAll(/([\w-]+)=("(?:[^"\\]|\\.)*"|[^,]*)/g)];
  return pairs.length === 0 ? undefined : pairs.map(([, key, value]) => [String(key), tryParse(String(value))]);
}

function isEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a !== undefined && b !== undefined && deepEqual(a, b);
}

function tryParse(text: string): JsonValue | undefined {
  try {
    return parseJson(text).value;
  } catch {
    return undefined;
  }
}

/** Formats a path as errors print it: `spec.rooms[0].size`. */
export function printFieldPath(path: YamlPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === "number") {
      return `${text}[${step}]`;
    }
    const isPlain = /^[\w-]+$/.test(step);
    return isPlain ? `${text}${text === "" ? "" : "."}${step}` : `${text}[${step}]`;
  }, "");
}
