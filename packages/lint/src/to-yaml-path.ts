import { getOwn, isJsonObject, type JsonValue } from "@kiln/api";
import type { YamlPath } from "@kiln/api/yaml";

/**
 * Path of a field that Kubernetes prints, such as `spec.versions[0].schema.openAPIV3Schema.properties[spec].type`, in
 * the YAML document.
 */
export function toYamlPath(field: string, root: JsonValue): YamlPath {
  const path: (string | number)[] = [];
  let value: JsonValue | undefined = root;
  for (const [, name, key] of field.matchAll(/([^.[\]]+)|\[([^\]]*)\]/g)) {
    const step = String(name ?? key);
    const isIndex = Array.isArray(value) && /^\d+$/.test(step);
    path.push(isIndex ? Number(step) : step);
    value = Array.isArray(value) ? value[Number(step)] : isJsonObject(value) ? getOwn(value, step) : undefined;
  }
  return path;
}
