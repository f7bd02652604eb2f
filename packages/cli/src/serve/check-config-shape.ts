import {
  type FieldError,
  type FieldPath,
  forbidden,
  isJsonObject,
  type JsonValue,
  rootPath,
  typeInvalid,
} from "@kiln/api";

/** Shape of a configuration: a scalar, a list of one shape, or fields by name. */
export type ConfigShape = "string" | "boolean" | "number" | readonly [ConfigShape] | ConfigFields;
export interface ConfigFields {
  readonly [field: string]: ConfigShape;
}

/** Rejects unknown fields: a misspelled field must not count as absent. Null is absent. */
export function checkConfigShape(
  value: JsonValue | undefined,
  shape: ConfigShape,
  path: FieldPath = rootPath,
): FieldError[] {
  if (value === undefined || value === null) {
    return [];
  }
  if (typeof shape === "string") {
    return typeof value === shape ? [] : [typeInvalid(path, value, `must be a ${shape}`)];
  }
  if (isListShape(shape)) {
    return Array.isArray(value)
      ? value.flatMap((item, i) => checkConfigShape(item, shape[0], path.index(i)))
      : [typeInvalid(path, value, "must be a list")];
  }
  if (!isJsonObject(value)) {
    return [typeInvalid(path, value, "must be an object")];
  }
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return known === undefined
      ? [forbidden(path.child(name), "unknown field")]
      : checkConfigShape(inner, known, path.child(name));
  });
}

function isListShape(shape: ConfigFields | readonly [ConfigShape]): shape is readonly [ConfigShape] {
  return Array.isArray(shape);
}
