import { asObjects, type FieldError, type FieldPath, fieldPath, invalid, type JsonObject, objectAt } from "@kiln/api";
import { checkImmutable } from "../field-checks.ts";
import { type CheckFields, fieldRules } from "../field-rules.ts";
import { isEmpty } from "../rule-words.ts";

/** Validates a CSIDriver. */
export const checkCsiDriver: CheckFields = fieldRules({
  spec: [
    {
      fsGroupPolicy: "enum=File|None|ReadWriteOnceWithFSType",
      "tokenRequests[]": [
        { audience: "unique" },
        "valid",
        {
          expirationSeconds: [
            "pointer;min=600 may not specify a duration less than 10 minutes",
            `max=${2 ** 32} may not specify a duration larger than 2^32 seconds`,
          ],
        },
      ],
      // Kubernetes: the paths lack the index (apis/storage/validation/validation.go validateVolumeLifecycleModes, v1.36).
      "volumeLifecycleModes[^]": "enum=Persistent|Ephemeral",
      nodeAllocatableUpdatePeriodSeconds: "pointer;min=10 must be greater than or equal to 10 seconds",
    },
    requireTokens,
  ],
});

function requireTokens(spec: JsonObject, path: FieldPath): FieldError[] {
  const { serviceAccountTokenInSecrets: inSecrets, tokenRequests } = spec;
  return inSecrets !== undefined && isEmpty(tokenRequests)
    ? [invalid(path.child("serviceAccountTokenInSecrets"), inSecrets, NO_REQUESTS)]
    : [];
}

const NO_REQUESTS = "serviceAccountTokenInSecrets is set but no tokenRequests are specified";

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
