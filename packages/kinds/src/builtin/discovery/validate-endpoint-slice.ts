import {
  asObjects,
  asText,
  asTexts,
  deepEqual,
  type FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  type IpAddress,
  invalid,
  type JsonObject,
  objectAt,
  parseIp,
  printIp,
  quoteGo,
  rootPath,
  validateFullyQualifiedDomainName,
} from "@kiln/api";
import { checkIp, warnOfIp } from "../check-ip.ts";
import { checkEndpointIp } from "../core/validate-endpoints.ts";
import { fieldRules, type Scope } from "../field-rules.ts";

const checkSlice = fieldRules({
  addressType: "required;enum=FQDN|IPv4|IPv6",
  "ports[<=20000]": [
    { name: "optional;label" },
    { name: "unique", protocol: "enum=SCTP|TCP|UDP", appProtocol: "pointer;qualifiedName" },
  ],
});

/** Rules of the endpoints. Their extra input is the address type. */
const checkEndpoints = fieldRules<string>({
  "endpoints[<=1000]": [
    { addresses: "required=must contain at least 1 address;maxItems=100" },
    checkAddresses,
    { nodeName: "pointer;subdomain", hostname: "pointer;label", hints: ["pointer", validateHints] },
  ],
});

export function validateEndpointSlice(slice: JsonObject, old?: JsonObject): FieldError[] {
  const isSame = old !== undefined && deepEqual(slice.endpoints ?? null, old.endpoints ?? null);
  return [
    ...checkSlice(slice, rootPath),
    ...(isSame ? [] : checkEndpoints(slice, rootPath, { given: asText(slice.addressType) })),
  ];
}

function checkAddresses({ addresses }: JsonObject, path: FieldPath, { given: type = "" }: Scope<string>): FieldError[] {
  return asTexts(addresses).flatMap((address, index) =>
    checkAddress(address, path.child("addresses"), { type, index }),
  );
}

/**
 * Kubernetes: the path is the whole list if an address is of the other family (apis/discovery/validation/validation.go
 * validateEndpoints, v1.36).
 */
function checkAddress(
  address: string,
  path: FieldPath,
  { type, index }: { readonly type: string; readonly index: number },
): FieldError[] {
  const at = path.index(index);
  if (type === "FQDN") {
    return validateFullyQualifiedDomainName(at, address);
  }
  if (type !== "IPv4" && type !== "IPv6") {
    return [];
  }
  const faults = type === "IPv4" ? checkIp(address, at) : checkCanonicalIp(address, at);
  if (faults.length > 0) {
    return faults;
  }
  return [
    ...(parseIp(address)?.family === type ? [] : [invalid(path, address, `must be an ${type} address`)]),
    ...checkEndpointIp(address, at),
  ];
}

function checkCanonicalIp(text: string, path: FieldPath): FieldError[] {
  const faults = checkIp(text, path);
  const printed = faults.length > 0 ? text : printIp(parseIp(text) as IpAddress);
  return printed === text ? faults : [invalid(path, text, `must be in canonical form (${quoteGo(printed)})`)];
}

const checkZones = fieldRules({ "forZones[<=8]": [{ name: "unique;labelValue" }] });
const checkNodes = fieldRules({ "forNodes[<=8]": [{ name: "unique;subdomain" }] });

/** Validates zone hints; too many zones give one error with their number. */
function validateHints(hints: JsonObject, path: FieldPath): FieldError[] {
  const errors = checkZones(hints, path);
  return errors.some(({ reason }) => reason === "FieldValueTooMany") ? errors : [...errors, ...checkNodes(hints, path)];
}

const MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
const CONTROLLERS = ["endpointslice-controller.k8s.io", "endpointslicemirroring-controller.k8s.io"];

/** Warns about new slices of FQDNs, and about addresses, except in slices that a controller writes. */
export function warnOfEndpointSlice(slice: JsonObject, old?: JsonObject): string[] {
  const isOfNames = old === undefined && slice.addressType === "FQDN";
  const manager = asText(getOwn(objectAt(slice, "metadata", "labels"), MANAGED_BY));
  const endpoints = CONTROLLERS.includes(manager) ? [] : asObjects(slice.endpoints);
  return [
    ...(isOfNames ? ["spec.addressType: FQDN endpoints are deprecated"] : []),
    ...endpoints.flatMap(({ addresses }, i) =>
      asTexts(addresses).flatMap((address, k) =>
        warnOfIp(address, fieldPath("endpoints").index(i).child("addresses").index(k)),
      ),
    ),
  ];
}
