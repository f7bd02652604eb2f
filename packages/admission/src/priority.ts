import { type JsonObject, type JsonValue, objectAt, textAt } from "@kiln/api";
import type { AdmissionAttributes, AdmissionPlugin } from "./admission-plugin.ts";
import type { AdmissionServices } from "./admission-services.ts";
import { forbid } from "./forbid.ts";
import { ensureObject, isKind, isPod } from "./read-fields.ts";

/** Priority: sets a Pod's priority from its PriorityClass, or from the default class. */
export const priority: AdmissionPlugin = {
  name: "Priority",
  handles: (target) =>
    (target.operation === "CREATE" || target.operation === "UPDATE") &&
    (isPod(target) || isKind(target, "scheduling.k8s.io", "priorityclasses")),
  admit(attributes) {
    if (attributes.resource.names.plural === "pods") {
      const spec = ensureObject(attributes.object ?? {}, "spec");
      if (attributes.operation === "CREATE") {
        setPriority(attributes, spec);
      } else {
        keepPriority(spec, objectAt(attributes.oldObject, "spec"));
      }
    }
    return undefined;
  },
  validate(attributes) {
    if (attributes.resource.names.plural === "priorityclasses" && attributes.object?.globalDefault === true) {
      refuseSecondDefault(attributes);
    }
    return undefined;
  },
};

/** Sets priority and priorityClassName; throws if the client set another priority. */
function setPriority(attributes: AdmissionAttributes, spec: JsonObject): void {
  const found = classFor(attributes, textAt(spec, "priorityClassName"));
  const { value = 0, preemptionPolicy } = found;
  if ((spec.priority ?? null) !== null && Number(spec.priority) !== Number(value)) {
    throw forbid(
      attributes,
      `the integer value of priority (${String(spec.priority)}) must not be provided in pod spec; priority admission ` +
        `controller computed ${String(value)} from the given PriorityClass name`,
    );
  }
  const name = textAt(objectAt(found, "metadata"), "name");
  if (name !== "") {
    spec.priorityClassName = name;
  }
  spec.priority = value;
  if (preemptionPolicy !== undefined) {
    setPreemption(attributes, spec, preemptionPolicy);
  }
}

/** Sets preemptionPolicy; throws if the client set another. */
function setPreemption(attributes: AdmissionAttributes, spec: JsonObject, policy: JsonValue): void {
  const given = spec.preemptionPolicy ?? null;
  if (given !== null && given !== policy) {
    throw forbid(
      attributes,
      `the string value of PreemptionPolicy (${String(given)}) must not be provided in pod spec; priority admission ` +
        `controller computed ${String(policy)} from the given PriorityClass name`,
    );
  }
  spec.preemptionPolicy = policy;
}

const NO_CLASS: JsonObject = { value: 0, preemptionPolicy: "PreemptLowerPriority" };

function classFor(attributes: AdmissionAttributes, name: string): JsonObject {
  if (name === "") {
    return findDefault(attributes.services) ?? NO_CLASS;
  }
  const found = attributes.services.settings.find("priorityClasses", name);
  if (found === undefined) {
    throw forbid(attributes, `no PriorityClass with name ${name} was found`);
  }
  return found;
}

/** Default PriorityClass; of several, the one with the lowest value. */
function findDefault({ settings }: AdmissionServices): JsonObject | undefined {
  return settings
    .list("priorityClasses", "")
    .filter(({ globalDefault }) => globalDefault === true)
    .sort((a, b) => Number(a.value) - Number(b.value))[0];
}

/** Restores fields set by admission that an update omits. */
function keepPriority(spec: JsonObject, old: JsonObject): void {
  for (const name of ["priority", "preemptionPolicy"]) {
    const [given = null, before = null] = [spec[name], old[name]];
    if (given === null && before !== null) {
      spec[name] = before;
    }
  }
}

function refuseSecondDefault(attributes: AdmissionAttributes): void {
  const found = objectAt(findDefault(attributes.services), "metadata");
  const name = textAt(found, "name");
  const isAnother =
    attributes.operation === "CREATE" || name !== textAt(objectAt(attributes.object, "metadata"), "name");
  if (name !== "" && isAnother) {
    throw forbid(attributes, `PriorityClass ${name} is already marked as default. Only one default can exist`);
  }
}
