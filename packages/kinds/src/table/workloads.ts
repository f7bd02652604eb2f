import {
  asObjects,
  asText,
  fromLabelSelectorObject,
  isJsonObject,
  type JsonObject,
  objectAt,
  parseGroupVersion,
  parseTime,
  printLabelSelector,
} from "@kiln/api";
import {
  type Cells,
  containerCells,
  countOf,
  hasCondition,
  NONE,
  numberOf,
  printLabels,
  printSelector,
  replicaCells,
  textOr,
} from "./cells.ts";
import { printHumanDuration } from "./human-duration.ts";
import { ageOf, nameOf, printAge } from "./row-printer.ts";

export const appsCells: Readonly<Record<string, Cells>> = {
  ControllerRevision: (object, now) => [
    nameOf(object),
    printController(object),
    numberOf(object.revision),
    ageOf(object, now),
  ],
  DaemonSet: (object, now) => {
    const status = objectAt(object, "status");
    const counts = [
      "desiredNumberScheduled",
      "currentNumberScheduled",
      "numberReady",
      "updatedNumberScheduled",
      "numberAvailable",
    ];
    const template = objectAt(object, "spec", "template");
    return [
      nameOf(object),
      ...counts.map((field) => numberOf(status[field])),
      printLabels(objectAt(template, "spec", "nodeSelector")),
      ageOf(object, now),
      ...containerCells(template),
      printSelector(objectAt(object, "spec").selector),
    ];
  },
  Deployment: (object, now) => {
    const { replicas, selector } = objectAt(object, "spec");
    const status = objectAt(object, "status");
    const parsed = fromLabelSelectorObject(isJsonObject(selector) ? selector : undefined);
    return [
      nameOf(object),
      `${numberOf(status.readyReplicas)}/${numberOf(replicas)}`,
      numberOf(status.updatedReplicas),
      numberOf(status.availableReplicas),
      ageOf(object, now),
      ...containerCells(objectAt(object, "spec", "template")),
      parsed.value === undefined ? "<invalid>" : printLabelSelector(parsed.value),
    ];
  },
  ReplicaSet: (object, now) => [...replicaCells(object, now), printSelector(objectAt(object, "spec").selector)],
  StatefulSet: (object, now) => [
    nameOf(object),
    `${numberOf(objectAt(object, "status").readyReplicas)}/${numberOf(objectAt(object, "spec").replicas)}`,
    ageOf(object, now),
    ...containerCells(objectAt(object, "spec", "template")),
  ],
};

function printController(object: JsonObject): string {
  const owners = asObjects(objectAt(object, "metadata").ownerReferences);
  const owner = owners.find(({ controller }) => controller === true);
  if (owner === undefined) {
    return NONE;
  }
  const group = parseGroupVersion(asText(owner.apiVersion)).value?.group ?? "";
  const kind = group === "" ? asText(owner.kind) : `${asText(owner.kind)}.${group}`;
  return `${kind.toLowerCase()}/${asText(owner.name)}`;
}

export const batchCells: Readonly<Record<string, Cells>> = {
  CronJob: (object, now) => {
    const spec = objectAt(object, "spec");
    const status = objectAt(object, "status");
    const job = objectAt(spec, "jobTemplate", "spec");
    return [
      nameOf(object),
      asText(spec.schedule),
      typeof spec.timeZone === "string" ? spec.timeZone : NONE,
      printFlag(spec.suspend),
      countOf(status.active),
      status.lastScheduleTime === undefined ? NONE : printAge(status.lastScheduleTime, now),
      ageOf(object, now),
      ...containerCells(objectAt(job, "template")),
      printSelector(job.selector),
    ];
  },
  Job: (object, now) => [
    nameOf(object),
    jobStatus(object),
    printCompletions(object),
    jobDuration(objectAt(object, "status"), now),
    ageOf(object, now),
    ...containerCells(objectAt(object, "spec", "template")),
    printSelector(objectAt(object, "spec").selector),
  ],
};

function printFlag(value: JsonObject[string] | undefined): string {
  return typeof value === "boolean" ? (value ? "True" : "False") : "<unset>";
}

function printCompletions(object: JsonObject): string {
  const { completions, parallelism } = objectAt(object, "spec");
  const succeeded = numberOf(objectAt(object, "status").succeeded);
  if (completions !== undefined) {
    return `${succeeded}/${numberOf(completions)}`;
  }
  return numberOf(parallelism) > 1 ? `${succeeded}/1 of ${numberOf(parallelism)}` : `${succeeded}/1`;
}

function jobDuration({ startTime, completionTime }: JsonObject, now: Date): string {
  const from = parseTime(asText(startTime)).value;
  const to = completionTime === undefined ? now : parseTime(asText(completionTime)).value;
  return from === undefined || to === undefined ? "" : printHumanDuration(to.getTime() - from.getTime());
}

/** Conditions shown as the status of a Job: the final ones before Terminating, those of {@link ON_THE_WAY} after it. */
const OVER = ["Complete", "Failed"];
const ON_THE_WAY = ["Suspended", "FailureTarget", "SuccessCriteriaMet"];

function jobStatus(object: JsonObject): string {
  const status = objectAt(object, "status");
  const over = OVER.find((type) => hasCondition(status, type));
  if (over !== undefined) {
    return over;
  }
  if (objectAt(object, "metadata").deletionTimestamp !== undefined) {
    return "Terminating";
  }
  return textOr(
    ON_THE_WAY.find((type) => hasCondition(status, type)),
    "Running",
  );
}
