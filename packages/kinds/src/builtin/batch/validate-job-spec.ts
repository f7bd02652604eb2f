import {
  asInteger,
  asText,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  notSupported,
  objectAt,
  required,
  validateDomainPrefixedPath,
} from "@kiln/api";
import { withGoStruct } from "../../go/print-go-struct.ts";
import { validatePodTemplate } from "../core/pod-spec/validate-pod-template.ts";
import { checkSupported } from "../field-checks.ts";
import { fieldRules } from "../field-rules.ts";
import { validatePodFailurePolicy, validateSuccessPolicy } from "./validate-job-policies.ts";

const checkFields = fieldRules(
  {
    "parallelism,completions,activeDeadlineSeconds,backoffLimit,ttlSecondsAfterFinished,backoffLimitPerIndex,maxFailedIndexes":
      "count",
  },
  ({ maxFailedIndexes, backoffLimitPerIndex }, path) =>
    maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined
      ? [required(path.child("backoffLimitPerIndex"), "when maxFailedIndexes is specified")]
      : [],
  {
    managedBy: ["pointer", (name: string, path) => validateDomainPrefixedPath(path, name), "maxBytes=63"],
    completionMode: "pointer;enum=NonIndexed|Indexed",
  },
);

const MAX_INDEXES = 100_000;
const MANY_COMPLETIONS = 100_000;
const MAX_WITH_MANY = 10_000;

/** Validates a Job's spec, or that in a CronJob's template. `old` is the stored spec. */
export function validateJobSpec(spec: JsonObject, path: FieldPath, old: JsonValue | undefined): FieldError[] {
  const { podFailurePolicy, successPolicy } = spec;
  return [
    ...checkFields(spec, path),
    ...validateCompletionMode(spec, path),
    ...(isJsonObject(podFailurePolicy) ? validatePodFailurePolicy(spec, path) : []),
    ...(isJsonObject(successPolicy) ? checkSuccessPolicy(spec, path) : []),
    ...validateReplacement(spec, path.child("podReplacementPolicy")),
    ...validatePodTemplate(
      objectAt(spec, "template"),
      path.child("template"),
      isJsonObject(old) ? old.template : undefined,
    ),
    ...validateRestartPolicy(spec, path.child("template", "spec", "restartPolicy")),
  ];
}

function validateCompletionMode(spec: JsonObject, path: FieldPath): FieldError[] {
  const { completionMode } = spec;
  if (completionMode === "Indexed") {
    return validateIndexed(spec, path);
  }
  const isPlain = completionMode === undefined || completionMode === "NonIndexed";
  const refused = isPlain ? ["backoffLimitPerIndex", "maxFailedIndexes"] : [];
  return refused.flatMap((field) =>
    spec[field] === undefined ? [] : [invalid(path.child(field), spec[field], "requires indexed completion mode")],
  );
}

/** Validates an indexed Job: its indexes are recorded in its status, which limits their number. */
function validateIndexed(spec: JsonObject, path: FieldPath): FieldError[] {
  const { completions, parallelism, maxFailedIndexes, backoffLimitPerIndex } = spec;
  const count = asInteger(completions);
  const failed = asInteger(maxFailedIndexes);
  const at = { failed: path.child("maxFailedIndexes"), parallelism: path.child("parallelism") };
  const atMost = (limit: number) => `must be less than or equal to ${limit}`;
  const many = `when completions are above ${MANY_COMPLETIONS} and used with backoff limit per index`;
  const isMany = count > MANY_COMPLETIONS && backoffLimitPerIndex !== undefined;
  const hasFailed = maxFailedIndexes !== undefined;
  return [
    ...(completions === undefined ? [required(path.child("completions"), "when completion mode is Indexed")] : []),
    ...(asInteger(parallelism) > MAX_INDEXES
      ? [invalid(at.parallelism, parallelism, `${atMost(MAX_INDEXES)} when completion mode is Indexed`)]
      : []),
    ...(completions !== undefined && hasFailed && failed > count
      ? [invalid(at.failed, failed, "must be less than or equal to completions")]
      : []),
    ...(failed > MAX_INDEXES ? [invalid(at.failed, failed, atMost(MAX_INDEXES))] : []),
    ...(isMany && !hasFailed
      ? [required(at.failed, `must be specified when completions is above ${MANY_COMPLETIONS}`)]
      : []),
    ...(isMany && asInteger(parallelism) > MAX_WITH_MANY
      ? [invalid(at.parallelism, parallelism, `${atMost(MAX_WITH_MANY)} ${many}`)]
      : []),
    ...(isMany && failed > MAX_WITH_MANY ? [invalid(at.failed, failed, `${atMost(MAX_WITH_MANY)} ${many}`)] : []),
  ];
}

function checkSuccessPolicy(spec: JsonObject, path: FieldPath): FieldError[] {
  if (spec.completionMode === "Indexed") {
    return validateSuccessPolicy(spec, path);
  }
  const error = invalid(
    path.child("successPolicy"),
    objectAt(spec, "successPolicy"),
    "requires indexed completion mode",
  );
  return [withGoStruct(error, "batch/v1.SuccessPolicy")];
}

function validateReplacement({ podReplacementPolicy, podFailurePolicy }: JsonObject, path: FieldPath): FieldError[] {
  if (podReplacementPolicy === undefined) {
    return [];
  }
  const supported = podFailurePolicy === undefined ? ["Failed", "TerminatingOrFailed"] : ["Failed"];
  return checkSupported(podReplacementPolicy, path, supported);
}

function validateRestartPolicy(spec: JsonObject, path: FieldPath): FieldError[] {
  const policy = asText(objectAt(spec, "template", "spec").restartPolicy);
  if (policy === "Always" || policy === "") {
    return [required(path, 'valid values: "OnFailure", "Never"')];
  }
  if (policy !== "OnFailure" && policy !== "Never") {
    return [notSupported(path, policy, ["OnFailure", "Never"])];
  }
  return spec.podFailurePolicy !== undefined && policy !== "Never"
    ? [invalid(path, policy, 'only "Never" is supported when podFailurePolicy is specified')]
    : [];
}
