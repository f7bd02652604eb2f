import {
  asTexts,
  FIELD_IMMUTABLE,
  type FieldError,
  fieldPath,
  type IpAddress,
  invalid,
  type JsonObject,
  type NameRule,
  objectAt,
  parseCidr,
  parseIp,
  printIp,
  quoteGo,
  required,
} from "@kiln/api";
import { printGoStruct } from "../../go/print-go-struct.ts";
import { checkCanonicalCidr } from "../check-cidr.ts";
import { checkIp } from "../check-ip.ts";
import { type CheckFields, fieldRules } from "../field-rules.ts";

const CIDRS = fieldPath("spec", "cidrs");

/** Name rule of IPAddress: the address in canonical form. */
export const nameIsIpAddress: NameRule = (name) => {
  const faults = checkIp(name, fieldPath("")).map(({ detail }) => detail);
  const printed = faults.length > 0 ? name : printIp(parseIp(name) as IpAddress);
  return printed === name ? faults : [`must be in canonical form (${quoteGo(printed)})`];
};

/** Validates an IPAddress. */
export const checkIpAddress: CheckFields = fieldRules({
  "spec.parentRef": [
    "required",
    { group: "optional;subdomain", "resource,name": "required;segment", namespace: "segment" },
  ],
});

/**
 * Rejects changes of immutable fields with Kubernetes' errors (`--semantics upstream`); by default mutability marks
 * reject them.
 */
export const checkParentKept: CheckFields = fieldRules({
  "spec.parentRef": "immutable=networking/v1.ParentReference",
});

export function validateServiceCidr(object: JsonObject): FieldError[] {
  const cidrs = asTexts(objectAt(object, "spec").cidrs);
  if (cidrs.length === 0) {
    return [required(CIDRS, "at least one CIDR required")];
  }
  if (cidrs.length > 2) {
    const printed = printGoStruct("networking/v1.ServiceCIDRSpec", objectAt(object, "spec"));
    return [{ ...invalid(CIDRS, cidrs, "may only hold up to 2 values"), printed }];
  }
  const [first, second] = cidrs.map((cidr) => parseCidr(cidr)?.address.family);
  const why = "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64";
  return [
    ...cidrs.flatMap((cidr, i) => checkCanonicalCidr(cidr, CIDRS.index(i))),
    ...(cidrs.length === 2 && first !== undefined && first === second ? [invalid(CIDRS, cidrs, why)] : []),
  ];
}

/** Validates a change of CIDRs: a second IP family may be added. */
export function validateServiceCidrKept(object: JsonObject, old: JsonObject): FieldError[] {
  const [now, before] = [asTexts(objectAt(object, "spec").cidrs), asTexts(objectAt(old, "spec").cidrs)];
  const isGrown = before.length === 1 && now.length === 2;
  if (now.length !== before.length && !isGrown) {
    return [invalid(CIDRS, now.length === 0 ? null : now, FIELD_IMMUTABLE)];
  }
  return [
    ...before.flatMap((cidr, i) =>
      cidr === now[i] ? [] : [invalid(CIDRS.index(i), now[i] as string, FIELD_IMMUTABLE)],
    ),
    ...(isGrown ? validateServiceCidr(object) : []),
  ];
}
