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
  type JsonValue,
  objectAt,
  parseIp,
  printIp,
  quoteGo,
  rootPath,
  validateFullyQualifiedDomainName,
} from "@kiln/api";
import { checkParsedIp, warnOfIp } from "../check-ip.ts";
import { checkEndpointIp } from "../core/validate-endpoints.ts";
import { type FieldRules, fieldRules, type Scope } from "../field-rules.ts";

/** Fields besides the endpoints. */
const RULES: FieldRules = {
  addressType: "required;enum=FQDN|IPv4|IPv6",
  "ports[<=20000]": [
    { name: "optional;label" },
    { name: "unique", protocol: "enum=SCTP|TCP|UDP", appProtocol: "pointer;qualifiedName" },
  ],
};

const checkSlice = fieldRules(RULES);

/** Rules of the slice with its endpoints. Their extra input is the address type. */
const checkWithEndpoints = fieldRules<string>(RULES, {
  "endpoints[<=1000]": {
    addresses: ["required=must contain at least 1 address;maxItems=100", checkAddresses],
    nodeName: "pointer;subdomain",
    hostname: "pointer;label",
    hints: ["pointer", validateHints],
  },
});

export function validateEndpointSlice(slice: JsonObject, old?: JsonObject): FieldError[] {
  const isSame = old !== undefined && deepEqual(slice.endpoints ?? null, old.endpoints ?? null);
  return isSame
    ? checkSlice(slice, rootPath)
    : checkWithEndpoints(slice, rootPath, { given: asText(slice.addressType) });
}

function checkAddresses(addresses: JsonValue, path: FieldPath, { given: type = "" }: Scope<string>): FieldError[] {
  return asTexts(addresses).flatMap((address, index) => checkAddress(address, path, { type, index }));
}

/**
 * Kubernetes: the path is the whole list if an address is of the other family (apis/discovery/validation/validation.go
 * validateEndpoints, v1.36).
 */
function checkAddress(
  text: string,
  path: FieldPath,
  { type, index }: { readonly type: string; readonly index: number },
): FieldError[] {
  const at = path.index(index);
  if (type === "FQDN") {
    return validateFullyQualifiedDomainName(at, text);
  }
  if (type !== "IPv4" && type !== "IPv6") {
    return [];
  }
  const address = parseIp(text);
  const faults = checkParsedIp(text, at, address);
  const printed = type === "IPv6" && faults.length === 0 ? printIp(address as IpAddress) : text;
  if (printed !== text) {
    return [invalid(at, text, `must be in canonical form (${quoteGo(printed)})`)];
  }
  if (faults.length > 0) {
    return faults;
  }
  const errors = checkEndpointIp(text, at, address);
  return address?.family === type ? errors : [invalid(path, text, `must be an ${type} address`), ...errors];
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
