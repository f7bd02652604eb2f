import { asObjects, asText, deepCopy, type JsonObject, metadataOf, objectAt, setOwn } from "@kiln/api";
import { syncPodAddresses } from "./prepare-pod.ts";

/** Restores the fields of a Pod that the endpoint ignores. */
export function preparePodUpdate(pod: JsonObject, old: JsonObject, subresource: string): void {
  switch (subresource) {
    case "status":
      keepOwners(pod, old);
      syncPodAddresses(objectAt(pod, "status"));
      keepObserved(objectAt(pod, "status"), objectAt(old, "status"));
      break;
    case "ephemeralcontainers":
      keepMetadata(pod, old);
      pod.spec = withField(objectAt(old, "spec"), "ephemeralContainers", objectAt(pod, "spec").ephemeralContainers);
      break;
    case "resize":
      keepAllButResources(pod, old);
      break;
    default:
  }
}

/** Restores owner references, which the status endpoint cannot change. */
function keepOwners(pod: JsonObject, old: JsonObject): void {
  const metadata = { ...metadataOf(pod) };
  const { ownerReferences } = metadataOf(old);
  pod.metadata = withField(metadata, "ownerReferences", ownerReferences);
}

/** Restores computed fields of the status, and observed generations. */
function keepObserved(status: JsonObject, old: JsonObject): void {
  if (asText(status.qosClass) === "" && old.qosClass !== undefined) {
    status.qosClass = old.qosClass;
  }
  if (status.observedGeneration === undefined && old.observedGeneration !== undefined) {
    status.observedGeneration = old.observedGeneration;
  }
  const before = new Map<string, JsonObject[]>();
  for (const condition of asObjects(old.conditions).reverse()) {
    const type = asText(condition.type);
    before.set(type, before.get(type) ?? []);
    before.get(type)?.push(condition);
  }
  for (const condition of asObjects(status.conditions)) {
    // The first condition of this type that has no counterpart yet.
    const found = before.get(asText(condition.type))?.pop();
    if (condition.observedGeneration === undefined && found?.observedGeneration !== undefined) {
      condition.observedGeneration = found.observedGeneration;
    }
  }
}

const OWN_METADATA = ["labels", "annotations", "finalizers", "ownerReferences"];

/** Restores labels, annotations, finalizers and owner references. */
function keepMetadata(pod: JsonObject, old: JsonObject): void {
  pod.metadata = OWN_METADATA.reduce((metadata, field) => withField(metadata, field, metadataOf(old)[field]), {
    ...metadataOf(pod),
  } as JsonObject);
}

/**
 * Restores everything but resources. If containers were added or removed, nothing is restored, and validation rejects
 * the update.
 */
function keepAllButResources(pod: JsonObject, old: JsonObject): void {
  const spec = objectAt(pod, "spec");
  const before = objectAt(old, "spec");
  const lists = ["containers", "initContainers"];
  if (lists.some((name) => asObjects(spec[name]).length !== asObjects(before[name]).length)) {
    return;
  }
  keepMetadata(pod, old);
  const resized = withField({ ...before }, "resources", spec.resources);
  for (const name of lists) {
    setField(resized, name, mergeResources(asObjects(spec[name]), asObjects(before[name])));
  }
  pod.spec = resized;
}

function mergeResources(now: JsonObject[], before: readonly JsonObject[]): JsonObject[] | undefined {
  if (now.length === 0) {
    return undefined;
  }
  if (now.some(({ name }, i) => name !== before[i]?.name)) {
    return now;
  }
  return now.map(({ resources, resizePolicy }, i) =>
    withField(withField({ ...before[i] }, "resources", resources), "resizePolicy", resizePolicy),
  );
}

function withField(object: JsonObject, field: string, value: JsonObject[string] | undefined): JsonObject {
  const copy = { ...object };
  setField(copy, field, value);
  return copy;
}

/** Sets a field, or removes it if the value is undefined. */
function setField(object: JsonObject, field: string, value: JsonObject[string] | undefined): void {
  if (value === undefined) {
    delete object[field];
  } else {
    setOwn(object, field, deepCopy(value));
  }
}
