import { asInteger, type FieldError, fieldPath, invalid, type JsonObject, objectAt } from "@kiln/api";
import type { Declaration } from "../declaration.ts";

export const lease: Declaration = {
  resource: "leases.coordination.k8s.io",
  metadataRules: { requiresQualifiedFinalizers: false, onUpdate: ["update"] },
  strategy: () => ({
    prepareCreate: dropElection,
    prepareUpdate: dropElection,
    validateCreate: validateLease,
    validateUpdate: validateLease,
  }),
};

/** Removes the fields of coordinated leader election, whose feature gate is off by default. */
function dropElection(object: JsonObject): void {
  const spec = objectAt(object, "spec");
  delete spec.strategy;
  delete spec.preferredHolder;
}

function validateLease(object: JsonObject): FieldError[] {
  const { leaseDurationSeconds: duration, leaseTransitions: transitions } = objectAt(object, "spec");
  return [
    ...(duration !== undefined && asInteger(duration) <= 0
      ? [invalid(fieldPath("spec", "leaseDurationSeconds"), asInteger(duration), "must be greater than 0")]
      : []),
    ...(asInteger(transitions) < 0
      ? [invalid(fieldPath("spec", "leaseTransitions"), asInteger(transitions), "must be greater than or equal to 0")]
      : []),
  ];
}
