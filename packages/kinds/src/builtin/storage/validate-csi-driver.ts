import {
  asInteger,
  asObjects,
  asText,
  asTexts,
  duplicate,
  type FieldError,
  type FieldPath,
  fieldPath,
  invalid,
  type JsonObject,
  objectAt,
} from "@kiln/api";
import { checkImmutable, checkSupported } from "../field-checks.ts";

const SPEC = fieldPath("spec");
const MIN_UPDATE_SECONDS = 10;
const MIN_TOKEN_SECONDS = 600;
const MAX_TOKEN_SECONDS = 2 ** 32;

export function validateCsiDriver(object: JsonObject): FieldError[] {
  const spec = objectAt(object, "spec");
  const { nodeAllocatableUpdatePeriodSeconds: period, serviceAccountTokenInSecrets: inSecrets } = spec;
  const requests = asObjects(spec.tokenRequests);
  const why = "serviceAccountTokenInSecrets is set but no tokenRequests are specified";
  return [
    ...checkSupported(spec.fsGroupPolicy, SPEC.child("fsGroupPolicy"), ["File", "None", "ReadWriteOnceWithFSType"]),
    ...validateTokenRequests(requests, SPEC.child("tokenRequests")),
    ...asTexts(spec.volumeLifecycleModes).flatMap((mode) =>
      checkSupported(mode, SPEC.child("volumeLifecycleModes"), ["Persistent", "Ephemeral"]),
    ),
    ...(period !== undefined && asInteger(period) < MIN_UPDATE_SECONDS
      ? [
          invalid(
            SPEC.child("nodeAllocatableUpdatePeriodSeconds"),
            asInteger(period),
            "must be greater than or equal to 10 seconds",
          ),
        ]
      : []),
    ...(inSecrets !== undefined && requests.length === 0
      ? [invalid(SPEC.child("serviceAccountTokenInSecrets"), inSecrets, why)]
      : []),
  ];
}

function validateTokenRequests(requests: readonly JsonObject[], path: FieldPath): FieldError[] {
  const audiences = new Set<string>();
  return requests.flatMap((request, i) => {
    const audience = asText(request.audience);
    if (audiences.has(audience)) {
      return [duplicate(path.index(i).child("audience"), audience)];
    }
    audiences.add(audience);
    const seconds = asInteger(request.expirationSeconds);
    const refuse = (why: string) => [invalid(path.index(i).child("expirationSeconds"), seconds, why)];
    if (request.expirationSeconds !== undefined && seconds < MIN_TOKEN_SECONDS) {
      return refuse("may not specify a duration less than 10 minutes");
    }
    return seconds > MAX_TOKEN_SECONDS ? refuse("may not specify a duration larger than 2^32 seconds") : [];
  });
}

/** Kubernetes' errors for changes that marks forbid otherwise, one of them under another field name. */
export function validateCsiDriverKept(object: JsonObject, old: JsonObject): FieldError[] {
  const [spec, before] = [objectAt(object, "spec"), objectAt(old, "spec")];
  return [
    ...checkImmutable(spec.attachRequired, before.attachRequired, SPEC.child("attachedRequired")),
    ...checkImmutable(spec.volumeLifecycleModes, before.volumeLifecycleModes, SPEC.child("volumeLifecycleModes")),
  ];
}

const ADVICE =
  "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes";

export function warnOfTokens(object: JsonObject, old?: JsonObject): string[] {
  const spec = objectAt(object, "spec");
  const isNew =
    old === undefined ||
    checkImmutable(spec.tokenRequests, objectAt(old, "spec").tokenRequests, SPEC.child("tokenRequests")).length > 0;
  const hasTokens = asObjects(spec.tokenRequests).length > 0;
  return isNew && hasTokens && spec.serviceAccountTokenInSecrets === undefined ? [ADVICE] : [];
}
