import {
  deepCopy,
  getOwn,
  type JsonObject,
  objectAt,
  objectsAt,
  setOwn,
  statusFromPlainError,
  textAt,
} from "@kiln/api";
import { haveSameAmounts, wasGivenEmpty } from "@kiln/kinds";
import type { AdmissionAttributes, AdmissionPlugin } from "./admission-plugin.ts";
import { forbid } from "./forbid.ts";
import { ensureObject, isPod } from "./read-fields.ts";
import { mergeTolerations } from "./tolerations.ts";

const MISMATCH = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

/** RuntimeClass: sets the overhead and scheduling that a Pod's RuntimeClass defines. */
export const runtimeClass: AdmissionPlugin = {
  name: "RuntimeClass",
  handles: (target) => target.operation === "CREATE" && isPod(target),
  admit(attributes) {
    const found = findClass(attributes);
    if (found !== undefined) {
      const spec = ensureObject(attributes.object ?? {}, "spec");
      setOverhead(attributes, spec, found);
      setScheduling(attributes, spec, found);
    }
    return undefined;
  },
  validate(attributes) {
    const found = findClass(attributes);
    const spec = objectAt(attributes.object, "spec");
    const { overhead: given } = spec;
    if (found?.overhead === undefined) {
      if (given !== undefined || wasGivenEmpty(spec, "overhead")) {
        const why = "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead";
        throw forbid(attributes, why);
      }
    } else if (!haveSameAmounts(objectAt(found, "overhead", "podFixed"), objectAt({ given: given ?? null }, "given"))) {
      throw forbid(attributes, MISMATCH);
    }
    return undefined;
  },
};

function findClass(attributes: AdmissionAttributes): JsonObject | undefined {
  const { runtimeClassName = null } = objectAt(attributes.object, "spec");
  if (typeof runtimeClassName !== "string") {
    return undefined;
  }
  if (runtimeClassName === "") {
    // Kubernetes: looks up the RuntimeClass even if its name is empty, and returns the client's error
    // (admission/runtimeclass/admission.go prepareObjects, v1.36).
    throw statusFromPlainError("resource name may not be empty");
  }
  const found = attributes.services.settings.find("runtimeClasses", runtimeClassName);
  if (found === undefined) {
    throw forbid(attributes, `pod rejected: RuntimeClass ${JSON.stringify(runtimeClassName)} not found`);
  }
  return found;
}

/** Sets the overhead; throws if the client set another. */
function setOverhead(attributes: AdmissionAttributes, spec: JsonObject, found: JsonObject): void {
  if (found.overhead === undefined) {
    return;
  }
  const fixed = objectAt(found, "overhead", "podFixed");
  const given = objectAt(spec, "overhead");
  if (Object.keys(given).length > 0 && !haveSameAmounts(fixed, given)) {
    throw forbid(attributes, MISMATCH);
  }
  if (Object.keys(fixed).length > 0) {
    spec.overhead = deepCopy(fixed);
  }
}

/** Adds node selector and tolerations of the RuntimeClass; throws if the client's node selector contradicts. */
function setScheduling(attributes: AdmissionAttributes, spec: JsonObject, found: JsonObject): void {
  if (found.scheduling === undefined) {
    return;
  }
  const scheduling = objectAt(found, "scheduling");
  const wanted = Object.entries(objectAt(scheduling, "nodeSelector"));
  if (wanted.length > 0) {
    const selector = ensureObject(spec, "nodeSelector");
    for (const [key, value] of wanted) {
      const given = getOwn(selector, key);
      if (given !== undefined && given !== value) {
        throw forbid(
          attributes,
          `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${String(value)}; pod.spec.nodeSelector[${key}] = ` +
            textAt(selector, key),
        );
      }
      setOwn(selector, key, value);
    }
  }
  const tolerations = mergeTolerations(objectsAt(spec, "tolerations"), objectsAt(scheduling, "tolerations"));
  if (tolerations.length > 0) {
    spec.tolerations = deepCopy(tolerations);
  }
}
