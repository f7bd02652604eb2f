import { objectAt, setOwn, statusForbidden, statusFromPlainError, textAt } from "@kiln/api";
import { groupResourceOf } from "@kiln/kinds";
import type { AdmissionAttributes, AdmissionPlugin } from "./admission-plugin.ts";
import { ensureObject, isPod, namespaceAnnotations } from "./read-fields.ts";

const NODE_SELECTOR = "scheduler.alpha.kubernetes.io/node-selector";
const CONFLICT = "pod node label selector conflicts with its namespace node label selector";

/** PodNodeSelector: restricts Pods to the nodes that the namespace's annotation selects. */
export const podNodeSelector: AdmissionPlugin = {
  name: "PodNodeSelector",
  isOffByDefault: true,
  handles: (target) => isPod(target) && target.operation === "CREATE",
  admit(attributes) {
    const wanted = nodeSelectorOf(attributes);
    refuseConflict(attributes, wanted);
    if (wanted.size > 0) {
      const selector = ensureObject(ensureObject(attributes.object ?? {}, "spec"), "nodeSelector");
      wanted.forEach((value, key) => void setOwn(selector, key, value));
    }
    return undefined;
  },
  validate(attributes) {
    refuseConflict(attributes, nodeSelectorOf(attributes));
    return undefined;
  },
};

function nodeSelectorOf(attributes: AdmissionAttributes): ReadonlyMap<string, string> {
  const text = textAt(namespaceAnnotations(attributes), NODE_SELECTOR);
  const pairs = text === "" ? [] : text.split(",").map((pair) => pair.split("=").map((part) => part.trim()));
  const wrong = pairs.find((pair) => pair.length !== 2);
  if (wrong !== undefined) {
    throw statusFromPlainError(`invalid selector: [${text}]`);
  }
  return new Map(pairs as [string, string][]);
}

function refuseConflict({ object, resource }: AdmissionAttributes, wanted: ReadonlyMap<string, string>): void {
  const given = Object.entries(objectAt(object, "spec", "nodeSelector"));
  if (given.some(([key, value]) => wanted.has(key) && wanted.get(key) !== value)) {
    throw statusForbidden(groupResourceOf(resource), textAt(objectAt(object, "metadata"), "name"), CONFLICT);
  }
}
