import {
  asObjects,
  asText,
  asTexts,
  checkLabelValue,
  deepEqual,
  duplicate,
  type FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  objectAt,
  quoteGo,
  required,
  tooMany,
  validateFullyQualifiedDomainName,
} from "@kiln/api";
import { checkEndpointIp } from "../core/validate-endpoints.ts";
import { checkLabel, checkSubdomain, checkSupported, checkText } from "../field-checks.ts";
import { fieldRules } from "../field-rules.ts";
import { findRepeats } from "../find-repeats.ts";
import { checkIp, type IpAddress, parseIp, printIp, warnOfIp } from "../ip-address.ts";

const MAX_ENDPOINTS = 1000;
const MAX_ADDRESSES = 100;
const MAX_PORTS = 20_000;
const MAX_HINTS = 8;

export function validateEndpointSlice(slice: JsonObject, old?: JsonObject): FieldError[] {
  const type = asText(slice.addressType);
  const at = fieldPath("addressType");
  const isSame = old !== undefined && deepEqual(slice.endpoints ?? null, old.endpoints ?? null);
  return [
    ...(type === "" ? [required(at, "")] : checkSupported(type, at, ["FQDN", "IPv4", "IPv6"])),
    ...validatePorts(asObjects(slice.ports)),
    ...(isSame ? [] : validateEndpoints(asObjects(slice.endpoints), type)),
  ];
}

function validatePorts(ports: readonly JsonObject[]): FieldError[] {
  const path = fieldPath("ports");
  if (ports.length > MAX_PORTS) {
    return [tooMany(path, ports.length, MAX_PORTS)];
  }
  const names = new Set<string>();
  return ports.flatMap((port, i) => {
    const name = asText(port.name);
    const isKnown = names.has(name);
    names.add(name);
    return [
      ...(name === "" ? [] : checkLabel(name, path.index(i).child("name"))),
      ...(isKnown ? [duplicate(path.index(i).child("name"), name)] : []),
      ...checkProtocols(port, path.index(i)),
    ];
  });
}

const checkProtocols = fieldRules({ protocol: "enum=SCTP|TCP|UDP", appProtocol: "pointer;qualifiedName" });
const checkNames = fieldRules({ nodeName: "pointer;subdomain", hostname: "pointer;label" });

function validateEndpoints(endpoints: readonly JsonObject[], type: string): FieldError[] {
  const path = fieldPath("endpoints");
  if (endpoints.length > MAX_ENDPOINTS) {
    return [tooMany(path, endpoints.length, MAX_ENDPOINTS)];
  }
  return endpoints.flatMap((endpoint, i) => {
    const at = path.index(i);
    const addresses = asTexts(endpoint.addresses);
    return [
      ...(addresses.length === 0 ? [required(at.child("addresses"), "must contain at least 1 address")] : []),
      ...(addresses.length > MAX_ADDRESSES ? [tooMany(at.child("addresses"), addresses.length, MAX_ADDRESSES)] : []),
      ...addresses.flatMap((address, k) => checkAddress(address, at.child("addresses"), { type, index: k })),
      ...checkNames(endpoint, at),
      ...(isJsonObject(endpoint.hints) ? validateHints(endpoint.hints, at.child("hints")) : []),
    ];
  });
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

function validateHints(hints: JsonObject, path: FieldPath): FieldError[] {
  const [zones, nodes] = [asObjects(hints.forZones), asObjects(hints.forNodes)];
  if (zones.length > MAX_HINTS) {
    return [tooMany(path.child("forZones"), zones.length, MAX_HINTS)];
  }
  const errors = checkHints(zones, path.child("forZones"), (name, at) => checkText(name, at, checkLabelValue));
  return nodes.length > MAX_HINTS
    ? [...errors, tooMany(path.child("forNodes"), nodes.length, MAX_HINTS)]
    : [...errors, ...checkHints(nodes, path.child("forNodes"), checkSubdomain)];
}

function checkHints(
  hints: readonly JsonObject[],
  path: FieldPath,
  check: (name: string, path: FieldPath) => FieldError[],
): FieldError[] {
  const names = hints.map(({ name }) => asText(name));
  const isRepeat = findRepeats(names);
  return names.flatMap((name, i) => {
    const at = path.index(i).child("name");
    return [...(isRepeat[i] === true ? [duplicate(at, name)] : []), ...check(name, at)];
  });
}

const MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
const CONTROLLERS = ["endpointslice-controller.k8s.io", "endpointslicemirroring-controller.k8s.io"];

/** Objects written by a controller get no warnings. */
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
