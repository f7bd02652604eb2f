import {
  asText,
  asTexts,
  duplicate,
  type FieldError,
  fieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  notSupported,
  parseIp,
  required,
} from "@kiln/api";
import { checkIp } from "../check-ip.ts";
import { findRepeats } from "../find-repeats.ts";

const ADDRESSES = fieldPath("spec", "clusterIPs");
const FAMILIES = fieldPath("spec", "ipFamilies");
const POLICY = fieldPath("spec", "ipFamilyPolicy");
const POLICIES = ["PreferDualStack", "RequireDualStack", "SingleStack"];

/** Whether the Service is headless. */
export function isHeadless({ clusterIPs }: JsonObject): boolean {
  return Array.isArray(clusterIPs) && clusterIPs.length === 1 && clusterIPs[0] === "None";
}

/** IP family of an address; an IPv4 address in IPv6 notation is IPv4. */
export function familyOf(text: string): "IPv4" | "IPv6" {
  const address = parseIp(text);
  return address?.family === "IPv6" && !address.isMapped ? "IPv6" : "IPv4";
}

/** List as Go prints it: null if empty. */
function shown(texts: readonly string[]): JsonValue {
  return texts.length === 0 ? null : [...texts];
}

/** Validates addresses, IP families and IP family policy against each other. */
export function validateServiceAddresses(spec: JsonObject, old?: JsonObject): FieldError[] {
  if (spec.type === "ExternalName") {
    return [];
  }
  const addresses = asTexts(spec.clusterIPs);
  const policy = spec.ipFamilyPolicy;
  const errors = [
    ...checkFirst(asText(spec.clusterIP), addresses),
    ...checkFamilies(asTexts(spec.ipFamilies)),
    ...(policy === undefined || POLICIES.includes(asText(policy)) ? [] : [notSupported(POLICY, policy, POLICIES)]),
  ];
  const faults = checkAddresses(addresses, new Set(old === undefined ? [] : asTexts(old.clusterIPs)));
  const tooMany = addresses.length > 2 ? [invalid(ADDRESSES, shown(addresses), "may only hold up to 2 values")] : [];
  if (faults.length > 0) {
    return [...errors, ...faults, ...tooMany];
  }
  return [...errors, ...tooMany, ...checkStacks(addresses), ...checkOfFamilies(spec)];
}

function checkFirst(first: string, addresses: readonly string[]): FieldError[] {
  if (first === "") {
    return addresses.length === 0
      ? []
      : [invalid(ADDRESSES, shown(addresses), "must be empty when `clusterIP` is not specified")];
  }
  if (addresses.length === 0) {
    return [required(ADDRESSES, "")];
  }
  return addresses[0] === first ? [] : [invalid(ADDRESSES, shown(addresses), "first value must match `clusterIP`")];
}

function checkFamilies(families: readonly string[]): FieldError[] {
  const isRepeat = findRepeats(families);
  return families.flatMap((family, i) => [
    ...(family === "IPv4" || family === "IPv6" ? [] : [notSupported(FAMILIES.index(i), family, ["IPv4", "IPv6"])]),
    ...(isRepeat[i] === true ? [duplicate(FAMILIES.index(i), family)] : []),
  ]);
}

function checkAddresses(addresses: readonly string[], stored: ReadonlySet<string>): FieldError[] {
  return addresses.flatMap((address, i) => {
    if (i > 0 || address !== "None") {
      return checkIp(address, ADDRESSES.index(i), { stored });
    }
    return addresses.length > 1
      ? [invalid(ADDRESSES, shown(addresses), "'None' must be the first and only value")]
      : [];
  });
}

function checkStacks(addresses: readonly string[]): FieldError[] {
  return addresses.length > 1 && new Set(addresses.map(familyOf)).size < 2
    ? [invalid(ADDRESSES, shown(addresses), "may specify no more than one IP for each IP family")]
    : [];
}

function checkOfFamilies(spec: JsonObject): FieldError[] {
  const families = asTexts(spec.ipFamilies);
  if (isHeadless(spec)) {
    return [];
  }
  return asTexts(spec.clusterIPs)
    .slice(0, families.length)
    .flatMap((address, i) => {
      const family = families[i] as string;
      const isKnown = family === "IPv4" || family === "IPv6";
      return isKnown && familyOf(address) !== family
        ? [invalid(ADDRESSES.index(i), address, `expected an ${family} value as indicated by \`ipFamilies[${i}]\``)]
        : [];
    });
}

/** Whether the Service is, or was, an ExternalName: its addresses may then change. */
export function changesKind(spec: JsonObject, old: JsonObject): boolean {
  return spec.type === "ExternalName" || old.type === "ExternalName";
}

const KEPT = "may not change once set";

/** Rejects a change of the first address. The second may be added and, for SingleStack, removed. */
export function validateAddressesKept(spec: JsonObject, old: JsonObject): FieldError[] {
  if (changesKind(spec, old) || (isHeadless(spec) && isHeadless(old))) {
    return [];
  }
  const [now, before] = [asTexts(spec.clusterIPs), asTexts(old.clusterIPs)];
  const refuse = (i: number, why = KEPT) => invalid(ADDRESSES.index(i), shown(now), why);
  if (now.length === before.length) {
    return before.flatMap((address, i) => (address === now[i] ? [] : [refuse(i)]));
  }
  const isOther = before.length > 0 && now.length > 0 && now[0] !== before[0];
  const losesSecond = now.length < before.length && now.length === 1 && spec.ipFamilyPolicy !== "SingleStack";
  return [
    ...(now.length === 0 ? [refuse(0, "primary clusterIP can not be unset")] : []),
    ...(isOther ? [refuse(0)] : []),
    ...(losesSecond ? [refuseRelease(spec, "clusterIP")] : []),
  ];
}

function refuseRelease({ ipFamilyPolicy }: JsonObject, what: string): FieldError {
  return invalid(POLICY, ipFamilyPolicy ?? null, `must be set to 'SingleStack' when releasing the secondary ${what}`);
}

export function validateFamiliesKept(spec: JsonObject, old: JsonObject): FieldError[] {
  if (changesKind(spec, old) || isHeadless(spec) || isHeadless(old)) {
    return [];
  }
  const [now, before] = [asTexts(spec.ipFamilies), asTexts(old.ipFamilies)];
  const at = FAMILIES.index(0);
  if (now.length === before.length) {
    return before.flatMap((family, i) => (family === now[i] ? [] : [invalid(at, shown(now), KEPT)]));
  }
  const isShrunk = now.length < before.length;
  const isOther = before.length > 0 && now.length > 0 && now[0] !== before[0];
  return [
    ...(isShrunk && asTexts(spec.clusterIPs).length === 0
      ? [invalid(at, shown(now), "primary ipFamily can not be unset")]
      : []),
    // Kubernetes: prints the addresses (core/validation/validation.go validateUpgradeDowngradeClusterIPs, v1.36).
    ...(isOther ? [invalid(at, shown(asTexts(spec.clusterIPs)), KEPT)] : []),
    ...(isShrunk && now.length === 1 && spec.ipFamilyPolicy !== "SingleStack" ? [refuseRelease(spec, "ipFamily")] : []),
  ];
}

export function hasSelector({ selector }: JsonObject): boolean {
  return isJsonObject(selector) && Object.keys(selector).length > 0;
}
