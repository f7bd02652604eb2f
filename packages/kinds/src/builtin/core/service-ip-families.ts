import { asText, asTexts, deepEqual, type FieldError, fieldPath, invalid, type JsonObject } from "@kiln/api";
import { familyOf, hasSelector, validateServiceAddresses } from "./validate-service-addresses.ts";

const FAMILY = "IPv4";
const POLICY = fieldPath("spec", "ipFamilyPolicy");

/**
 * Sets ipFamilies and ipFamilyPolicy for a server with addresses of one family. Returns errors for families that the
 * server lacks.
 */
export function fillIpFamilies(spec: JsonObject, old: JsonObject | undefined): FieldError[] {
  if (spec.type === "ExternalName") {
    return [];
  }
  const isHeadless = spec.clusterIP === "None" && !hasSelector(spec);
  spec.ipFamilyPolicy ??= old?.ipFamilyPolicy ?? (isHeadless ? "RequireDualStack" : "SingleStack");
  const faults = validateServiceAddresses(spec, old);
  if (faults.length > 0) {
    return faults;
  }
  const errors = [...shrink(spec, old), ...checkCounts(spec), ...addFamiliesOfAddresses(spec)];
  if (errors.length > 0) {
    return errors;
  }
  if (isHeadless) {
    fillHeadless(spec);
    return [];
  }
  const missing = checkConfigured(spec);
  if (missing.length === 0 && asTexts(spec.ipFamilies).length === 0) {
    spec.ipFamilies = [FAMILY];
  }
  return missing;
}

/** Removes the stored second cluster IP and family for the policy SingleStack; rejects their removal for any other. */
function shrink(spec: JsonObject, old: JsonObject | undefined): FieldError[] {
  if (old === undefined) {
    return [];
  }
  const names = [
    ["clusterIPs", "must be 'SingleStack' to release the secondary cluster IP"],
    ["ipFamilies", "must be 'SingleStack' to release the secondary IP family"],
  ] as const;
  const errors: FieldError[] = [];
  for (const [name, why] of names) {
    const [now, before] = [asTexts(spec[name]), asTexts(old[name])];
    if (spec.ipFamilyPolicy === "SingleStack") {
      if (now.length > 1 && deepEqual(now, before)) {
        spec[name] = now.slice(0, 1);
      }
    } else if (now.length === 1 && before.length === 2 && now[0] === before[0]) {
      errors.push(invalid(POLICY, spec.ipFamilyPolicy, why));
    }
  }
  return errors;
}

function checkCounts(spec: JsonObject): FieldError[] {
  if (spec.ipFamilyPolicy !== "SingleStack") {
    return [];
  }
  const names = [
    ["clusterIPs", "cluster IPs"],
    ["ipFamilies", "IP families"],
  ] as const;
  return names.flatMap(([name, what]) => {
    const why = `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`;
    return asTexts(spec[name]).length === 2 ? [invalid(POLICY, spec.ipFamilyPolicy, why)] : [];
  });
}

/** Sets ipFamilies from the addresses that the client requests. */
function addFamiliesOfAddresses(spec: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const addresses = asTexts(spec.clusterIPs);
  for (const [i, address] of addresses.entries()) {
    if (address === "None") {
      break;
    }
    const family = familyOf(address);
    const families = asTexts(spec.ipFamilies);
    if (i >= families.length && family === FAMILY) {
      spec.ipFamilies = [...families, family];
    } else if (i >= families.length) {
      const path = fieldPath("spec", "clusterIPs").index(i);
      errors.push(invalid(path, addresses, `${family} is not configured on this cluster`));
    }
  }
  return errors;
}

/**
 * Sets the families of a headless Service. Kubernetes: endpoints of one without selector may be of both families
 * (core/service/storage/alloc.go initIPFamilyFields, v1.36).
 */
function fillHeadless(spec: JsonObject): void {
  const families = asTexts(spec.ipFamilies);
  const first = families[0] ?? FAMILY;
  const second = first === "IPv4" ? "IPv6" : "IPv4";
  const isSingle = spec.ipFamilyPolicy === "SingleStack" || families.length > 1;
  spec.ipFamilies = isSingle ? [first, ...families.slice(1)] : [first, second];
}

function checkConfigured(spec: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  if (spec.ipFamilyPolicy === "RequireDualStack") {
    errors.push(invalid(POLICY, spec.ipFamilyPolicy, "this cluster is not configured for dual-stack services"));
  }
  for (const [i, family] of asTexts(spec.ipFamilies).entries()) {
    if (family !== FAMILY) {
      errors.push(invalid(fieldPath("spec", "ipFamilies").index(i), asText(family), "not configured on this cluster"));
    }
  }
  return errors;
}
