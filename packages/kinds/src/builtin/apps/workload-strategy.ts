import { type FieldError, fieldPath, type JsonObject, metadataOf, objectAt } from "@kiln/api";
import type { Strategy } from "../../resource/strategy.ts";
import { dropDisabledFields } from "../core/drop-disabled-fields.ts";
import { warnOfPod } from "../core/pod-spec/warn-of-pod.ts";
import { warnOfPodName } from "../core/pod-spec/warn-of-pod-name.ts";

/** Rules of a kind with a Pod template. */
export interface WorkloadRules {
  /** Validates the spec; `old` is the stored one. */
  readonly validateSpec: (spec: JsonObject, old?: JsonObject) => FieldError[];
  /** Rejects changes of immutable fields. Its errors come last, or first with `tellsChangeFirst`. */
  readonly validateChange?: (spec: JsonObject, old: JsonObject) => FieldError[];
  readonly tellsChangeFirst?: boolean;
  readonly validateStatus: (object: JsonObject, old: JsonObject) => FieldError[];
  /** True if names of Pods start with the object's name, as for most kinds. */
  readonly namesPods?: boolean;
  /** Changes the object before a create is validated. */
  readonly prepareCreate?: (object: JsonObject) => void;
  /** Changes the object before an update is validated. */
  readonly prepareUpdate?: (object: JsonObject, old: JsonObject, subresource: string) => void;
  /** Warnings, besides those about the template. */
  readonly warn?: (object: JsonObject, old: JsonObject | undefined) => string[];
}

const TEMPLATE = fieldPath("spec", "template");

/** Strategy of a workload: the parts that all workloads share, and its own rules. */
export function workloadStrategy(rules: WorkloadRules): Strategy {
  return {
    prepareCreate: (object) => {
      dropDisabledFields(templateOf(object));
      rules.prepareCreate?.(object);
    },
    prepareUpdate: (object, old, subresource) => {
      dropDisabledFields(templateOf(object));
      rules.prepareUpdate?.(object, old, subresource);
    },
    validateCreate: (object) => rules.validateSpec(objectAt(object, "spec")),
    validateUpdate: (object, old, subresource) =>
      subresource === "status" ? rules.validateStatus(object, old) : validateSpecUpdate(rules, object, old),
    warn: (object, old) => [...warnOfTemplate(rules, object, old), ...(rules.warn?.(object, old) ?? [])],
  };
}

/** Warns about the name on create, and about the Pod template if the generation is new. */
function warnOfTemplate({ namesPods }: WorkloadRules, object: JsonObject, old: JsonObject | undefined): string[] {
  const isSame = old !== undefined && metadataOf(object).generation === metadataOf(old).generation;
  return [
    ...(old === undefined && namesPods !== false ? warnOfPodName(object, "Pod names and hostnames") : []),
    ...(isSame ? [] : warnOfPod(templateOf(object), TEMPLATE)),
  ];
}

function templateOf(object: JsonObject): JsonObject {
  return objectAt(object, "spec", "template");
}

function validateSpecUpdate(rules: WorkloadRules, object: JsonObject, old: JsonObject): FieldError[] {
  const [spec, before] = [objectAt(object, "spec"), objectAt(old, "spec")];
  const changes = rules.validateChange?.(spec, before) ?? [];
  const errors = rules.validateSpec(spec, before);
  return rules.tellsChangeFirst === true ? [...changes, ...errors] : [...errors, ...changes];
}
