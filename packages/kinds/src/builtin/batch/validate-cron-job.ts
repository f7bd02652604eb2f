import {
  asNamedString,
  asText,
  type FieldError,
  type FieldPath,
  fieldPath,
  invalid,
  type JsonObject,
  type JsonValue,
  metadataOf,
  notSupported,
  objectAt,
  required,
} from "@kiln/api";
import { invalidSelector } from "../apps/validate-selector.ts";
import { fieldRules, type Scope } from "../field-rules.ts";
import { isTimeZone, scheduleFault } from "./cron-schedule.ts";
import { validateJobSpec } from "./validate-job-spec.ts";

const SPEC = fieldPath("spec");
const MAX_NAME = 52;

export function validateNewCronJob(object: JsonObject): FieldError[] {
  const name = asText(metadataOf(object).name);
  return [
    ...validateCronJobSpec(objectAt(object, "spec")),
    // Names of Jobs have eleven more characters than the CronJob's name.
    ...(name.length > MAX_NAME
      ? [invalid(fieldPath("metadata", "name"), name, `must be no more than ${MAX_NAME} characters`)]
      : []),
  ];
}

const checkSpec = fieldRules(
  validateSchedule,
  { startingDeadlineSeconds: "count", timeZone: ["pointer", validateTimeZone] },
  { concurrencyPolicy: "required;enum=Allow|Forbid|Replace", jobTemplate: validateTemplate },
  { "successfulJobsHistoryLimit,failedJobsHistoryLimit": "count" },
);

export function validateCronJobSpec(spec: JsonObject, old?: JsonObject): FieldError[] {
  return checkSpec(spec, SPEC, old === undefined ? {} : { old });
}

function validateSchedule({ schedule, timeZone }: JsonObject, around: FieldPath, { old }: Scope): FieldError[] {
  const path = around.child("schedule");
  const text = asText(schedule);
  if (text === "") {
    return [required(path, "")];
  }
  const fault = scheduleFault(text);
  const errors = fault === undefined ? [] : [invalid(path, text, fault)];
  if (!text.includes("TZ")) {
    return errors;
  }
  if (!asText(objectAt(old).schedule).includes("TZ")) {
    return [...errors, invalid(path, text, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead")];
  }
  return timeZone === undefined
    ? errors
    : [...errors, invalid(path, text, "cannot use both timeZone field and TZ or CRON_TZ in schedule")];
}

function validateTimeZone(zone: string, path: FieldPath, { old }: Scope): FieldError[] {
  if (old === zone) {
    return [];
  }
  if (zone === "") {
    return [asNamedString(invalid(path, zone, "timeZone must be nil or non-empty string"))];
  }
  const isOdd = zone
    .split("/")
    .some((part) => part === "." || part === ".." || !/^(?!-)[A-Za-z.\-_0-9+]{1,14}$/.test(part));
  if (isOdd) {
    return [asNamedString(invalid(path, zone, `unknown time zone ${zone}`))];
  }
  return [
    ...(zone.toLowerCase() === "local"
      ? [
          asNamedString(
            invalid(path, zone, "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones"),
          ),
        ]
      : []),
    ...(isTimeZone(zone) ? [] : [asNamedString(invalid(path, zone, `unknown time zone ${zone}`))]),
  ];
}

/** Validates the Job template. It has no selector: selectors are set when Jobs are created. */
function validateTemplate(template: JsonValue | undefined, around: FieldPath, { old }: Scope): FieldError[] {
  const path = around.child("spec");
  const spec = objectAt(template, "spec");
  return [
    ...validateJobSpec(spec, path, old === undefined ? undefined : objectAt(old, "spec")),
    ...(spec.selector === undefined
      ? []
      : [invalidSelector(spec.selector, path.child("selector"), "`selector` will be auto-generated")]),
    ...(spec.manualSelector === true ? [notSupported(path.child("manualSelector"), true, ["nil", "false"])] : []),
  ];
}
