import { asText, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";

export interface ImagePolicyConfig {
  readonly kubeconfigFile: string;
  readonly allowedMs: number;
  readonly refusedMs: number;
  /** Delay before the first retry. */
  readonly retryMs: number;
  readonly isAllowedByDefault: boolean;
}

interface Span {
  readonly unitMs: number;
  readonly minMs: number;
  readonly maxMs: number;
  readonly defaultMs: number;
}

const MINUTE_MS = 60_000;
const ANSWER = { unitMs: 1000, minMs: 1000, maxMs: 30 * MINUTE_MS };
const RETRY: Span = { unitMs: 1, minMs: 0, maxMs: 5 * MINUTE_MS, defaultMs: 500 };

/** Decodes the configuration of ImagePolicyWebhook. Throws an Error that names the invalid field. */
export function readImagePolicyConfig(config: JsonObject | undefined): ImagePolicyConfig {
  if (config === undefined) {
    throw new Error("no config specified");
  }
  const policy = isJsonObject(config.imagePolicy) ? config.imagePolicy : {};
  const kubeconfigFile = asText(policy.kubeConfigFile);
  if (kubeconfigFile === "") {
    throw new Error("imagePolicy.kubeConfigFile: required");
  }
  return {
    kubeconfigFile,
    retryMs: readSpan("retryBackoff", policy.retryBackoff, RETRY),
    allowedMs: readSpan("allowTTL", policy.allowTTL, { ...ANSWER, defaultMs: 5 * MINUTE_MS }),
    refusedMs: readSpan("denyTTL", policy.denyTTL, { ...ANSWER, defaultMs: 30_000 }),
    isAllowedByDefault: policy.defaultAllow === true,
  };
}

/** Kubernetes: -1 disables the setting, and 0 is the default (imagepolicy/config.go normalizeConfigDuration, v1.36). */
function readSpan(name: string, value: JsonValue | undefined, { unitMs, minMs, maxMs, defaultMs }: Span): number {
  const given = value ?? 0;
  if (given === -1 || given === 0) {
    return given === 0 ? defaultMs : 0;
  }
  const ms = typeof given === "number" ? given * unitMs : Number.NaN;
  if (!(ms >= minMs && ms <= maxMs)) {
    throw new Error(
      `imagePolicy.${name}: valid value is between ${minMs / unitMs} and ${maxMs / unitMs}, got ${given}`,
    );
  }
  return ms;
}
