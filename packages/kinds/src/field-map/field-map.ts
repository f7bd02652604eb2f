import { isJsonObject, type JsonValue, parseJson } from "@kiln/api";

/** Annotation of a CRD with a map of fields between its versions. */
export const FIELD_MAP_ANNOTATION = "kiln/conversion";

/** One mapped field: its paths by version, and its default. */
export interface MappedField {
  /** Path in each version that has the field: names from the root of the object. */
  readonly places: ReadonlyMap<string, readonly string[]>;
  /** Value for objects from a version without the field; absent: the field stays unset. */
  readonly default?: JsonValue;
  /** True if the field's schema allows only the default. */
  readonly isConstant: boolean;
}

export type FieldMap = readonly MappedField[];

const WORDS: readonly string[] = ["default", "constant"];
const PATH = /^(?:\.[A-Za-z_$][A-Za-z0-9_$-]*)+$/;

/** Parses the annotation: the fields, or the reason why it is invalid. */
export function parseFieldMap(text: string): { readonly fields: FieldMap } | { readonly fault: string } {
  let value: JsonValue;
  try {
    value = parseJson(text).value;
  } catch (error) {
    return { fault: `must be JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (!Array.isArray(value)) {
    return { fault: "must be a list of fields" };
  }
  const fields: MappedField[] = [];
  for (const [index, item] of value.entries()) {
    const parsed = parseField(item);
    if (typeof parsed === "string") {
      return { fault: `item ${index} ${parsed}` };
    }
    fields.push(parsed);
  }
  return { fields };
}

/** Parses one field; returns a string if it is invalid, the error. */
function parseField(item: JsonValue): MappedField | string {
  if (!isJsonObject(item)) {
    return "must be an object with a path for each version";
  }
  const places = new Map<string, readonly string[]>();
  for (const [version, path] of Object.entries(item)) {
    if (WORDS.includes(version)) {
      continue;
    }
    if (typeof path !== "string" || !PATH.test(path)) {
      return `must have a path like .spec.size for ${version}: only names, no lists and no maps`;
    }
    places.set(version, path.slice(1).split("."));
  }
  if (places.size === 0) {
    return "must have a path for at least one version";
  }
  const { default: fallback, constant } = item;
  if (fallback !== undefined && constant !== undefined) {
    return "may have a default or a constant, not both";
  }
  const value = fallback ?? constant;
  return { places, isConstant: constant !== undefined, ...(value === undefined ? {} : { default: value }) };
}

/** Paths of the mapped fields in a version. */
export function placesIn(fields: FieldMap, version: string): (readonly string[])[] {
  return fields.flatMap(({ places }) => {
    const path = places.get(version);
    return path === undefined ? [] : [path];
  });
}

export function printPlace(path: readonly string[]): string {
  return `.${path.join(".")}`;
}
