import { asText, deepEqual, isJsonObject, type JsonObject, metadataOf, objectAt, quoteGo } from "@kiln/api";
import type { Declaration } from "../declaration.ts";
import { fieldRules } from "../field-rules.ts";
import { keepSelector, keptSelectorMarks } from "./kept-selector.ts";
import { defaultRollingUpdate } from "./rolling-update.ts";
import { checkCollisions, STATUS } from "./validate-counts.ts";
import { validateDaemonSetSpec } from "./validate-workloads.ts";
import { workloadStrategy } from "./workload-strategy.ts";

const checkStatus = fieldRules({
  "currentNumberScheduled,numberMisscheduled,desiredNumberScheduled,numberReady": "count",
  "observedGeneration,updatedNumberScheduled,numberAvailable,numberUnavailable,collisionCount": "count",
});

export const daemonSet: Declaration = {
  resource: "daemonsets.apps",
  marks: keptSelectorMarks,
  decoding: { findFault: findGenerationFault },
  types: {
    "apps/v1.DaemonSetSpec": { defaults: { revisionHistoryLimit: 10 } },
    "apps/v1.DaemonSetUpdateStrategy": {
      defaults: { type: "RollingUpdate" },
      setDefaults: (strategy) => {
        defaultRollingUpdate(strategy, { maxUnavailable: 1, maxSurge: 0 });
        // Kubernetes: rollingUpdate always has both numbers, even if it is not used (apps/v1/defaults.go
        // SetDefaults_DaemonSet, v1.36).
        if (isJsonObject(strategy.rollingUpdate)) {
          strategy.rollingUpdate = { maxUnavailable: 0, maxSurge: 0, ...strategy.rollingUpdate };
        }
      },
    },
  },
  strategy: (settings) => ({
    ...workloadStrategy({
      validateSpec: validateDaemonSetSpec,
      ...keepSelector(settings),
      tellsChangeFirst: true,
      namesPods: false,
      validateStatus: (object, old) => [
        ...checkStatus(objectAt(object, "status"), STATUS),
        ...checkCollisions(object, old),
      ],
      prepareCreate: (object) => {
        const given = templateGeneration(object);
        setTemplateGeneration(object, given < 1n ? 1n : given);
      },
      prepareUpdate: countTemplates,
    }),
    carriedAnnotations: [TEMPLATE_GENERATION],
    // Kubernetes: the field manager of the request owns the annotation, even before the server corrects it
    // (apps/v1/conversion.go Convert_apps_DaemonSet_To_v1_DaemonSet, v1.36).
    setDefaults: (object) => setTemplateGeneration(object, templateGeneration(object)),
  }),
};

const TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

/**
 * Error of an annotation that is no number. Kubernetes: decodes the annotation as the templateGeneration field
 * (apps/v1/conversion.go Convert_v1_DaemonSet_To_apps_DaemonSet, v1.36).
 */
function findGenerationFault(object: JsonObject): string | undefined {
  const text = objectAt(object, "metadata", "annotations")[TEMPLATE_GENERATION];
  if (typeof text !== "string") {
    return undefined;
  }
  const number = parseGoInteger(text);
  if (number !== undefined && BigInt.asIntN(64, number) === number) {
    return undefined;
  }
  const why = number === undefined ? "invalid syntax" : "value out of range";
  return `strconv.ParseInt: parsing ${quoteGo(text)}: ${why}`;
}

function parseGoInteger(text: string): bigint | undefined {
  return /^[+-]?[0-9]+$/.test(text) ? BigInt(text.replace("+", "")) : undefined;
}

function templateGeneration(object: JsonObject): bigint {
  return parseGoInteger(asText(objectAt(metadataOf(object), "annotations")[TEMPLATE_GENERATION])) ?? 0n;
}

/**
 * Sets the annotation of the template generation. Kubernetes: templateGeneration of older versions is an annotation in
 * v1 (apps/v1/conversion.go Convert_apps_DaemonSet_To_v1_DaemonSet, v1.36).
 */
function setTemplateGeneration(object: JsonObject, generation: bigint): void {
  const metadata = metadataOf(object);
  const text = String(BigInt.asIntN(64, generation));
  metadata.annotations = { ...objectAt(metadata, "annotations"), [TEMPLATE_GENERATION]: text };
}

/** Increments the template generation if the template has changed. */
function countTemplates(object: JsonObject, old: JsonObject): void {
  const isSame = deepEqual(objectAt(object, "spec", "template"), objectAt(old, "spec", "template"));
  setTemplateGeneration(object, templateGeneration(old) + (isSame ? 0n : 1n));
}
