import { isJsonObject, type JsonValue } from "@kiln/api";
import type { FieldType } from "@kiln/apply";

/**
 * Paths of the atomic lists and maps in an apply configuration. Kubernetes: they are rejected, since they would replace
 * fields that the policy did not mean to set; entries of maps are not searched (policy/mutating/patch/smd.go
 * findAtomics, v1.36).
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
