import {
  asInteger,
  asObjects,
  asText,
  asTexts,
  deepEqual,
  duplicate,
  FIELD_IMMUTABLE,
  type FieldError,
  fieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  objectAt,
  required,
} from "@kiln/api";
import { withGoStruct } from "../../go/print-go-struct.ts";
import { fieldRules } from "../field-rules.ts";
import { isConditionTrue } from "../validate-conditions.ts";
import { countIndexes, findOverlap } from "./job-indexes.ts";

const STATUS = fieldPath("status");
const CONDITIONS = STATUS.child("conditions");

const checkCounts = fieldRules({ "active,succeeded,failed,ready,terminating": "count" });

/** A write of a Job's status: its spec, the new and the old status. */
interface Report {
  readonly spec: JsonObject;
  readonly status: JsonObject;
  readonly before: JsonObject;
}

/**
 * Rejects a contradictory status of a Job. Most rules apply only to changes, so that a stored invalid status does not
 * block other updates.
 */
export function validateJobStatus(job: JsonObject, old: JsonObject): FieldError[] {
  const report = { spec: objectAt(job, "spec"), status: objectAt(job, "status"), before: objectAt(old, "status") };
  return [
    ...checkCounts(report.status, STATUS),
    ...checkUncounted(report.status),
    ...checkEnd(report),
    ...checkFinished(report),
    ...checkIndexes(report),
    ...checkReady(report),
    ...checkCriteria(report),
    ...checkHistory(report),
  ];
}

function isFinished(status: JsonObject): boolean {
  return isConditionTrue(status, "Complete") || isConditionTrue(status, "Failed");
}

function isNews({ status, before }: Report, ...conditions: readonly string[]): boolean {
  return conditions.some((type) => isConditionTrue(status, type) !== isConditionTrue(before, type));
}

function isChanged({ status, before }: Report, ...fields: readonly string[]): boolean {
  return fields.some((field) => !deepEqual(status[field] ?? null, before[field] ?? null));
}

function refuse(detail: string): FieldError {
  return invalid(CONDITIONS, undefined, detail);
}

function checkUncounted({ uncountedTerminatedPods }: JsonObject): FieldError[] {
  const seen = new Set<string>();
  return ["succeeded", "failed"].flatMap((list) =>
    asTexts(isJsonObject(uncountedTerminatedPods) ? uncountedTerminatedPods[list] : []).flatMap((uid, i) => {
      const path = STATUS.child("uncountedTerminatedPods", list).index(i);
      const isRepeat = seen.has(uid);
      seen.add(uid);
      if (uid === "") {
        return [invalid(path, uid, "must not be empty")];
      }
      return isRepeat ? [duplicate(path, uid)] : [];
    }),
  );
}

/** Validates completionTime and the conditions of a finished Job. */
function checkEnd(report: Report): FieldError[] {
  const { status } = report;
  const [isComplete, isFailed] = [isConditionTrue(status, "Complete"), isConditionTrue(status, "Failed")];
  const { completionTime, startTime } = status;
  const at = STATUS.child("completionTime");
  const isEndNews = isNews(report, "Complete") || isChanged(report, "completionTime");
  const isBackwards =
    typeof startTime === "string" &&
    typeof completionTime === "string" &&
    Date.parse(completionTime) < Date.parse(startTime);
  return [
    ...(isNews(report, "Complete", "Failed") && isComplete && isFailed
      ? [refuse("cannot set Complete=True and Failed=true conditions")]
      : []),
    ...(isNews(report, "Complete", "FailureTarget") && isComplete && isConditionTrue(status, "FailureTarget")
      ? [refuse("cannot set Complete=True and FailureTarget=true conditions")]
      : []),
    ...(isEndNews && completionTime !== undefined && !isComplete
      ? [invalid(at, completionTime, "cannot set completionTime when there is no Complete=True condition")]
      : []),
    ...(isEndNews && completionTime === undefined && isComplete
      ? [required(at, "completionTime is required for Complete jobs")]
      : []),
    ...(isChanged(report, "startTime", "completionTime") && isBackwards
      ? [invalid(at, completionTime, "must be equal to or after `startTime`")]
      : []),
    ...((isNews(report, "Failed") || isChanged(report, "failedIndexes")) &&
    isFailed &&
    !isConditionTrue(status, "FailureTarget")
      ? [refuse("cannot set Failed=True condition without the FailureTarget=true condition")]
      : []),
    ...(isNews(report, "Complete", "SuccessCriteriaMet") && isComplete && !isConditionTrue(status, "SuccessCriteriaMet")
      ? [refuse("cannot set Complete=True condition without the SuccessCriteriaMet=true condition")]
      : []),
  ];
}

/** Validates that a finished Job has no active Pods. */
function checkFinished(report: Report): FieldError[] {
  const { spec, status, before } = report;
  if (!isFinished(status)) {
    return [];
  }
  const isEndNews = !isFinished(before);
  const isEmpty = spec.suspend === true && Number(spec.completions ?? -1) === 0;
  const pods = objectAt(status, "uncountedTerminatedPods");
  const hasPods = asTexts(pods.succeeded).length + asTexts(pods.failed).length > 0;
  return [
    ...((isEndNews || isChanged(report, "active")) && asInteger(status.active) > 0
      ? [invalid(STATUS.child("active"), asInteger(status.active), "active>0 is invalid for finished job")]
      : []),
    ...((isEndNews || isChanged(report, "startTime")) && !isEmpty && status.startTime === undefined
      ? [required(STATUS.child("startTime"), "startTime is required for finished job")]
      : []),
    ...((isEndNews || isChanged(report, "uncountedTerminatedPods")) && hasPods
      ? [
          withGoStruct(
            invalid(STATUS.child("uncountedTerminatedPods"), pods, "must be empty for finished job"),
            "batch/v1.UncountedTerminatedPods",
          ),
        ]
      : []),
  ];
}

