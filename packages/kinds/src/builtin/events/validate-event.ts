import {
  asInteger,
  asText,
  checkDns1123Subdomain,
  deepEqual,
  FIELD_IMMUTABLE,
  type FieldError,
  fieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  required,
  utf8Length,
} from "@kiln/api";
import { printGoStruct } from "../../natives/print-go-struct.ts";
import { checkQualifiedName, checkText } from "../field-checks.ts";

/** Maximum lengths of fields. */
const LIMITS = { reportingInstance: 128, action: 128, reason: 128, message: 1024 };

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
    ...Object.entries(LIMITS).flatMap(([field, limit]) => {
      const text = asText(event[field]);
      const isMissing = text === "" && field !== "message";
      return [
        ...(isMissing ? [required(field, "")] : []),
        ...(utf8Length(text) > limit ? [invalid(field, "", `can have at most ${limit} characters`)] : []),
      ];
    }),
  ];
}

/** Further validation of new events in events.k8s.io: deprecated fields must be unset. */
export function validateStrictEvent(event: JsonObject): FieldError[] {
  const source = objectAt(event, "source");
  const isOdd = event.type !== "Normal" && event.type !== "Warning";
  const set = [
    ["firstTimestamp", isTime(event.firstTimestamp)],
    ["lastTimestamp", isTime(event.lastTimestamp)],
    ["count", Number(asInteger(event.count)) !== 0],
    ["source", asText(source.component) !== "" || asText(source.host) !== ""],
  ] as const;
  return [
    ...validateSeries(event),
    ...(isTime(event.eventTime) ? [] : [required("eventTime", "")]),
    ...(isOdd ? [invalid("type", "", `has invalid value: ${asText(event.type)}`)] : []),
    ...set.filter(([, isSet]) => isSet).map(([field]) => invalid(field, "", "needs to be unset")),
  ];
}

function validateSeries({ series }: JsonObject): FieldError[] {
  if (!isJsonObject(series)) {
    return [];
  }
  return [
    ...(asInteger(series.count) < 2 ? [invalid("series.count", "", "should be at least 2")] : []),
    ...(isTime(series.lastObservedTime) ? [] : [required("series.lastObservedTime", "")]),
  ];
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
    ...(isOther("series") ? validateSeries(event) : []),
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
