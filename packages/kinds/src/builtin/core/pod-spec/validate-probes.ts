import {
  asInteger,
  asObjects,
  checkHttpHeaderName,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  required,
} from "@kiln/api";
import { checkText } from "../../field-checks.ts";
import { type CheckFields, fieldRules, type Scope } from "../../field-rules.ts";

/** Rules of the handlers, by field. Their extra input is the grace period of the Pod. */
const ACTIONS: Readonly<Record<string, CheckFields<JsonValue>>> = {
  exec: fieldRules({ command: "required" }),
  httpGet: fieldRules({ path: "required", port: "port", scheme: "enum=HTTP|HTTPS" }, ({ httpHeaders }, path) =>
    asObjects(httpHeaders).flatMap(({ name }) => checkText(name, path.child("httpHeaders"), checkHttpHeaderName)),
  ),
  tcpSocket: fieldRules({ port: "port" }),
  grpc: fieldRules({ port: "port" }),
  sleep: fieldRules<JsonValue>(validateSleep),
};

function validateSleep({ seconds }: JsonObject, path: FieldPath, { given: period }: Scope<JsonValue>): FieldError[] {
  const length = asInteger(seconds);
  const isFine = period === undefined || (length >= 0 && length <= asInteger(period));
  const why = `must be non-negative and less than terminationGracePeriodSeconds (${asInteger(period)})`;
  return isFine ? [] : [invalid(path, length, why)];
}

/** Validates the handler of a probe or lifecycle hook. */
function validateHandler(handler: JsonObject, path: FieldPath, gracePeriod: JsonValue | undefined): FieldError[] {
  const given = Object.entries(ACTIONS).filter(([name]) => isJsonObject(handler[name]));
  if (given.length === 0) {
    return [required(path, "must specify a handler type")];
  }
  return given.flatMap(([name, validate], i) =>
    i === 0
      ? validate(handler[name] as JsonObject, path.child(name), gracePeriod === undefined ? {} : { given: gracePeriod })
      : [forbidden(path.child(name), "may not specify more than 1 handler type")],
  );
}

const checkCounts = fieldRules({
  "initialDelaySeconds,timeoutSeconds,periodSeconds,successThreshold,failureThreshold": "count",
});

/** Validates liveness, readiness and startup probes. */
export function validateProbes(container: JsonObject, path: FieldPath): FieldError[] {
  return PROBES.flatMap((name) => {
    const probe = container[name];
    return isJsonObject(probe) ? validateProbe(name, probe, path.child(name)) : [];
  });
}

export const PROBES = ["livenessProbe", "readinessProbe", "startupProbe"] as const;

function validateProbe(name: (typeof PROBES)[number], probe: JsonObject, path: FieldPath): FieldError[] {
  const { terminationGracePeriodSeconds: period, successThreshold } = probe;
  const at = path.child("terminationGracePeriodSeconds");
  const errors = [
    ...validateHandler(probe, path, undefined),
    ...checkCounts(probe, path),
    ...(period !== undefined && asInteger(period) <= 0
      ? [invalid(at, asInteger(period), "must be greater than 0")]
      : []),
  ];
  if (name === "readinessProbe") {
    return period === undefined ? errors : [...errors, invalid(at, period, "must not be set for readinessProbes")];
  }
  const threshold = asInteger(successThreshold);
  return Number(threshold) === 1
    ? errors
    : [...errors, invalid(path.child("successThreshold"), threshold, "must be 1")];
}

/** Validates the lifecycle hooks of a container. */
export function validateLifecycle(
  { lifecycle }: JsonObject,
  path: FieldPath,
  gracePeriod: JsonValue | undefined,
): FieldError[] {
  return ["postStart", "preStop"].flatMap((name) => {
    const handler = isJsonObject(lifecycle) ? lifecycle[name] : undefined;
    return isJsonObject(handler) ? validateHandler(handler, path.child("lifecycle", name), gracePeriod) : [];
  });
}
