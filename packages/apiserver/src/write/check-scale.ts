import { type FieldError, getOwn, invalid, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import type { Resource } from "../resources/resource.ts";

const MAX_REPLICAS = 2 ** 31 - 1;

/** What the scale subresource is going to read must be readable. Writes of the status answer for its part alone. */
export function checkScale(resource: Resource, object: JsonObject, subresource = ""): FieldError[] | undefined {
  const { scale } = resource;
  if (scale === undefined) {
    return undefined;
  }
  const errors = subresource === "status" ? [] : checkReplicas(object, scale.specReplicasPath);
  errors.push(...checkReplicas(object, scale.statusReplicasPath));
  if (scale.labelSelectorPath !== undefined) {
    errors.push(...checkSelector(object, scale.labelSelectorPath));
  }
  return errors;
}

function checkReplicas(object: JsonObject, path: string): FieldError[] {
  const { value, fault } = follow(object, path);
  if (fault !== undefined) {
    return [invalid(path, 0, fault)];
  }
  if (value === undefined) {
    return [];
  }
  if (!Number.isInteger(value) && typeof value !== "bigint") {
    return [invalid(path, 0, mistyped(path, value, "int64"))];
  }
  const replicas = Number(value);
  if (replicas < 0) {
    return [invalid(path, value, "should be a non-negative integer")];
  }
  return replicas > MAX_REPLICAS ? [invalid(path, value, `should be less than or equal to ${MAX_REPLICAS}`)] : [];
}

function checkSelector(object: JsonObject, path: string): FieldError[] {
  const { value, fault } = follow(object, path);
  const why = fault ?? (value === undefined || typeof value === "string" ? undefined : mistyped(path, value, "string"));
  return why === undefined ? [] : [invalid(path, "", why)];
}

interface Followed {
  readonly value?: JsonValue;
  /** Why the path cannot be followed. */
  readonly fault?: string;
}

/** Kubernetes: such a path has names only, no brackets; a dot in front of it means nothing. */
function follow(object: JsonObject, path: string): Followed {
  let value: JsonValue = object;
  const names = path.replace(/^\./, "").split(".");
  for (const [i, name] of names.entries()) {
    if (!isJsonObject(value)) {
      const reached = names.slice(0, i + 1).join(".");
      return value === null ? {} : { fault: mistyped(reached, value, "map[string]interface{}") };
    }
    const next = getOwn(value, name);
    if (next === undefined) {
      return {};
    }
    value = next;
  }
  return { value };
}

function mistyped(path: string, value: JsonValue, expected: string): string {
  const dotted = path.startsWith(".") ? path : `.${path}`;
  return `${dotted} accessor error: ${goValue(value)} is of the type ${goType(value)}, expected ${expected}`;
}

function goType(value: JsonValue): string {
  if (value === null) {
    return "<nil>";
  }
  if (Array.isArray(value)) {
    return "[]interface {}";
  }
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "bigint":
      return "int64";
    case "number":
      return Number.isInteger(value) ? "int64" : "float64";
    case "string":
      return "string";
    default:
      return "map[string]interface {}";
  }
}

/** As Go prints it with %v. */
function goValue(value: JsonValue): string {
  if (value === null) {
    return "<nil>";
  }
  if (Array.isArray(value)) {
    return `[${value.map(goValue).join(" ")}]`;
  }
  if (!isJsonObject(value)) {
    return String(value);
  }
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${key}:${goValue(getOwn(value, key) as JsonValue)}`);
  return `map[${entries.join(" ")}]`;
}
