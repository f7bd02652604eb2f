import { type FieldError, fieldPath, type JsonObject, metadataOf, objectAt } from "@kiln/api";
import type { Strategy } from "../../resource/strategy.ts";
import { dropDisabledFields } from "../core/drop-disabled-fields.ts";
import { warnOfPod } from "../core/pod-spec/warn-of-pod.ts";
import { warnOfPodName } from "../core/pod-spec/warn-of-pod-name.ts";

/** Declaration of a kind with a Pod template. */
export interface WorkloadRules {
  /** `old` is the stored spec. */
  readonly validateSpec: (spec: JsonObject, old?: JsonObject) => FieldError[];
  /** Immutable fields of the spec; their errors come after all others, before them for some kinds. */
  readonly validateChange?: (spec: JsonObject, old: JsonObject) => FieldError[];
  readonly tellsChangeFirst?: boolean;
  readonly validateStatus: (object: JsonObject, old: JsonObject) => FieldError[];
  /** Whether Pods are named after it, as most are. */
  readonly namesPods?: boolean;
  /** Changes the object. */
  readonly prepareCreate?: (object: JsonObject) => void;
  /** Changes the object. */
  readonly prepareUpdate?: (object: JsonObject, old: JsonObject, subresource: string) => void;
  /** Warnings besides those of the template. */
  readonly warn?: (object: JsonObject, old: JsonObject | undefined) => string[];
}

const TEMPLATE = fieldPath("spec", "template");

/** Common parts of the strategies of workloads. */
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

/** An update without a change gets no warnings. */
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
