import { getOwn, goTypeOf, isJsonObject, type JsonObject, type JsonValue, printGoValue } from "@kiln/api";

/** Value at a path. */
export interface FollowedPath {
  readonly value?: JsonValue;
  /** Error if the path leads through a value that is no object. */
  readonly fault?: string;
}

/**
 * Value at a path. Kubernetes: the path has only names, no brackets, and a leading dot is ignored
 * (customresource/etcd.go splitReplicasPath, v1.36).
 */
export function followFieldPath(object: JsonObject, path: string): FollowedPath {
  let value: JsonValue = object;
  const names = path.replace(/^\./, "").split(".");
  for (const [i, name] of names.entries()) {
    if (!isJsonObject(value)) {
      const reached = names.slice(0, i + 1).join(".");
      return value === null ? {} : { fault: accessorFault(reached, value, "map[string]interface{}") };
    }
    const next = getOwn(value, name);
    if (next === undefined) {
      return {};
    }
    value = next;
  }
  return { value };
}

/** Kubernetes' error for a value of the wrong type on a path. */
export function accessorFault(path: string, value: JsonValue, expected: string): string {
  const dotted = path.startsWith(".") ? path : `.${path}`;
  return `${dotted} accessor error: ${printGoValue(value)} is of the type ${goTypeOf(value)}, expected ${expected}`;
}
