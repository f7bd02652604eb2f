import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";

/** Path of map keys and list indexes. */
export type ValuePath = readonly (string | number)[];

export function valueAt(root: JsonValue | undefined, path: ValuePath): JsonValue | undefined {
  let value = root;
  for (const step of path) {
    if (Array.isArray(value) && typeof step === "number") {
      value = value[step];
    } else {
      value = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
    }
  }
  return value;
}

/** Copy of the object with the value at the path; undefined removes it. Missing maps on the path are created. */
export function withValue(root: JsonObject, path: ValuePath, value: JsonValue | undefined): JsonObject {
  return (replaceAt(root, path, value) ?? {}) as JsonObject;
}

function replaceAt(
  holder: JsonValue | undefined,
  [step, ...rest]: ValuePath,
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (step === undefined) {
    return value;
  }
  if (typeof step === "number") {
    const items = Array.isArray(holder) ? [...holder] : [];
    const item = replaceAt(items[step], rest, value);
    item === undefined ? items.splice(step, 1) : items.splice(step, 1, item);
    return items;
  }
  const object = isJsonObject(holder) ? holder : {};
  const below = replaceAt(Object.hasOwn(object, step) ? object[step] : undefined, rest, value);
  if (below === undefined) {
    const { [step]: _, ...kept } = object;
    return kept;
  }
  return { ...object, [step]: below };
}

/** Formats a path as Kubernetes does in errors: `spec.users[0].name`. */
export function printValuePath(path: ValuePath): string {
  return path.map((step, at) => (typeof step === "number" ? `[${step}]` : `${at === 0 ? "" : "."}${step}`)).join("");
}