function checkIndexes(report: Report): FieldError[] {
  const { spec, status } = report;
  const completions = Number(asInteger(spec.completions));
  const [done, lost] = [asText(status.completedIndexes), asText(status.failedIndexes)];
  const at = { done: STATUS.child("completedIndexes"), lost: STATUS.child("failedIndexes") };
  const [isDoneNews, isLostNews] = [isChanged(report, "completedIndexes"), isChanged(report, "failedIndexes")];
  const hasCompletions = spec.completions !== undefined;
  const doneFault = isDoneNews && hasCompletions ? countIndexes(done, completions).fault : undefined;
  const canFail = spec.backoffLimitPerIndex !== undefined;
  const lostFault = isLostNews && hasCompletions && canFail ? countIndexes(lost, completions).fault : undefined;
  const overlap = (isDoneNews || isLostNews) && hasCompletions ? findOverlap(done, lost, completions) : undefined;
  return [
    ...(doneFault === undefined ? [] : [invalid(at.done, done, `error parsing completedIndexes: ${doneFault}`)]),
    ...(lostFault === undefined ? [] : [invalid(at.lost, lost, `error parsing failedIndexes: ${lostFault}`)]),
    ...(isDoneNews && done !== "" && spec.completionMode !== "Indexed"
      ? [invalid(at.done, done, "cannot set non-empty completedIndexes when non-indexed completion mode")]
      : []),
    ...(isLostNews && !canFail && status.failedIndexes !== undefined
      ? [invalid(at.lost, lost, "cannot set non-null failedIndexes when backoffLimitPerIndex is null")]
      : []),
    ...(overlap === undefined
      ? []
      : [invalid(at.lost, lost, `failedIndexes and completedIndexes overlap at index: ${overlap}`)]),
  ];
}

function checkReady(report: Report): FieldError[] {
  const { status, before } = report;
  const { terminating, ready } = status;
  const isEndNews = isFinished(status) !== isFinished(before);
  return [
    ...((isEndNews || isChanged(report, "terminating")) && isFinished(status) && asInteger(terminating) > 0
      ? [invalid(STATUS.child("terminating"), terminating, "terminating>0 is invalid for finished job")]
      : []),
    ...(ready !== undefined && isChanged(report, "ready", "active") && asInteger(ready) > asInteger(status.active)
      ? [invalid(STATUS.child("ready"), asInteger(ready), "cannot set more ready pods than active")]
      : []),
  ];
}

function checkCriteria({ spec, status }: Report): FieldError[] {
  const isMet = isConditionTrue(status, "SuccessCriteriaMet");
  return [
    ...(isMet && isConditionTrue(status, "Failed")
      ? [refuse("cannot set SuccessCriteriaMet=True and Failed=true conditions")]
      : []),
    ...(isMet && isConditionTrue(status, "FailureTarget")
      ? [refuse("cannot set SuccessCriteriaMet=True and FailureTarget=true conditions")]
      : []),
    ...(spec.successPolicy !== undefined && !isMet && isConditionTrue(status, "Complete")
      ? [refuse("cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True")]
      : []),
  ];
}

/** Validates that finished conditions and counts are not reverted. */
function checkHistory(report: Report): FieldError[] {
  const { spec, status, before } = report;
  const mayShrink = spec.completionMode === "Indexed" && spec.completions === spec.parallelism;
  const decreased = (field: string) => asInteger(status[field]) < asInteger(before[field]);
  const isResumed =
    isConditionTrue(before, "Suspended") &&
    asObjects(status.conditions).some(({ type, status: is }) => type === "Suspended" && is === "False");
  const [wasMet, isMet] = [
    isConditionTrue(before, "SuccessCriteriaMet"),
    isConditionTrue(status, "SuccessCriteriaMet"),
  ];
  const restarted = before.startTime !== undefined && isChanged(report, "startTime") && !isResumed;
  return [
    ...["Failed", "Complete", "FailureTarget"]
      .filter((type) => isConditionTrue(before, type) && !isConditionTrue(status, type))
      .map((type) => refuse(`cannot disable the terminal ${type}=True condition`)),
    ...(decreased("failed")
      ? [invalid(STATUS.child("failed"), asInteger(status.failed), "cannot decrease the failed counter")]
      : []),
    ...(decreased("succeeded") && !mayShrink
      ? [invalid(STATUS.child("succeeded"), asInteger(status.succeeded), "cannot decrease the succeeded counter")]
      : []),
    ...(status.completionTime !== undefined &&
    before.completionTime !== undefined &&
    isChanged(report, "completionTime")
      ? [invalid(STATUS.child("completionTime"), status.completionTime, FIELD_IMMUTABLE)]
      : []),
    ...(restarted && spec.suspend !== true
      ? [
          invalid(
            STATUS.child("startTime"),
            status.startTime ?? null,
            "field is immutable for unsuspended job once set",
          ),
        ]
      : []),
    ...(wasMet && !isMet ? [refuse("cannot disable the SuccessCriteriaMet=True condition")] : []),
    ...(isConditionTrue(before, "Complete") && !wasMet && isMet
      ? [refuse("cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions")]
      : []),
  ];
}
