import {
  asObjects,
  asText,
  asTexts,
  checkLabelValue,
  duplicate,
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  internalFault,
  invalid,
  type JsonObject,
  type JsonValue,
  objectAt,
  parseCidr,
} from "@kiln/api";
import { withGoStruct } from "../../go/print-go-struct.ts";
import { checkCidr, warnOfCidr } from "../check-cidr.ts";
import { fieldRules, type Scope } from "../field-rules.ts";
import { checkUnique } from "../find-repeats.ts";
import { checkAmount, checkAmounts } from "./check-amount.ts";

const SPEC = fieldPath("spec");
const CIDRS = SPEC.child("podCIDRs");

const checkSwap = fieldRules({ capacity: "pointer;positive" });

export function validateNode(node: JsonObject): FieldError[] {
  const [spec, status] = [objectAt(node, "spec"), objectAt(node, "status")];
  const swap = objectAt(status, "nodeInfo", "swap");
  return [
    ...validateTaints(spec),
    ...validateResources(status),
    // Kubernetes: the path is metadata.nodeSwapStatus, not status.nodeInfo.swap (core/validation/validation.go
    // ValidateNode, v1.36).
    ...checkSwap(swap, fieldPath("metadata", "nodeSwapStatus")),
    ...validateFeatures(status),
    ...validatePodCidrs(asTexts(spec.podCIDRs)),
  ];
}

/** The keys and effects of taints so far are passed by the caller. */
const checkTaints = fieldRules<Set<string>>({
  "taints[]": [
    { key: "qualifiedName", value: checkTaintValue, effect: "required;enumText=NoSchedule|PreferNoSchedule|NoExecute" },
    checkTaintRepeat,
  ],
});

/** Kubernetes: the path of taints is below metadata (core/validation/validation.go ValidateNode, v1.36). */
function validateTaints(spec: JsonObject): FieldError[] {
  return checkTaints(spec, fieldPath("metadata"), { given: new Set() });
}

function checkTaintValue(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const faults = checkLabelValue(asText(value));
  return faults.length > 0 ? [invalid(path, asText(value), faults.join(";"))] : [];
}

/** Rejects a taint with the key and effect of an earlier one; adds them to the given set. */
function checkTaintRepeat(taint: JsonObject, path: FieldPath, { given: seen }: Scope<Set<string>>): FieldError[] {
  const identity = JSON.stringify([taint.effect, taint.key]);
  const isKnown = seen?.has(identity) === true;
  seen?.add(identity);
  const twice = { ...duplicate(path, taint), detail: "taints must be unique by key and effect pair" };
  return isKnown ? [withGoStruct(twice, "core/v1.Taint")] : [];
}

function validateResources(status: JsonObject): FieldError[] {
  return ["capacity", "allocatable"].flatMap((list) =>
    checkAmounts(objectAt(status, list), (name, amount) => checkAmount(name, amount, fieldPath("status", list, name))),
  );
}

const FEATURE = /^[A-Z][a-zA-Z0-9]*(?:\/[a-zA-Z0-9]+)*$/;
const MAX_FEATURE = 253;

function validateFeatures({ declaredFeatures }: JsonObject): FieldError[] {
  const names = asTexts(declaredFeatures);
  const path = fieldPath("status", "declaredFeatures");
  return names.flatMap((name, i) => {
    const next = names[i + 1];
    const why =
      name.length > MAX_FEATURE
        ? `invalid feature name "${name}": must be no more than ${MAX_FEATURE} characters`
        : `invalid feature name "${name}": must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes`;
    return [
      ...(name.length > MAX_FEATURE || !FEATURE.test(name) ? [invalid(path.index(i), name, why)] : []),
      ...(next === name ? [duplicate(path.index(i + 1), next)] : []),
      ...(next !== undefined && name > next
        ? [invalid(path.index(i + 1), next, "list must be sorted alphabetically")]
        : []),
    ];
  });
}

function validatePodCidrs(cidrs: readonly string[]): FieldError[] {
  const errors = cidrs.flatMap((cidr, i) => checkCidr(cidr, CIDRS.index(i)));
  if (cidrs.length < 2) {
    return errors;
  }
  const families = cidrs.map((cidr) => parseCidr(cidr)?.address.family);
  const unread = cidrs.find((_, i) => families[i] === undefined);
  const why = `invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[${cidrs.indexOf(unread ?? "")}]: ${unread} (invalid CIDR address: ${unread})`;
  const isDual = unread === undefined && new Set(families).size === 2;
  return [
    ...errors,
    ...(unread === undefined ? [] : [internalFault(CIDRS, why)]),
    ...(isDual && cidrs.length === 2
      ? []
      : [invalid(CIDRS, [...cidrs], "may specify no more than one CIDR for each IP family")]),
  ];
}

/**
 * Validates an update of a Node. `isUpstream`: whether to report Kubernetes' errors for immutable fields (`--semantics
 * upstream`); by default mutability marks reject the change.
 */
export function validateNodeUpdate(
  node: JsonObject,
  old: JsonObject,
  { isUpstream }: { readonly isUpstream: boolean },
): FieldError[] {
  const [spec, before] = [objectAt(node, "spec"), objectAt(old, "spec")];
  const status = objectAt(node, "status");
  const addresses = asObjects(status.addresses);
  const at = fieldPath("status", "addresses");
  return [
    ...validateResources(status),
    ...validateFeatures(status),
    ...checkUnique(addresses, at).map((error) => withGoStruct(error, "core/v1.NodeAddress")),
    ...(isUpstream ? validateKept(spec, before) : []),
    ...validateTaints(spec),
    ...(asText(spec.externalID) === asText(before.externalID)
      ? []
      : [forbidden(SPEC.child("externalID"), "may not be updated")]),
  ];
}

function validateKept(spec: JsonObject, before: JsonObject): FieldError[] {
  const [cidrs, cidrsBefore] = [asTexts(spec.podCIDRs), asTexts(before.podCIDRs)];
  const refuse = () => forbidden(CIDRS, 'node updates may not change podCIDR except from "" to valid');
  const isOtherProvider = asText(before.providerID) !== "" && spec.providerID !== before.providerID;
  return [
    ...(cidrsBefore.length > 0 && cidrs.length !== cidrsBefore.length
      ? [refuse()]
      : cidrsBefore.flatMap((cidr, i) => (cidr === cidrs[i] ? [] : [refuse()]))),
    ...(isOtherProvider
      ? [forbidden(SPEC.child("providerID"), 'node updates may not change providerID except from "" to valid')]
      : []),
  ];
}

export function warnOfNode(node: JsonObject): string[] {
  const spec = objectAt(node, "spec");
  return [
    ...(spec.configSource === undefined ? [] : ["spec.configSource: the feature is removed"]),
    ...(asText(spec.externalID) === ""
      ? []
      : ["spec.externalID: this field is deprecated, and is unused by Kubernetes"]),
    ...asTexts(spec.podCIDRs).flatMap((cidr, i) => warnOfCidr(cidr, CIDRS.index(i))),
  ];
}
