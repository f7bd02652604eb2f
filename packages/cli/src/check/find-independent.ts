import { asObject, isJsonObject, type JsonObject, parseGroupVersion } from "@kiln/api";
import type { Manifest } from "../manifests/manifest.ts";

/** Kinds that admission of other objects reads from the store, and one that two groups share. */
const READ: ReadonlySet<unknown> = new Set(["Namespace", "Node", "ServiceAccount", "Event"]);
/** Metadata that only the commit handles, or that counts the objects before. */
const COMMITTED = ["resourceVersion", "uid", "managedFields", "generateName"];

/**
 * Returns a predicate for objects that need not be stored: no other object has their name, and the checks of other
 * objects do not read them. The kinds that the server follows (classes, quotas, roles, policies) are excluded by the
 * server itself.
 */
export function findIndependent(manifests: readonly Manifest[], namespace: string): (object: JsonObject) => boolean {
  const counted = new Set<string>();
  const once = new Set<string>();
  const repeated = new Set<string>();
  let readsPods = false;
  let hasAddresses = false;
  for (const { object } of manifests) {
    const group = groupOf(object);
    if (group === "admissionregistration.k8s.io") {
      // Policies may refer to any object as a parameter.
      return () => false;
    }
    if (group === "" && object.kind === "ResourceQuota") {
      counted.add(namespaceOf(object, namespace));
    }
    // Pod security levels of a namespace are compared with its Pods.
    readsPods ||= group === "" && object.kind === "Namespace" && isJsonObject(asObject(object.metadata).labels);
    // Each Service is stored with an IPAddress for its address.
    hasAddresses ||= object.kind === "IPAddress";
    const key = keyOf(object, namespace);
    if (once.has(key)) {
      repeated.add(key);
    }
    once.add(key);
  }
  return (object) =>
    !READ.has(object.kind) &&
    !(readsPods && object.kind === "Pod") &&
    !(hasAddresses && object.kind === "Service") &&
    isPlain(object) &&
    !counted.has(namespaceOf(object, namespace)) &&
    !repeated.has(keyOf(object, namespace));
}

function isPlain({ metadata }: JsonObject): boolean {
  return (
    isJsonObject(metadata) &&
    typeof metadata.name === "string" &&
    metadata.name !== "" &&
    COMMITTED.every((field) => metadata[field] === undefined)
  );
}

/** Same for all versions of a kind. */
function keyOf(object: JsonObject, namespace: string): string {
  const { name } = asObject(object.metadata);
  return `${groupOf(object)}/${object.kind}/${namespaceOf(object, namespace)}/${name}`;
}

function namespaceOf({ metadata }: JsonObject, fallback: string): string {
  return String(asObject(metadata).namespace ?? fallback);
}

function groupOf({ apiVersion }: JsonObject): string {
  const text = typeof apiVersion === "string" ? apiVersion : "";
  return text.includes("/") ? (parseGroupVersion(text).value?.group ?? "") : "";
}
