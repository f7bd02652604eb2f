import { getOwn, isJsonObject, type JsonObject, objectAt } from "@kiln/api";
import { NAMESPACE_PREFIX, peekObject } from "@kiln/kinds";
import type { AdmissionAttributes, AdmissionTarget } from "./admission-plugin.ts";

/** Object in a field, created if missing. */
export function ensureObject(object: JsonObject, name: string): JsonObject {
  const value = getOwn(object, name);
  if (isJsonObject(value)) {
    return value;
  }
  const fresh: JsonObject = {};
  object[name] = fresh;
  return fresh;
}

/** Appends items to the list in a field, which is created if missing. */
export function appendItems(object: JsonObject, name: string, items: readonly JsonObject[]): void {
  const value = getOwn(object, name);
  if (items.length > 0) {
    object[name] = [...(Array.isArray(value) ? value : []), ...items];
  }
}

export function namespaceAnnotations({ services, namespace }: AdmissionAttributes): JsonObject {
  return objectAt(peekObject(services, NAMESPACE_PREFIX + namespace), "metadata", "annotations");
}

/** Whether the request is for the kind itself, not a subresource. */
export function isKind({ resource, subresource }: AdmissionTarget, group: string, plural: string): boolean {
  return subresource === "" && resource.group === group && resource.names.plural === plural;
}

export function isPod(target: AdmissionTarget): boolean {
  return isKind(target, "", "pods");
}
