import { printErrors } from "@kiln/access";
import { type JsonObject, objectAt, objectsAt } from "@kiln/api";
import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget } from "./admission-plugin.ts";
import { checkLimits } from "./check-limits.ts";
import { forbid } from "./forbid.ts";
import { ensureObject, isKind, isPod } from "./read-fields.ts";

const ANNOTATION = "kubernetes.io/limit-ranger";

/** LimitRanger: checks container resources against the LimitRanges of the namespace, and sets their defaults. */
export const limitRanger: AdmissionPlugin = {
  name: "LimitRanger",
  handles: isLimited,
  admit(attributes) {
    if (attributes.resource.names.plural === "pods") {
      for (const range of rangesFor(attributes)) {
        fillIn(attributes.object ?? {}, range);
      }
    }
    return undefined;
  },
  validate(attributes) {
    for (const range of rangesFor(attributes)) {
      const faults = checkLimits(range, attributes.resource.names.plural, attributes.object ?? {});
      if (faults.length > 0) {
        throw forbid(attributes, printErrors(faults));
      }
    }
    return undefined;
  },
};

/**
 * Whether LimitRanges apply. Kubernetes: to an update of a Pod only if it is a resize
 * (admission/limitranger/admission.go SupportsAttributes, v1.36).
 */
function isLimited(target: AdmissionTarget): boolean {
  const { resource, subresource, operation } = target;
  if (operation === "CREATE") {
    return isPod(target) || isKind(target, "", "persistentvolumeclaims");
  }
  const isResize = subresource === "resize" && resource.group === "" && resource.names.plural === "pods";
  return operation === "UPDATE" && (isResize || isKind(target, "", "persistentvolumeclaims"));
}

function rangesFor({ services, namespace, oldObject }: AdmissionAttributes): readonly JsonObject[] {
  return objectAt(oldObject, "metadata").deletionTimestamp === undefined
    ? services.settings.list("limitRanges", namespace)
    : [];
}

/** Merges objects; later ones take precedence. */
function mergeAll(objects: readonly JsonObject[]): JsonObject {
  const merged: JsonObject = {};
  for (const object of objects) {
    Object.assign(merged, object);
  }
  return merged;
}

/** Sets default requests and limits in the containers of the Pod, and an annotation that lists them. */
function fillIn(pod: JsonObject, range: JsonObject): void {
  const items = objectsAt(objectAt(range, "spec"), "limits").filter(({ type }) => type === "Container");
  const defaults = {
    limits: mergeAll(items.map((item) => objectAt(item, "default"))),
    requests: mergeAll(items.map((item) => objectAt(item, "defaultRequest"))),
  };
  const spec = objectAt(pod, "spec");
  const notes = [
    ...objectsAt(spec, "containers").flatMap((container) => fillContainer(container, "container", defaults)),
    ...objectsAt(spec, "initContainers").flatMap((container) => fillContainer(container, "init container", defaults)),
  ];
  if (notes.length > 0) {
    const annotations = ensureObject(ensureObject(pod, "metadata"), "annotations");
    annotations[ANNOTATION] = `LimitRanger plugin set: ${notes.join("; ")}`;
  }
}

interface Defaults {
  readonly limits: JsonObject;
  readonly requests: JsonObject;
}

/** Sets default requests and limits in a container; returns which were set, requests first. */
function fillContainer(container: JsonObject, called: string, { limits, requests }: Defaults): string[] {
  const setLimits = fillList(container, "limits", limits);
  const setRequests = fillList(container, "requests", requests);
  const note = (names: readonly string[], what: string) =>
    names.length === 0 ? [] : [`${names.join(", ")} ${what} for ${called} ${String(container.name)}`];
  return [...note(setRequests, "request"), ...note(setLimits, "limit")];
}

/** Sets missing amounts in the requests or limits of a container. Returns the names that were set, sorted. */
function fillList(container: JsonObject, what: keyof Defaults, defaults: JsonObject): string[] {
  const given = objectAt(container, "resources", what);
  const missing = Object.keys(defaults).filter((name) => !Object.hasOwn(given, name));
  if (missing.length > 0) {
    const list = ensureObject(ensureObject(container, "resources"), what);
    Object.assign(list, Object.fromEntries(missing.map((name) => [name, defaults[name]])));
  }
  return missing.sort();
}
