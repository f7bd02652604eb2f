import { asObject, isJsonObject, type JsonObject, parseGroupVersion } from "@kiln/api";
import type { Manifest } from "../manifests/manifest.ts";

/**
 * Pairs old and new objects by group, kind, namespace and name. A new object without a namespace also replaces an old
 * one in any namespace if that is the only one of the name: objects from a server have their namespace, those in files
 * often do not.
 */
export function pairManifests(
  olds: readonly Manifest[],
  namespace: string,
): (object: JsonObject) => Manifest | undefined {
  if (olds.length === 0) {
    return () => undefined;
  }
  const byPlace = new Map<string, Manifest>();
  const byName = new Map<string, Manifest[]>();
  for (const old of olds) {
    byPlace.set(keyOf(old.object, namespaceOf(old.object) ?? namespace), old);
    const name = keyOf(old.object);
    byName.set(name, [...(byName.get(name) ?? []), old]);
  }
  return (object) => {
    const place = namespaceOf(object);
    const found = byPlace.get(keyOf(object, place ?? namespace));
    const others = byName.get(keyOf(object)) ?? [];
    return found ?? (place === undefined && others.length === 1 ? others[0] : undefined);
  };
}

function keyOf(object: JsonObject, namespace = ""): string {
  const { name = "" } = isJsonObject(object.metadata) ? object.metadata : {};
  const { group = "" } = parseGroupVersion(String(object.apiVersion ?? "")).value ?? {};
  return JSON.stringify([group, object.kind ?? "", namespace, name]);
}

function namespaceOf({ metadata }: JsonObject): string | undefined {
  const { namespace } = asObject(metadata);
  return typeof namespace === "string" && namespace !== "" ? namespace : undefined;
}
