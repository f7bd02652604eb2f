import { appendAll, deepEqual, fieldPath, invalid, type JsonValue, printFieldErrors } from "@kiln/api";
import {
  type Definition,
  type DefinitionStatus,
  findCondition,
  hasTrueCondition,
  type NewCondition,
  schemaJsonOf,
  versionsOf,
  withCondition,
} from "@kiln/kinds";
import { checkStructural, conversionFault, parseJsonSchema } from "@kiln/schema";
import { acceptNames, type HeldNames } from "./accept-names.ts";
import { type ApprovalState, approvalOf, isProtectedGroup } from "./api-approval.ts";
import { caBundleFault } from "./ca-bundle.ts";

interface SettleOptions {
  readonly held: HeldNames;
  /** Time for new conditions, in the format of metadata. */
  readonly now: string;
}

/** Status that the CRD should have. */
export function settleStatus(definition: Definition, held: HeldNames, now: string): DefinitionStatus {
  let settled = definition;
  for (const settle of SETTLERS) {
    const status = settle(settled, { held, now });
    settled = status === settled.status ? settled : { ...settled, status };
  }
  return settled.status;
}

type Settler = (definition: Definition, options: SettleOptions) => DefinitionStatus;

const settleNames: Settler = (definition, { held, now }) => {
  const { spec, status } = definition;
  if (deepEqual(spec.names as unknown as JsonValue, status.acceptedNames as unknown as JsonValue)) {
    return status;
  }
  const { accepted, conflict } = acceptNames(spec.names, status.acceptedNames, held);
  const condition: NewCondition =
    conflict === undefined
      ? { type: "NamesAccepted", status: "True", reason: "NoConflicts", message: "no conflicts found" }
      : { type: "NamesAccepted", status: "False", ...conflict };
  return { ...withCondition(status, condition, now), acceptedNames: accepted };
};

/**
 * Kubernetes: an established CRD stays established, whatever becomes of its names
 * (controller/status/naming_controller.go calculateNamesAndConditions, v1.36).
 */
const settleEstablished: Settler = (definition, { now }) => {
  const { spec, status } = definition;
  if (hasTrueCondition(definition, "Established")) {
    return status;
  }
  if (!hasTrueCondition(definition, "NamesAccepted")) {
    const message = "not all names are accepted";
    const isJudged = findCondition(definition, "NamesAccepted") !== undefined;
    return findCondition(definition, "Established") !== undefined || !isJudged
      ? status
      : withCondition(status, { type: "Established", status: "False", reason: "NotAccepted", message }, now);
  }
  const bundle = spec.conversion?.webhook?.clientConfig?.caBundle ?? "";
  const isBroken = bundle !== "" && caBundleFault(bundle) !== undefined;
  return withCondition(status, isBroken ? BROKEN_BUNDLE : ESTABLISHED, now);
};

const ESTABLISHED: NewCondition = {
  type: "Established",
  status: "True",
  reason: "InitialNamesAccepted",
  message: "the initial names have been accepted",
};

const BROKEN_BUNDLE: NewCondition = {
  type: "Established",
  status: "False",
  reason: "InvalidCABundle",
  message: "The conversion webhook CABundle is invalid",
};

/**
 * Only a CRD that preserves unknown fields, or has the condition NonStructuralSchema already, can have a non-structural
 * schema.
 */
const settleStructure: Settler = (definition, { now }) => {
  const { spec, status } = definition;
  const type = "NonStructuralSchema";
  if (spec.preserveUnknownFields !== true && findCondition(definition, type) === undefined) {
    return status;
  }
  const condition = structureCondition(definition);
  return condition === undefined
    ? { ...status, conditions: (status.conditions ?? []).filter((entry) => entry.type !== type) }
    : withCondition(status, condition, now);
};

function structureCondition({ spec }: Definition): NewCondition | undefined {
  const type = "NonStructuralSchema";
  const errors =
    spec.preserveUnknownFields === true ? [invalid("spec.preserveUnknownFields", true, "must be false")] : [];
  for (const [index, version] of versionsOf(spec).entries()) {
    const json = schemaJsonOf(version);
    if (json === undefined) {
      continue;
    }
    const { schema } = parseJsonSchema(json);
    const fault = conversionFault(schema);
    if (fault !== undefined) {
      const message = `failed to check validation schema for version ${version.name}: ${fault}`;
      return { type, status: "Unknown", reason: "StructuralError", message };
    }
    const path = fieldPath("spec", "versions").index(index).child("schema", "openAPIV3Schema");
    appendAll(errors, checkStructural(schema, path));
  }
  return errors.length === 0
    ? undefined
    : { type, status: "True", reason: "Violations", message: printFieldErrors(errors) };
}

const APPROVAL_REASONS: Readonly<Record<ApprovalState, string>> = {
  invalid: "InvalidAnnotation",
  missing: "MissingAnnotation",
  approved: "ApprovedAnnotation",
  bypassed: "UnapprovedAnnotation",
};

const settleApproval: Settler = (definition, { now }) => {
  const { spec, status } = definition;
  if (!isProtectedGroup(spec.group)) {
    return status;
  }
  const { state, reason } = approvalOf(definition);
  const condition: NewCondition = {
    type: "KubernetesAPIApprovalPolicyConformant",
    status: state === "approved" ? "True" : "False",
    reason: APPROVAL_REASONS[state],
    message: reason,
  };
  return withCondition(status, condition, now);
};

/** Parts of the status, in the order in which their conditions first appear. */
const SETTLERS: readonly Settler[] = [settleNames, settleEstablished, settleStructure, settleApproval];
