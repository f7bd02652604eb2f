import { createRequestConditions, type RequestCondition } from "@kiln/access";
import {
  asObject,
  asObjects,
  asText,
  duplicate,
  durationToMs,
  type FieldError,
  type FieldPath,
  invalid,
  type JsonObject,
  type JsonValue,
  notSupported,
  parseDuration,
  required,
  tooMany,
} from "@kiln/api";
import { compileAt } from "./read-token-rules.ts";

export interface WebhookConfig {
  readonly name: string;
  readonly kubeconfigFile: string;
  readonly version: "v1" | "v1beta1";
  readonly timeoutMs: number;
  readonly allowedMs: number;
  readonly refusedMs: number;
  readonly failurePolicy: "NoOpinion" | "Deny";
  readonly conditions?: readonly RequestCondition[];
}

interface Reading {
  /**
   * Kubernetes: path of the authorizer; errors below `webhook` leave that element out
   * (apis/apiserver/validation/validation.go ValidateWebhookConfiguration, v1.36).
   */
  readonly path: FieldPath;
  /** Collects the errors. */
  readonly errors: FieldError[];
}

const MAX_TIMEOUT_MS = 30_000;
const MAX_CONDITIONS = 64;

/** Decodes the settings of an authorization webhook; adds to `errors`. The result is valid only if there are none. */
export function readWebhook(name: string, webhook: JsonObject, reading: Reading): WebhookConfig {
  const timeoutMs = readDuration(asText(webhook.timeout), "timeout", reading, MAX_TIMEOUT_MS);
  const allowedMs = readDuration(orDefault(webhook.authorizedTTL, "5m"), "authorizedTTL", reading);
  const refusedMs = readDuration(orDefault(webhook.unauthorizedTTL, "30s"), "unauthorizedTTL", reading);
  const version = oneOf(webhook, "subjectAccessReviewVersion", ["v1", "v1beta1"], reading);
  const isConditional = asObjects(webhook.matchConditions).length > 0;
  checkVersion(asText(webhook.matchConditionSubjectAccessReviewVersion), isConditional, reading);
  const failurePolicy = oneOf(webhook, "failurePolicy", ["NoOpinion", "Deny"], reading);
  const kubeconfigFile = readConnection(webhook, reading);
  const conditions = readConditions(webhook, reading);
  return {
    name,
    kubeconfigFile,
    version,
    timeoutMs,
    // A lifetime of zero disables the cache.
    allowedMs: webhook.cacheAuthorizedRequests === false ? 0 : allowedMs,
    refusedMs: webhook.cacheUnauthorizedRequests === false ? 0 : refusedMs,
    failurePolicy,
    ...(conditions.length === 0 ? {} : { conditions }),
  };
}

/**
 * Kubernetes: a zero duration means the default (apis/apiserver/v1/defaults.go SetDefaults_WebhookConfiguration,
 * v1.36).
 */
function orDefault(value: JsonValue | undefined, usual: string): string {
  const text = asText(value);
  return text === "" || parseDuration(text).value === 0n ? usual : text;
}

function readDuration(
  text: string,
  field: string,
  { path, errors }: Reading,
  maxMs = Number.POSITIVE_INFINITY,
): number {
  const { value, error } = parseDuration(text);
  const ms = value === undefined ? 0 : durationToMs(value);
  const range = maxMs === Number.POSITIVE_INFINITY ? "must be > 0s" : `must be > 0s and <= ${maxMs / 1000}s`;
  if (text === "" || value === 0n) {
    errors.push(required(path.child(field), ""));
  } else if (error !== undefined || ms < 0 || ms > maxMs) {
    errors.push(invalid(path.child(field), text, error ?? range));
  }
  return ms;
}

function oneOf<T extends string>(
  webhook: JsonObject,
  field: string,
  known: readonly [T, ...T[]],
  { path, errors }: Reading,
): T {
  const text = asText(webhook[field]);
  const found = known.find((candidate) => candidate === text);
  if (found === undefined) {
    errors.push(text === "" ? required(path.child(field), "") : notSupported(path.child(field), text, known));
  }
  return found ?? known[0];
}

function readConnection({ connectionInfo }: JsonObject, { path: around, errors }: Reading): string {
  const path = around.child("connectionInfo");
  const connection = asObject(connectionInfo);
  const [type, file] = [asText(connection.type), asText(connection.kubeConfigFile)];
  if (type === "") {
    errors.push(required(path.child("type"), ""));
  } else if (type !== "KubeConfigFile") {
    errors.push(notSupported(path.child("type"), type, ["KubeConfigFile"]));
  } else if (file === "") {
    errors.push(required(path.child("kubeConfigFile"), ""));
  }
  return file;
}

function readConditions(webhook: JsonObject, { path: around, errors }: Reading): RequestCondition[] {
  const written = asObjects(webhook.matchConditions);
  if (written.length === 0) {
    return [];
  }
  if (written.length > MAX_CONDITIONS) {
    errors.push(tooMany(around.child("matchConditions"), written.length, MAX_CONDITIONS));
    return [];
  }
  const seen = new Set<string>();
  const { compile } = createRequestConditions();
  return written.flatMap((condition, i) => {
    const path = around.child("matchConditions").index(i).child("expression");
    const expression = asText(condition.expression);
    if (expression.trim() === "" || seen.has(expression)) {
      errors.push(expression.trim() === "" ? required(path, "") : duplicate(path, expression));
      return [];
    }
    seen.add(expression);
    return compileAt(expression, path, { errors, compile });
  });
}

/** Validates matchConditionSubjectAccessReviewVersion, which is required with match conditions. */
function checkVersion(version: string, isNeeded: boolean, { path: around, errors }: Reading): void {
  const path = around.child("matchConditionSubjectAccessReviewVersion");
  if (version === "" && isNeeded) {
    errors.push(required(path, "required if match conditions are specified"));
  } else if (version !== "" && version !== "v1") {
    errors.push(notSupported(path, version, ["v1"]));
  }
}
