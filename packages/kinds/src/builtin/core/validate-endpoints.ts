import {
  asObjects,
  asText,
  type Cidr,
  cidrContains,
  deepEqual,
  type FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  type IpAddress,
  invalid,
  type JsonObject,
  objectAt,
  parseCidr,
  parseIp,
  required,
  rootPath,
} from "@kiln/api";
import { checkIp, warnOfIp } from "../check-ip.ts";
import { fieldRules } from "../field-rules.ts";

/** Address ranges that endpoints must not have, with the reason in the error. */
const SPECIAL: readonly (readonly [why: string, isIn: (address: IpAddress) => boolean])[] = [
  ["may not be in the loopback range (127.0.0.0/8, ::1/128)", isInBlocks("127.0.0.0/8", "::1/128")],
  ["may not be in the link-local range (169.254.0.0/16, fe80::/10)", isInBlocks("169.254.0.0/16", "fe80::/10")],
  ["may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)", isLinkLocalMulticast],
];

function isInBlocks(...blocks: readonly string[]): (address: IpAddress) => boolean {
  const parsed = blocks.map((block) => parseCidr(block) as Cidr);
  return (address) => parsed.some((block) => cidrContains(block, address));
}

const isIpv4LinkLocalMulticast = isInBlocks("224.0.0.0/24");
const isUnspecified = isInBlocks("0.0.0.0/32", "::/128");

/** Whether an IPv6 address is link-local multicast, with any flags. */
function isLinkLocalMulticast(address: IpAddress): boolean {
  return address.family === "IPv4"
    ? isIpv4LinkLocalMulticast(address)
    : ((address.groups[0] as number) & 0xff0f) === 0xff02;
}

/** Validates the address of an endpoint: special ranges are rejected. */
export function checkEndpointIp(text: string, path: FieldPath, parsed = parseIp(text)): FieldError[] {
  if (parsed === undefined) {
    return [invalid(path, text, "must be a valid IP address")];
  }
  const address = parsed.isMapped ? { ...parsed, family: "IPv4" as const } : parsed;
  const errors = isUnspecified(address) ? [invalid(path, text, `may not be unspecified (${text})`)] : [];
  for (const [why, isIn] of SPECIAL) {
    if (isIn(address)) {
      errors.push(invalid(path, text, why));
    }
  }
  return errors;
}

const LISTS = ["addresses", "notReadyAddresses"] as const;

const checkSubsets = fieldRules({
  "subsets[]": [
    (subset: JsonObject, path) =>
      LISTS.every((list) => asObjects(subset[list]).length === 0)
        ? [required(path, "must specify `addresses` or `notReadyAddresses`")]
        : [],
    {
      "addresses[],notReadyAddresses[]": [
        { ip: (ip, path) => checkIp(ip, path), hostname: "optional;label", nodeName: "pointer;subdomain" },
        { ip: (ip, path) => checkEndpointIp(asText(ip), path) },
      ],
    },
    (subset: JsonObject, path) => (asObjects(subset.ports).length > 1 ? checkNamedPorts : checkPorts)(subset, path),
  ],
});

const PORT = {
  name: "optional;label",
  port: "range=1..65535",
  protocol: "enum=SCTP|TCP|UDP",
  appProtocol: "pointer;qualifiedName",
};
const checkPorts = fieldRules({ "ports[]": PORT });
const checkNamedPorts = fieldRules({ "ports[]": { ...PORT, name: "required;label" } });

export function validateEndpoints(endpoints: JsonObject, old?: JsonObject): FieldError[] {
  const isSame = old !== undefined && deepEqual(endpoints.subsets ?? null, old.subsets ?? null);
  return isSame ? [] : checkSubsets(endpoints, rootPath);
}

/** Warns about Endpoints that users write; those of a controller get no warnings. */
export function warnOfEndpoints(endpoints: JsonObject): string[] {
  const manager = getOwn(objectAt(endpoints, "metadata", "labels"), "endpoints.kubernetes.io/managed-by");
  if (manager === "endpoint-controller") {
    return [];
  }
  return asObjects(endpoints.subsets).flatMap((subset, i) =>
    LISTS.flatMap((list) =>
      asObjects(subset[list]).flatMap(({ ip }, k) =>
        warnOfIp(ip, fieldPath("subsets").index(i).child(list).index(k).child("ip")),
      ),
    ),
  );
}
