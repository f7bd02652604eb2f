import { asObjects, asText, asTexts, fieldPath, getOwn, type JsonObject, objectAt } from "@kiln/api";
import { warnOfCidr } from "../check-cidr.ts";
import { warnOfIp } from "../check-ip.ts";
import { TOPOLOGY_HINTS, TOPOLOGY_MODE } from "./validate-service.ts";

const SPEC = fieldPath("spec");

export function warnOfService(service: JsonObject, _old?: JsonObject, subresource = ""): string[] {
  return subresource === "status" ? warnOfStatus(service) : warnOfSpec(service);
}

/** Warnings about the status; a write of status gets none about the spec. */
function warnOfStatus(service: JsonObject): string[] {
  const path = fieldPath("status", "loadBalancer", "ingress");
  return asObjects(objectAt(service, "status", "loadBalancer").ingress).flatMap(({ ip }, i) =>
    warnOfIp(ip, path.index(i)),
  );
}

function warnOfSpec(service: JsonObject): string[] {
  const spec = objectAt(service, "spec");
  const isHeadless = spec.type === "ClusterIP" && spec.clusterIP === "None";
  const hasAddress = !["", "None"].includes(asText(spec.clusterIP));
  const isNamed = spec.type === "ExternalName";
  const externalIps = asTexts(spec.externalIPs);
  const warnIf = (isSo: boolean, warning: string) => (isSo ? [warning] : []);
  return [
    ...warnIf(
      getOwn(objectAt(service, "metadata", "annotations"), TOPOLOGY_HINTS) !== undefined,
      `annotation ${TOPOLOGY_HINTS} is deprecated, please use ${TOPOLOGY_MODE} instead`,
    ),
    ...(hasAddress ? warnOfEach(asTexts(spec.clusterIPs), "clusterIPs") : []),
    ...warnIf(isHeadless && asText(spec.loadBalancerIP) !== "", "spec.loadBalancerIP is ignored for headless services"),
    ...warnIf(isHeadless && externalIps.length > 0, "spec.externalIPs is ignored for headless services"),
    ...warnIf(isHeadless && spec.sessionAffinity !== "None", "spec.SessionAffinity is ignored for headless services"),
    ...warnOfEach(externalIps, "externalIPs"),
    ...warnIf(
      externalIps.length > 0 && !isHeadless && !isNamed,
      "spec.externalIPs is deprecated and may no longer be implemented in some clusters",
    ),
    ...warnOfIp(spec.loadBalancerIP, SPEC.child("loadBalancerIP")),
    ...asTexts(spec.loadBalancerSourceRanges).flatMap((range, i) =>
      warnOfCidr(range, SPEC.child("loadBalancerSourceRanges").index(i)),
    ),
    ...warnIf(isNamed && externalIps.length > 0, 'spec.externalIPs is ignored when spec.type is "ExternalName"'),
    ...warnIf(
      !isNamed && asText(spec.externalName) !== "",
      'spec.externalName is ignored when spec.type is not "ExternalName"',
    ),
    ...warnIf(
      spec.trafficDistribution === "PreferClose",
      'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
    ),
  ];
}

function warnOfEach(addresses: readonly string[], field: string): string[] {
  return addresses.flatMap((address, i) => warnOfIp(address, SPEC.child(field).index(i)));
}
