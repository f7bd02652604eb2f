import {
  asObjects,
  type JsonObject,
  type JsonValue,
  objectAt,
  objectsAt,
  statusFromPlainError,
  statusInternalError,
  textAt,
} from "@kiln/api";
import { qosClass } from "@kiln/kinds";
import type { AdmissionAttributes, AdmissionPlugin } from "./admission-plugin.ts";
import { ensureObject, isPod, namespaceAnnotations } from "./read-fields.ts";
import { areTolerationsAllowed, mergeTolerations } from "./tolerations.ts";

const DEFAULT_TOLERATIONS = "scheduler.alpha.kubernetes.io/defaultTolerations";
const ALLOWED_TOLERATIONS = "scheduler.alpha.kubernetes.io/tolerationsWhitelist";

/**
 * PodTolerationRestriction: adds default tolerations from the namespace's annotations to Pods, and denies tolerations
 * that the annotations do not allow.
 */
export const podTolerationRestriction: AdmissionPlugin = {
  name: "PodTolerationRestriction",
  isOffByDefault: true,
  handles: (target) => isPod(target) && (target.operation === "CREATE" || target.operation === "UPDATE"),
  admit(attributes) {
    const { object = {}, operation } = attributes;
    const spec = ensureObject(object, "spec");
    const extra = [
      ...(operation === "CREATE" ? readTolerations(attributes, DEFAULT_TOLERATIONS) : []),
      ...(qosClass(spec) === "BestEffort"
        ? []
        : [{ key: "node.kubernetes.io/memory-pressure", operator: "Exists", effect: "NoSchedule" }]),
    ];
    if (extra.length > 0) {
      spec.tolerations = mergeTolerations(objectsAt(spec, "tolerations"), extra);
    }
    refuseToleration(attributes);
    return undefined;
  },
  validate(attributes) {
    refuseToleration(attributes);
    return undefined;
  },
};

function refuseToleration(attributes: AdmissionAttributes): void {
  const tolerations = objectsAt(objectAt(attributes.object, "spec"), "tolerations");
  if (!areTolerationsAllowed(tolerations, readTolerations(attributes, ALLOWED_TOLERATIONS))) {
    const why = "pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace";
    throw statusFromPlainError(`${why} whitelist`);
  }
}

function readTolerations(attributes: AdmissionAttributes, annotation: string): JsonObject[] {
  const text = textAt(namespaceAnnotations(attributes), annotation);
  try {
    return text === "" ? [] : [...asObjects(JSON.parse(text) as JsonValue)];
  } catch (error) {
    throw statusInternalError(error instanceof Error ? error.message : String(error));
  }
}
