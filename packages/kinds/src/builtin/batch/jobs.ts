import {
  asInteger,
  asText,
  deepCopy,
  type FieldPath,
  fieldPath,
  isJsonObject,
  type JsonObject,
  metadataOf,
  objectAt,
  quoteGo,
} from "@kiln/api";
import { IMMUTABLE } from "../../natives/marks.ts";
import { dropDisabledFields } from "../core/drop-disabled-fields.ts";
import { warnOfPod } from "../core/pod-spec/warn-of-pod.ts";
import { warnOfPodName } from "../core/pod-spec/warn-of-pod-name.ts";
import { areMarked, type Declaration } from "../declaration.ts";
import { validateCronJobSpec, validateNewCronJob } from "./validate-cron-job.ts";
import { JOB_MARKED, validateJobChange, validateNewJob } from "./validate-job.ts";
import { validateJobStatus } from "./validate-job-status.ts";

export const job: Declaration = {
  resource: "jobs.batch",
  marks: Object.fromEntries(JOB_MARKED.map((field) => [`spec.${field}`, IMMUTABLE])),
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["create", "update"] },
  selectableFields: ["status.successful"],
  fieldValues: { "status.successful": (object) => String(objectAt(object, "status").succeeded ?? 0) },
  refuseField: (field) => `field label ${quoteGo(field)} not supported for Job`,
  types: {
    "batch/v1.PodFailurePolicyOnPodConditionsPattern": { setDefaults: defaultStatus },
  },
  strategy: (settings) => ({
    setDefaults: defaultJob,
    prepareCreate: (object) => {
      selectOwnPods(object);
      dropDisabledFields(objectAt(object, "spec", "template"));
    },
    prepareUpdate: (object) => dropDisabledFields(objectAt(object, "spec", "template")),
    validateCreate: validateNewJob,
    validateUpdate: (object, old, subresource) =>
      subresource === "status"
        ? validateJobStatus(object, old)
        : validateJobChange(object, old, { areMarked: areMarked(settings) }),
    warn: (object, old) => warnOfJob({ object, old, spec: objectAt(object, "spec"), path: fieldPath("spec") }),
    deletion: {
      orphansByDefault: {
        warning:
          "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them " +
          "or set propagationPolicy=Orphan to suppress this warning",
      },
    },
  }),
};

interface JobAdvice {
  readonly object: JsonObject;
  readonly old: JsonObject | undefined;
  readonly spec: JsonObject;
  readonly path: FieldPath;
}

const MANY_COMPLETIONS = 100_000;
const MUCH_PARALLELISM = 10_000;
const UNTRACKED =
  "In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail";

/** Warnings about a Job; none for an update that keeps the generation. */
function warnOfJob({ object, old, spec, path }: JobAdvice): string[] {
  if (old !== undefined && metadataOf(object).generation === metadataOf(old).generation) {
    return [];
  }
  const isLarge =
    spec.completionMode === "Indexed" &&
    asInteger(spec.completions) > MANY_COMPLETIONS &&
    asInteger(spec.parallelism) > MUCH_PARALLELISM;
  return [
    ...(old === undefined ? warnOfPodName(object, "Pod names and hostnames") : []),
    ...(isLarge ? [`${path}: ${UNTRACKED}`] : []),
    ...warnOfPod(objectAt(spec, "template"), path.child("template")),
  ];
}

const MAX_INT32 = 2 ** 31 - 1;

/**
 * Sets the defaults of a Job. Kubernetes: these apply to Jobs only, not to the template of a CronJob
 * (batch/v1/defaults.go SetDefaults_Job, v1.36).
 */
function defaultJob(object: JsonObject): void {
  const spec = objectAt(object, "spec");
  if (spec.parallelism === undefined) {
    spec.completions ??= 1;
    spec.parallelism = 1;
  }
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : MAX_INT32;
  spec.completionMode ??= "NonIndexed";
  spec.suspend ??= false;
  spec.podReplacementPolicy ??= spec.podFailurePolicy === undefined ? "TerminatingOrFailed" : "Failed";
  spec.manualSelector ??= false;
  const { labels } = objectAt(spec, "template", "metadata");
  const metadata = metadataOf(object);
  if (isJsonObject(labels) && Object.keys(objectAt(metadata, "labels")).length === 0) {
    metadata.labels = deepCopy(labels);
    sharedLabels.add(metadata.labels);
  }
}

/** Sets the default status of a Pod condition pattern. */
function defaultStatus(pattern: JsonObject): void {
  if (asText(pattern.status) === "") {
    pattern.status = "True";
  }
}

/**
 * Labels objects that a Job shares with its template. Kubernetes: both are one map until the Job is stored
 * (batch/v1/defaults.go SetDefaults_Job, v1.36).
 */
const sharedLabels = new WeakSet<object>();

const PREFIX = "batch.kubernetes.io/";

/** Sets labels with the Job's uid in its template, and a selector for them, so that they identify its Pods. */
function selectOwnPods(object: JsonObject): void {
  const spec = objectAt(object, "spec");
  if (spec.manualSelector === true) {
    return;
  }
  const { uid = "", name = "" } = metadataOf(object);
  const template = objectAt(spec, "template");
  template.metadata = {
    ...objectAt(template, "metadata"),
    labels: {
      "controller-uid": uid,
      "job-name": name,
      [`${PREFIX}controller-uid`]: uid,
      [`${PREFIX}job-name`]: name,
      ...objectAt(template, "metadata", "labels"),
    },
  };
  const metadata = metadataOf(object);
  if (isJsonObject(metadata.labels) && sharedLabels.has(metadata.labels)) {
    metadata.labels = deepCopy(objectAt(template, "metadata", "labels"));
  }
  const selector = objectAt(spec, "selector");
  spec.selector = {
    ...selector,
    matchLabels: { [`${PREFIX}controller-uid`]: uid, ...objectAt(selector, "matchLabels") },
  };
}

export const cronJob: Declaration = {
  resource: "cronjobs.batch",
  types: {
    "batch/v1.CronJobSpec": {
      defaults: {
        concurrencyPolicy: "Allow",
        suspend: false,
        successfulJobsHistoryLimit: 3,
        failedJobsHistoryLimit: 1,
      },
    },
  },
  strategy: () => ({
    prepareCreate: (object) => dropDisabledFields(jobTemplateOf(object)),
    prepareUpdate: (object) => dropDisabledFields(jobTemplateOf(object)),
    validateCreate: validateNewCronJob,
    validateUpdate: (object, old, subresource) =>
      subresource === "status" ? [] : validateCronJobSpec(objectAt(object, "spec"), objectAt(old, "spec")),
    warn: (object, old) => [
      ...warnOfJob({
        object,
        old,
        spec: objectAt(object, "spec", "jobTemplate", "spec"),
        path: fieldPath("spec", "jobTemplate", "spec"),
      }),
      ...(old !== undefined && asText(objectAt(object, "spec").schedule).includes("TZ") ? [ZONE_IN_SCHEDULE] : []),
    ],
  }),
};

/**
 * Kubernetes: the warning of an update names spec.spec.schedule, which does not exist
 * (registry/batch/cronjob/strategy.go WarningsOnUpdate, v1.36).
 */
const ZONE_IN_SCHEDULE =
  "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details";

function jobTemplateOf(object: JsonObject): JsonObject {
  return objectAt(object, "spec", "jobTemplate", "spec", "template");
}
