import {
  asInteger,
  asObject,
  asText,
  checkDns1123Subdomain,
  deepEqual,
  FIELD_IMMUTABLE,
  type FieldError,
  type FieldPath,
  fieldPath,
  invalid,
  type JsonObject,
  type JsonValue,
  objectAt,
  required,
  rootPath,
  utf8Length,
} from "@kiln/api";
import { printGoStruct } from "../../go/print-go-struct.ts";
import { checkQualifiedName, checkText } from "../field-checks.ts";
import { type CheckValue, type FieldRules, fieldRules } from "../field-rules.ts";

/** Fields of a new event, whose errors do not print the value. */
const checkTexts = fieldRules({
  reportingInstance: ["required", atMost(128)],
  action: ["required", atMost(128)],
  reason: ["required", atMost(128)],
  message: atMost(1024),
});

function atMost(bytes: number): CheckValue {
  return unless((value) => utf8Length(asText(value)) <= bytes, `can have at most ${bytes} characters`);
}

/** Check with an error that does not print the value. */
function unless(isValid: (value: JsonValue | undefined) => boolean, why: string): CheckValue {
  return (value: JsonValue | undefined, path: FieldPath) => (isValid(value) ? [] : [invalid(path, "", why)]);
}

/**
 * Validates an event of either group, in the form of the core group. `reporter` is the group's name of the reporting
 * field.
 */
export function validateAnyEvent(
  event: JsonObject,
  reporter: "reportingComponent" | "reportingController",
): FieldError[] {
  const namespace = asText(objectAt(event, "metadata").namespace);
  return [
    ...(isTime(event.eventTime) ? validateNewEvent(event, reporter) : validateOldEvent(event, namespace)),
    ...checkText(namespace, fieldPath("namespace"), checkDns1123Subdomain),
  ];
}

function isTime(value: JsonValue | undefined): boolean {
  return asText(value) !== "";
}

/** Validates the namespace of an event: that of the object it is about; `default` for a cluster-scoped object. */
function validateOldEvent(event: JsonObject, namespace: string): FieldError[] {
  const about = asText(objectAt(event, "involvedObject").namespace);
  return about === namespace || (about === "" && namespace === "default") ? [] : [refuseNamespace(about)];
}

function refuseNamespace(namespace: string): FieldError {
  return invalid(fieldPath("involvedObject", "namespace"), namespace, "does not match event.namespace");
}

function validateNewEvent(event: JsonObject, reporter: string): FieldError[] {
  const namespace = asText(objectAt(event, "metadata").namespace);
  const about = asText(objectAt(event, "involvedObject").namespace);
  const isElsewhere = about === "" && namespace !== "default" && namespace !== "kube-system";
  const controller = asText(event.reportingComponent);
  const at = fieldPath(reporter);
  return [
    ...(isElsewhere ? [refuseNamespace(about)] : []),
    ...(controller === "" ? [required(at, "")] : []),
    ...checkQualifiedName(controller, at),
    ...checkTexts(event, rootPath),
  ];
}

/** Further validation of new events in events.k8s.io: deprecated fields must be unset. */
export function validateStrictEvent(event: JsonObject): FieldError[] {
  return checkStrict(event, rootPath);
}

const UNSET = "needs to be unset";
const SERIES: FieldRules = {
  series: {
    count: unless((count) => asInteger(count) >= 2, "should be at least 2"),
    lastObservedTime: "required",
  },
};
const checkSeries = fieldRules(SERIES);
const checkStrict = fieldRules(SERIES, {
  eventTime: "required",
  type: checkType,
  "firstTimestamp,lastTimestamp": unless((time) => !isTime(time), UNSET),
  count: unless((count) => Number(asInteger(count)) === 0, UNSET),
  source: unless((source) => asText(asObject(source).component) === "" && asText(asObject(source).host) === "", UNSET),
});

function checkType(type: JsonValue | undefined, path: FieldPath): FieldError[] {
  return type === "Normal" || type === "Warning" ? [] : [invalid(path, "", `has invalid value: ${asText(type)}`)];
}

/**
 * Immutable fields in the order of their errors, with the Go type of structs. Kubernetes: names one of the fields twice
 * (core/validation/events.go ValidateEventUpdate, v1.36).
 */
const KEPT: readonly (readonly [field: string, type?: string | undefined, told?: string])[] = [
  ["involvedObject", "core/v1.ObjectReference"],
  ["reason"],
  ["message"],
  ["source", "core/v1.EventSource"],
  ["firstTimestamp"],
  ["lastTimestamp"],
  ["count"],
  ["reason"],
  ["type"],
  ["eventTime"],
  ["action"],
  ["related", "core/v1.ObjectReference"],
  ["reportingComponent", undefined, "reportingController"],
  ["reportingInstance"],
];

/** Validates an update through events.k8s.io, which may only change the series. */
export function validateEventKept(event: JsonObject, old: JsonObject): FieldError[] {
  const isOther = (field: string) => !deepEqual(event[field] ?? null, old[field] ?? null);
  return [
    ...(isOther("series") ? checkSeries(event, rootPath) : []),
    ...KEPT.filter(([field]) => isOther(field)).map(([field, type, told = field]) => {
      const value = event[field] ?? (field === "count" ? 0 : ZERO_TEXTS.has(field) ? "" : null);
      const error = invalid(told, value, FIELD_IMMUTABLE);
      return type === undefined ? error : { ...error, printed: printGoStruct(type, value) };
    }),
  ];
}

/** Fields of which absent and empty string are equal. */
const ZERO_TEXTS: ReadonlySet<string> = new Set([
  "reason",
  "message",
  "type",
  "action",
  "reportingComponent",
  "reportingInstance",
]);
