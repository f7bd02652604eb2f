import {
  appendAll,
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
import { type CheckFields, type FieldRules, fieldRules, type RuleSteps, type Scope } from "../../field-rules.ts";
import type { PodSurroundings } from "./pod-surroundings.ts";

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

const ACTION_NAMES = Object.keys(ACTIONS);

/** Validates the handler of a probe or lifecycle hook. */
function validateHandler(handler: JsonObject, path: FieldPath, gracePeriod: JsonValue | undefined): FieldError[] {
  const [first, ...others] = ACTION_NAMES.filter((name) => isJsonObject(handler[name]));
  if (first === undefined) {
    return [required(path, "must specify a handler type")];
  }
  const validate = ACTIONS[first] as CheckFields<JsonValue>;
  const scope = gracePeriod === undefined ? {} : { given: gracePeriod };
  const errors = validate(handler[first] as JsonObject, path.child(first), scope);
  appendAll(
    errors,
    others.map((name) => forbidden(path.child(name), "may not specify more than 1 handler type")),
  );
  return errors;
}

const COUNTS: FieldRules = {
  "initialDelaySeconds,timeoutSeconds,periodSeconds,successThreshold,failureThreshold": "count",
};
const PERIOD = "pointer;min=1 must be greater than 0";
const LIVENESS: RuleSteps = [
  checkProbeHandler,
  COUNTS,
  { terminationGracePeriodSeconds: PERIOD, successThreshold: "min=1 must be 1;max=1 must be 1" },
];
const READINESS: RuleSteps = [
  checkProbeHandler,
  COUNTS,
  { terminationGracePeriodSeconds: [PERIOD, "refused=must not be set for readinessProbes"] },
];

export const PROBES: readonly string[] = ["livenessProbe", "readinessProbe", "startupProbe"];

/** Rules of the probes of a container. */
export const PROBE_RULES: FieldRules = {
  livenessProbe: ["pointer", ...LIVENESS],
  readinessProbe: ["pointer", ...READINESS],
  startupProbe: ["pointer", ...LIVENESS],
};

function checkProbeHandler(probe: JsonObject, path: FieldPath): FieldError[] {
  return validateHandler(probe, path, undefined);
}

/** Rules of the lifecycle hooks of a container. */
export const LIFECYCLE_RULES: FieldRules<PodSurroundings> = {
  lifecycle: { "postStart,preStop": ["pointer", checkHook] },
};

function checkHook(handler: JsonObject, path: FieldPath, { given }: Scope<PodSurroundings>): FieldError[] {
  return validateHandler(handler, path, given?.spec.terminationGracePeriodSeconds);
}
