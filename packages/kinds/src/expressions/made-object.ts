import { type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import {
  CelDouble,
  CelDuration,
  CelError,
  CelTimestamp,
  CelUint,
  type CelValue,
  ListView,
  MapView,
  printMessageValue,
} from "@kiln/cel";

/** An object created by an expression: `Object{…}`, `Object.spec{…}`, `JSONPatch{…}`. */
export class MadeObject extends MapView {
  override readonly typeName: string;
  readonly #fields: ReadonlyMap<string, CelValue>;

  constructor(typeName: string, fields: ReadonlyMap<string, CelValue>) {
    super();
    this.typeName = typeName;
    this.#fields = fields;
  }

  get size(): number {
    return this.#fields.size;
  }

  find(key: CelValue): CelValue | undefined {
    return typeof key === "string" ? this.#fields.get(key) : undefined;
  }

  keys(): Iterable<string> {
    return this.#fields.keys();
  }
}

/**
 * Path of an object whose type does not fit its field; undefined if all fit. Kubernetes: an object in field `f` must
 * have the type named after that field (cel/mutation/dynamic/objects.go CheckTypeNamesMatchFieldPathNames, v1.36).
 */
export function findMisnamed(value: CelValue, path: string): string | undefined {
  if (value instanceof MadeObject && value.typeName !== path) {
    return (
      `unexpected type name ${JSON.stringify(value.typeName)}, expected ${JSON.stringify(path)}, which matches field ` +
      "name path from root Object type"
    );
  }
  for (const [key, inner] of partsOf(value)) {
    const fault = findMisnamed(inner, value instanceof MadeObject ? `${path}.${key}` : path);
    if (fault !== undefined) {
      return fault;
    }
  }
  return undefined;
}

function partsOf(value: CelValue): [string, CelValue][] {
  if (Array.isArray(value)) {
    return value.map((item, i) => [String(i), item]);
  }
  if (value instanceof ListView) {
    return Array.from({ length: value.size }, (_, i) => [String(i), value.at(i)]);
  }
  if (value instanceof MapView) {
    return [...value.keys()].map((key) => [String(key), value.find(key) as CelValue]);
  }
  return isPlain(value) ? Object.entries(value) : [];
}

function isPlain(value: CelValue): value is { readonly [key: string]: CelValue } {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** JSON of a CEL value, or a sentence with the reason why it cannot be JSON. */
export type JsonReading = { readonly value: JsonValue; readonly fault?: undefined } | { readonly fault: string };

export function toJson(value: CelValue): JsonReading {
  try {
    return { value: convert(value) };
  } catch (error) {
    if (error instanceof NoJson) {
      return { fault: error.message };
    }
    throw error;
  }
}

class NoJson extends Error {
  override readonly name = "NoJson";
}

function convert(value: CelValue): JsonValue {
  if (value === null || ["string", "boolean", "number", "bigint"].includes(typeof value)) {
    return value as JsonValue;
  }
  if (value instanceof CelDouble) {
    return value.value;
  }
  if (value instanceof CelUint) {
    return Number(value.value);
  }
  if (value instanceof CelTimestamp || value instanceof CelDuration) {
    return printMessageValue(value);
  }
  if (Array.isArray(value) || value instanceof ListView) {
    return partsOf(value).map(([, item]) => convert(item));
  }
  if (value instanceof CelError || !(value instanceof MapView || isPlain(value))) {
    throw new NoJson(`unsupported type: ${printMessageValue(value)}`);
  }
  const object: JsonObject = {};
  for (const [key, inner] of partsOf(value)) {
    setOwn(object, key, convert(inner));
  }
  return object;
}
