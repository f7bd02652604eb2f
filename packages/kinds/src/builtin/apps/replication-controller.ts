import {
  asObject,
  deepCopy,
  type FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  madeNameIsDns1123Subdomain,
  metadataOf,
  objectAt,
  required,
} from "@kiln/api";
import { validatePodTemplate } from "../core/pod-spec/validate-pod-template.ts";
import type { Declaration } from "../declaration.ts";
import { fieldRules, type Scope } from "../field-rules.ts";
import { replicaScale } from "./scale-paths.ts";
import { replicaCounts, STATUS } from "./validate-counts.ts";
import { refuseLabels } from "./validate-selector.ts";
import { checkEndless } from "./validate-workloads.ts";
import { workloadStrategy } from "./workload-strategy.ts";

const SPEC = fieldPath("spec");

const checkStatus = replicaCounts({
  counts: ["replicas", "fullyLabeledReplicas", "readyReplicas", "availableReplicas", "observedGeneration"],
  parts: ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"],
});

export const replicationController: Declaration = {
  resource: "replicationcontrollers",
  nameRule: madeNameIsDns1123Subdomain,
  selectableFields: ["status.replicas"],
  fieldValues: { "status.replicas": (object) => String(objectAt(object, "status").replicas ?? 0) },
  scale: replicaScale,
  strategy: () => ({
    ...workloadStrategy({
      validateSpec,
      validateStatus: (object) => checkStatus(objectAt(object, "status"), STATUS),
    }),
    setDefaults: defaultSelector,
    deletion: { orphansByDefault: {} },
  }),
};

/** Sets missing labels and selector of the controller to the labels of its Pods. */
function defaultSelector(object: JsonObject): void {
  const spec = objectAt(object, "spec");
  const { labels } = objectAt(spec, "template", "metadata");
  if (!isJsonObject(labels)) {
    return;
  }
  if (Object.keys(objectAt(spec, "selector")).length === 0) {
    spec.selector = deepCopy(labels);
  }
  const metadata = metadataOf(object);
  if (Object.keys(objectAt(metadata, "labels")).length === 0) {
    metadata.labels = deepCopy(labels);
  }
}

/** Validates the spec, whose selector is a plain map of labels and may change. */
function validateSpec(spec: JsonObject, old?: JsonObject): FieldError[] {
  return checkSpec(spec, SPEC, old === undefined ? {} : { given: old });
}

/** Rules of the spec. Their extra input is the stored spec. */
const checkSpec = fieldRules<JsonObject>(
  { minReadySeconds: "count" },
  ({ selector }, path) => (Object.keys(asObject(selector)).length === 0 ? [required(path.child("selector"), "")] : []),
  { replicas: "count", template: "present" },
  validateTemplate,
);

function validateTemplate(spec: JsonObject, around: FieldPath, { given: old }: Scope<JsonObject>): FieldError[] {
  const { template } = spec;
  const path = around.child("template");
  return isJsonObject(template)
    ? [
        ...checkLabels(Object.entries(objectAt(spec, "selector")), template, path),
        ...validatePodTemplate(template, path, old?.template),
        ...checkEndless(template, path, "ReplicationController"),
      ]
    : [];
}

/**
 * Checks that the template has the labels of the selector. Kubernetes: these labels are not validated (validation.go
 * ValidateReplicationControllerSpec, v1.36).
 */
function checkLabels(
  selector: readonly (readonly [string, JsonValue])[],
  template: JsonObject,
  path: FieldPath,
): FieldError[] {
  const { labels } = objectAt(template, "metadata");
  const given = asObject(labels);
  return selector.every(([key, value]) => getOwn(given, key) === value) ? [] : [refuseLabels(template, path)];
}
