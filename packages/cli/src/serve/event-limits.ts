import { EVENT_LIMIT_TYPES, type EventLimit } from "@kiln/admission";
import {
  asObjects,
  asText,
  type FieldError,
  fieldPath,
  invalid,
  type JsonObject,
  type JsonValue,
  notSupported,
  printFieldErrors,
} from "@kiln/api";

const API_VERSION = "eventratelimit.admission.k8s.io/v1alpha1";
const DEFAULT_CACHE_SIZE = 4096;

/** Decodes the configuration of EventRateLimit. Throws an Error that names the invalid field. */
export function readEventLimits(config: JsonObject = { apiVersion: API_VERSION, kind: "Configuration" }): EventLimit[] {
  if (config.apiVersion !== API_VERSION || config.kind !== "Configuration") {
    throw new Error(`its configuration is not a Configuration of version ${API_VERSION}`);
  }
  const limits = asObjects(config.limits);
  const errors = limits.length === 0 ? [invalid(fieldPath("limits"), [], "must not be empty")] : checkLimits(limits);
  if (errors.length > 0) {
    throw new Error(printFieldErrors(errors));
  }
  return limits.map(({ type, qps, burst, cacheSize }) => ({
    type: type as EventLimit["type"],
    qps: Number(qps),
    burst: Number(burst),
    cacheSize: Number(cacheSize ?? 0) || DEFAULT_CACHE_SIZE,
  }));
}

function checkLimits(limits: readonly JsonObject[]): FieldError[] {
  return limits.flatMap((limit, i) => {
    const { type, burst = 0, qps = 0, cacheSize = 0 } = limit;
    const path = fieldPath("limits").index(i);
    const isKnown = EVENT_LIMIT_TYPES.some((known) => known === type);
    const isSized = type === "Server" || (isInteger(cacheSize) && cacheSize >= 0);
    return [
      ...(isKnown ? [] : [notSupported(path.child("type"), asText(type), EVENT_LIMIT_TYPES)]),
      ...(isInteger(burst) && burst > 0 ? [] : [invalid(path.child("burst"), burst, "must be positive")]),
      ...(isInteger(qps) && qps > 0 ? [] : [invalid(path.child("qps"), qps, "must be positive")]),
      ...(isSized ? [] : [invalid(path.child("cacheSize"), cacheSize, "must not be negative")]),
    ];
  });
}

function isInteger(value: JsonValue): value is number {
  return Number.isInteger(value);
}
