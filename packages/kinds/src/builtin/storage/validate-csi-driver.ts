import {
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
import { type CheckFields, fieldRules } from "../field-rules.ts";

/** Validates a CSIDriver. */
export const checkCsiDriver: CheckFields = fieldRules({
  spec: [
    { fsGroupPolicy: "enum=File|None|ReadWriteOnceWithFSType" },
    validateTokenRequests,
    checkModes,
    { nodeAllocatableUpdatePeriodSeconds: "pointer;min=10 must be greater than or equal to 10 seconds" },
    ({ serviceAccountTokenInSecrets: inSecrets, tokenRequests }: JsonObject, path) =>
      inSecrets !== undefined && asObjects(tokenRequests).length === 0
        ? [invalid(path.child("serviceAccountTokenInSecrets"), inSecrets, NO_REQUESTS)]
        : [],
  ],
});

const NO_REQUESTS = "serviceAccountTokenInSecrets is set but no tokenRequests are specified";

/** Kubernetes: the path lacks the index (apis/storage/validation/validation.go validateVolumeLifecycleModes, v1.36). */
function checkModes({ volumeLifecycleModes }: JsonObject, path: FieldPath): FieldError[] {
  return asTexts(volumeLifecycleModes).flatMap((mode) =>
    checkSupported(mode, path.child("volumeLifecycleModes"), ["Persistent", "Ephemeral"]),
  );
}

const checkSeconds = fieldRules({
  expirationSeconds: [
    "pointer;min=600 may not specify a duration less than 10 minutes",
    `max=${2 ** 32} may not specify a duration larger than 2^32 seconds`,
  ],
});

function validateTokenRequests({ tokenRequests }: JsonObject, path: FieldPath): FieldError[] {
  const audiences = new Set<string>();
  return asObjects(tokenRequests).flatMap((request, i) => {
    const at = path.child("tokenRequests").index(i);
    const audience = asText(request.audience);
    return audiences.size === audiences.add(audience).size
      ? [duplicate(at.child("audience"), audience)]
      : checkSeconds(request, at);
  });
}

/**
 * Rejects changes of immutable fields with Kubernetes' errors, one of which names another field; by default mutability
 * marks reject them.
 */
export const checkCsiDriverKept: CheckFields = fieldRules(
  ({ spec }, path, { old }) =>
    checkImmutable(
      objectAt(spec).attachRequired,
      objectAt(old, "spec").attachRequired,
      path.child("spec", "attachedRequired"),
    ),
  { "spec.volumeLifecycleModes": "immutable" },
);

const ADVICE =
  "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes";

export function warnOfTokens(object: JsonObject, old?: JsonObject): string[] {
  const spec = objectAt(object, "spec");
  const isNew =
    old === undefined ||
    checkImmutable(spec.tokenRequests, objectAt(old, "spec").tokenRequests, fieldPath()).length > 0;
  const hasTokens = asObjects(spec.tokenRequests).length > 0;
  return isNew && hasTokens && spec.serviceAccountTokenInSecrets === undefined ? [ADVICE] : [];
}
