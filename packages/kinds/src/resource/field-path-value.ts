import { getOwn, goTypeOf, isJsonObject, type JsonObject, type JsonValue, printGoValue } from "@kiln/api";

/** Value at the end of a path. */
export interface FollowedPath {
  readonly value?: JsonValue;
  /** Reason why the path cannot be followed. */
  readonly fault?: string;
}

/**
 * Kubernetes: such a path has only names, no brackets, and a leading dot is ignored (customresource/etcd.go
 * splitReplicasPath, v1.36).
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

/** Kubernetes' error for a value that a path cannot pass through or end at. */
export function accessorFault(path: string, value: JsonValue, expected: string): string {
  const dotted = path.startsWith(".") ? path : `.${path}`;
  return `${dotted} accessor error: ${printGoValue(value)} is of the type ${goTypeOf(value)}, expected ${expected}`;
}
