import { deepCopy, isJsonObject, type JsonObject } from "@kiln/api";
import { metadataOf } from "../../../write/write.ts";
import type { Declaration } from "../declaration.ts";
import { partOf } from "../part-of.ts";

export const job: Declaration = {
  resource: "jobs.batch",
  selectableFields: ["status.successful"],
  fieldValues: { "status.successful": (object) => String(partOf(object, "status").succeeded ?? 0) },
  types: {
    "batch/v1.PodFailurePolicyOnPodConditionsPattern": { defaults: { status: "True" } },
  },
  strategy: () => ({
    setDefaults: defaultJob,
    prepareCreate: selectOwnPods,
    orphansByDefault: {
      warning:
        "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or " +
        "set propagationPolicy=Orphan to suppress this warning",
    },
  }),
};

const MAX_INT32 = 2 ** 31 - 1;

/** Changes the Job. Kubernetes: only of a Job itself, not of the template that a CronJob has. */
function defaultJob(object: JsonObject): void {
  const spec = partOf(object, "spec");
  if (spec.parallelism === undefined) {
    spec.completions ??= 1;
    spec.parallelism = 1;
  }
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : MAX_INT32;
  spec.completionMode ??= "NonIndexed";
  spec.suspend ??= false;
  spec.podReplacementPolicy ??= spec.podFailurePolicy === undefined ? "TerminatingOrFailed" : "Failed";
  spec.manualSelector ??= false;
  const { labels } = partOf(partOf(spec, "template"), "metadata");
  const metadata = metadataOf(object);
  if (isJsonObject(labels) && Object.keys(partOf(metadata, "labels")).length === 0) {
    metadata.labels = deepCopy(labels);
  }
}

const PREFIX = "batch.kubernetes.io/";

/** Changes the Job: its Pods are told from others by labels that only it can have. */
function selectOwnPods(object: JsonObject): void {
  const spec = partOf(object, "spec");
  if (spec.manualSelector === true) {
    return;
  }
  const { uid = "", name = "" } = metadataOf(object);
  const template = partOf(spec, "template");
  template.metadata = {
    ...partOf(template, "metadata"),
    labels: {
      "controller-uid": uid,
      "job-name": name,
      [`${PREFIX}controller-uid`]: uid,
      [`${PREFIX}job-name`]: name,
      ...partOf(partOf(template, "metadata"), "labels"),
    },
  };
  const selector = partOf(spec, "selector");
  spec.selector = {
    ...selector,
    matchLabels: { [`${PREFIX}controller-uid`]: uid, ...partOf(selector, "matchLabels") },
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
};
