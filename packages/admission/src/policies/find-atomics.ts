import { isJsonObject, type JsonValue } from "@kiln/api";
import type { FieldType } from "@kiln/apply";

/**
 * The paths of whatever is replaced as a whole in a configuration. Kubernetes: so that a client does not lose fields that only meant
 * to set some. Entries of maps of any name are not looked into.
 */
export function findAtomics(type: FieldType, value: JsonValue, path = ""): string[] {
  if (isJsonObject(value) && type.map !== undefined) {
    const { isAtomic, fields } = type.map;
    const inner = Object.entries(value).flatMap(([key, one]) => {
      const field = fields.get(key);
      return field === undefined ? [] : findAtomics(field, one, `${path}.${key}`);
    });
    return isAtomic ? [path, ...inner] : inner;
  }
  if (Array.isArray(value) && type.list !== undefined) {
    const { relation, items } = type.list;
    const inner = value.flatMap((one, i) => findAtomics(items, one, `${path}[${i}]`));
    return relation === "atomic" ? [path, ...inner] : inner;
  }
  return [];
}
