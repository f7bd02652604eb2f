import {
  asObject,
  asObjects,
  asText,
  asTexts,
  checkDns1035Label,
  deepEqual,
  duplicate,
  type FieldError,
  type FieldPath,
  fieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  required,
  validateFullyQualifiedName,
} from "@kiln/api";
import { fieldRules } from "../field-rules.ts";
import { findRepeats } from "../find-repeats.ts";
import { checkWebhookService, type ServiceReference } from "./check-webhook-service.ts";
import { checkWebhookUrl } from "./check-webhook-url.ts";
import { oneOf } from "./judged-policy.ts";
import { type CheckExpression, validateMatchConditions } from "./validate-match-conditions.ts";
import { ALL_OPERATIONS, validateRule } from "./validate-rule.ts";

/** Invalid stored values that an update may keep. */
interface Leniency {
  readonly requiresNoSideEffects: boolean;
  readonly requiresKnownReview: boolean;
  readonly requiresUniqueNames: boolean;
  readonly allowsInvalidSelectors: boolean;
  readonly ignoresMatchConditions: boolean;
}

const STRICT: Leniency = {
  requiresNoSideEffects: true,
  requiresKnownReview: true,
  requiresUniqueNames: true,
  allowsInvalidSelectors: false,
  ignoresMatchConditions: false,
};

const NO_SIDE_EFFECTS = ["None", "NoneOnDryRun"];
const SIDE_EFFECTS = ["None", "NoneOnDryRun", "Some", "Unknown"];
const KNOWN_REVIEWS = ["v1", "v1beta1"];
const WEBHOOKS = fieldPath("webhooks");

export interface WebhookRules {
  readonly isMutating: boolean;
  readonly checkExpression: CheckExpression;
}

/** Validates the webhooks of a configuration. `old` is the stored configuration, whose invalid values may be kept. */
export function validateWebhooks(object: JsonObject, rules: WebhookRules, old?: JsonObject): FieldError[] {
  const webhooks = asObjects(object.webhooks);
  const leniency = old === undefined ? STRICT : leniencyFor(webhooks, asObjects(old.webhooks));
  const names = new Set<string>();
  return webhooks.flatMap((webhook, i) => {
    const path = WEBHOOKS.index(i);
    const name = asText(webhook.name);
    const isTaken = leniency.requiresUniqueNames && names.has(name);
    if (name !== "") {
      names.add(name);
    }
    return [
      ...validateWebhook(webhook, path, { ...rules, ...leniency }),
      ...validateReviews(asTexts(webhook.admissionReviewVersions), path.child("admissionReviewVersions"), leniency),
      ...(isTaken ? [duplicate(path.child("name"), name)] : []),
    ];
  });
}

function leniencyFor(webhooks: readonly JsonObject[], old: readonly JsonObject[]): Leniency {
  const names = old.map(({ name }) => asText(name));
  return {
    requiresNoSideEffects: old.every(({ sideEffects }) => NO_SIDE_EFFECTS.includes(asText(sideEffects))),
    requiresKnownReview: old.every(({ admissionReviewVersions }) => {
      const versions = asTexts(admissionReviewVersions);
      return versions.length === 0 || versions.some((version) => KNOWN_REVIEWS.includes(version));
    }),
    requiresUniqueNames: new Set(names).size === names.length,
    allowsInvalidSelectors: old.some((webhook) => validateSelectors(webhook, WEBHOOKS).length > 0),
    ignoresMatchConditions:
      webhooks.length === old.length &&
      webhooks.every((webhook, i) => deepEqual(webhook.matchConditions ?? null, old[i]?.matchConditions ?? null)),
  };
}

const TIMEOUT = "the timeout value must be between 1 and 30 seconds";
const checkPolicies = fieldRules({
  failurePolicy: "pointer;enumText=Fail|Ignore",
  matchPolicy: "pointer;enumText=Equivalent|Exact",
});
const checkTimeout = fieldRules({ timeoutSeconds: `pointer;min=1 ${TIMEOUT};max=30 ${TIMEOUT}` });
const validateSelectors = fieldRules({ "namespaceSelector,objectSelector": "pointer;selector" });
const checkReinvocation = fieldRules({ reinvocationPolicy: "pointer;enumText=IfNeeded|Never" });

function validateWebhook(webhook: JsonObject, path: FieldPath, rules: WebhookRules & Leniency): FieldError[] {
  const { isMutating, allowsInvalidSelectors, ignoresMatchConditions, checkExpression } = rules;
  return [
    ...validateFullyQualifiedName(path.child("name"), asText(webhook.name)),
    ...asObjects(webhook.rules).flatMap((rule, i) =>
      validateRule(rule, { path: path.child("rules").index(i), operations: ALL_OPERATIONS }),
    ),
    ...checkPolicies(webhook, path),
    ...validateSideEffects(webhook.sideEffects, path.child("sideEffects"), rules),
    ...checkTimeout(webhook, path),
    ...(allowsInvalidSelectors ? [] : validateSelectors(webhook, path)),
    ...(isMutating ? checkReinvocation(webhook, path) : []),
    ...validateClientConfig(webhook.clientConfig, path.child("clientConfig")),
    ...(ignoresMatchConditions
      ? []
      : validateMatchConditions(webhook.matchConditions, path.child("matchConditions"), checkExpression)),
  ];
}

function validateSideEffects(
  value: JsonValue | undefined,
  path: FieldPath,
  { requiresNoSideEffects }: Leniency,
): FieldError[] {
  const allowed = requiresNoSideEffects ? NO_SIDE_EFFECTS : SIDE_EFFECTS;
  return (value ?? null) === null
    ? [required(path, `must specify one of ${allowed.join(", ")}`)]
    : oneOf(value, path, allowed);
}

function validateClientConfig(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const { url, service } = asObject(value);
  if (typeof url === "string" && !isJsonObject(service)) {
    return checkWebhookUrl(url, path.child("url"));
  }
  if (isJsonObject(service) && typeof url !== "string") {
    return checkWebhookService(service as unknown as ServiceReference, path.child("service"));
  }
  return [required(path, "exactly one of url or service is required")];
}

function validateReviews(versions: readonly string[], path: FieldPath, leniency: Leniency): FieldError[] {
  if (versions.length === 0) {
    return [required(path, `must specify one of ${KNOWN_REVIEWS.join(", ")}`)];
  }
  const isRepeat = findRepeats(versions);
  const errors = versions.flatMap((version, i) =>
    isRepeat[i] === true
      ? [invalid(path.index(i), version, "duplicate version")]
      : checkDns1035Label(version).map((fault) => invalid(path.index(i), version, fault)),
  );
  const isKnown = versions.some((version) => KNOWN_REVIEWS.includes(version));
  return isKnown || !leniency.requiresKnownReview
    ? errors
    : [...errors, invalid(path, [...versions], `must include at least one of ${KNOWN_REVIEWS.join(", ")}`)];
}
