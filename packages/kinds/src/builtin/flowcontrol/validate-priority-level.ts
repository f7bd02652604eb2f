import {
  asInteger,
  asText,
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  objectAt,
  required,
} from "@kiln/api";
import { checkSupported } from "../field-checks.ts";
import { fieldRules } from "../field-rules.ts";
import { validateConditions } from "./validate-flow-schema.ts";

const SPEC = fieldPath("spec");
const ZERO_SHARES = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";

export function validatePriorityLevel(level: JsonObject): FieldError[] {
  const metadata = objectAt(level, "metadata");
  const spec = objectAt(level, "spec");
  const type = asText(spec.type);
  const isExempt = type === "Exempt";
  const hasAnnotation = getOwn(objectAt(metadata, "annotations"), ZERO_SHARES) !== undefined;
  return [
    ...(hasAnnotation
      ? [forbidden(fieldPath("metadata", "annotations"), `annotation '${ZERO_SHARES}' is forbidden`)]
      : []),
    ...((metadata.name === "exempt") === isExempt
      ? []
      : [invalid(SPEC.child("type"), type, "must be 'Exempt' if and only if `name` is 'exempt'")]),
    ...validateByType(spec, type),
    ...validateConditions(level),
  ];
}

function validateByType({ limited, exempt }: JsonObject, type: string): FieldError[] {
  if (type === "Exempt") {
    return [
      ...(limited === undefined ? [] : [forbidden(SPEC.child("limited"), "must be nil if the type is not Limited")]),
      ...(isJsonObject(exempt) ? checkExempt(exempt, SPEC.child("exempt")) : []),
    ];
  }
  if (type === "Limited") {
    return [
      ...(exempt === undefined ? [] : [forbidden(SPEC.child("exempt"), "must be nil if the type is Limited")]),
      ...(isJsonObject(limited)
        ? checkLimited(limited, SPEC.child("limited"))
        : [required(SPEC.child("limited"), "must not be empty when type is Limited")]),
    ];
  }
  return type === ""
    ? [required(SPEC.child("type"), "")]
    : checkSupported(type, SPEC.child("type"), ["Exempt", "Limited"]);
}

const SHARES = { nominalConcurrencyShares: "min=0 must be a non-negative integer" };
const LENDABLE = { lendablePercent: "pointer;range=0..100" };
const checkExempt = fieldRules(SHARES, LENDABLE);
const checkLimited = fieldRules(SHARES, { limitResponse: validateResponse }, LENDABLE, {
  borrowingLimitPercent: "min=0 if specified, must be a non-negative integer",
});

/**
 * Kubernetes: the message says Limited for the type of the response (apis/flowcontrol/validation/validation.go
 * ValidateLimitResponse, v1.36).
 */
function validateResponse({ type, queuing }: JsonObject, path: FieldPath): FieldError[] {
  const at = path.child("queuing");
  if (type === "Reject") {
    return queuing === undefined ? [] : [forbidden(at, "must be nil if limited.limitResponse.type is not Limited")];
  }
  if (type === "Queue") {
    return isJsonObject(queuing)
      ? validateQueuing(queuing, at)
      : [required(at, "must not be empty if limited.limitResponse.type is Limited")];
  }
  return asText(type) === ""
    ? [required(path.child("type"), "")]
    : checkSupported(type, path.child("type"), ["Queue", "Reject"]);
}

const MAX_BITS = 60;

const checkQueues = fieldRules({
  queueLengthLimit: "min=1 must be positive",
  queues: "min=1 must be positive;max=10000000 must not be greater than 10000000",
});

function validateQueuing(queuing: JsonObject, path: FieldPath): FieldError[] {
  const [queues, hand] = [Number(asInteger(queuing.queues)), Number(asInteger(queuing.handSize))];
  const bits = Math.ceil(Math.log2(queues) * hand);
  const ofHand =
    hand <= 0
      ? "must be positive"
      : hand > queues
        ? `should not be greater than queues (${queues})`
        : bits > MAX_BITS
          ? `required entropy bits of deckSize ${queues} and handSize ${hand} should not be greater than ${MAX_BITS}`
          : undefined;
  return [
    ...checkQueues(queuing, path),
    ...(ofHand === undefined ? [] : [invalid(path.child("handSize"), hand, ofHand)]),
  ];
}
