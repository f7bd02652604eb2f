import { asObjects, asText, isJsonObject, type JsonObject, objectAt } from "@kiln/api";
import {
  type Cells,
  containerCells,
  joinTexts,
  loadBalancerAddresses,
  NONE,
  numberOf,
  printLabels,
  printList,
  replicaCells,
  textOr,
  UNKNOWN,
} from "./cells.ts";
import { podCells } from "./pods.ts";
import { ageOf, countKeys, nameOf, printAge } from "./row-printer.ts";

export const coreCells: Readonly<Record<string, Cells>> = {
  ComponentStatus: (object) => {
    const healthy = asObjects(object.conditions).find(({ type }) => type === "Healthy");
    const status = healthy === undefined ? "Unknown" : healthy.status === "True" ? "Healthy" : "Unhealthy";
    return [nameOf(object), status, asText(healthy?.message), asText(healthy?.error)];
  },
  ConfigMap: (object, now) => [
    nameOf(object),
    countKeys(object, "data") + countKeys(object, "binaryData"),
    ageOf(object, now),
  ],
  Endpoints: (object, now) => [nameOf(object), printEndpoints(object), ageOf(object, now)],
  Event: printEvent,
  Namespace: (object, now) => [nameOf(object), asText(objectAt(object, "status").phase), ageOf(object, now)],
  Node: printNode,
  Pod: podCells,
  PodTemplate: (object) => {
    const template = objectAt(object, "template");
    return [nameOf(object), ...containerCells(template), printLabels(objectAt(template, "metadata", "labels"))];
  },
  ReplicationController: (object, now) => [
    ...replicaCells(object, now),
    printLabels(objectAt(object, "spec", "selector")),
  ],
  ResourceQuota: printQuota,
  Secret: (object, now) => [nameOf(object), asText(object.type), countKeys(object, "data"), ageOf(object, now)],
  Service: (object, now) => {
    const spec = objectAt(object, "spec");
    return [
      nameOf(object),
      asText(spec.type),
      joinFirst(spec.clusterIPs),
      externalAddress(object),
      asObjects(spec.ports).map(printPort).join(",") || NONE,
      ageOf(object, now),
      printLabels(objectAt(spec, "selector")),
    ];
  },
  ServiceAccount: (object, now) => [nameOf(object), ageOf(object, now)],
};

function joinFirst(addresses: JsonObject[string] | undefined): string {
  return Array.isArray(addresses) && addresses.length > 0 ? asText(addresses[0]) : NONE;
}

function printPort({ port, nodePort, protocol }: JsonObject): string {
  const node = numberOf(nodePort) > 0 ? `:${numberOf(nodePort)}` : "";
  return `${numberOf(port)}${node}/${asText(protocol)}`;
}

function externalAddress(object: JsonObject): string {
  const { type, externalIPs, externalName } = objectAt(object, "spec");
  const given = joinTexts(externalIPs);
  switch (type) {
    case "ClusterIP":
    case "NodePort":
      return given || NONE;
    case "LoadBalancer":
      return (
        [...loadBalancerAddresses(objectAt(object, "status")), given].filter((part) => part !== "").join(",") ||
        "<pending>"
      );
    case "ExternalName":
      return asText(externalName);
    default:
      return UNKNOWN;
  }
}

function printEndpoints({ subsets }: JsonObject): string {
  const all = asObjects(subsets).flatMap(({ addresses, ports }) => {
    const ips = asObjects(addresses).map(({ ip }) => asText(ip));
    const numbers = asObjects(ports).map(({ port }) => numberOf(port));
    return numbers.length === 0
      ? ips
      : numbers.flatMap((port) => ips.map((ip) => (ip.includes(":") ? `[${ip}]:${port}` : `${ip}:${port}`)));
  });
  return asObjects(subsets).length === 0 ? NONE : printList(all);
}

function printEvent(event: JsonObject, now: Date) {
  const first = printAge(event.firstTimestamp ?? event.eventTime, now);
  const series = isJsonObject(event.series) ? event.series : undefined;
  const last =
    event.lastTimestamp === null || event.lastTimestamp === undefined ? first : printAge(event.lastTimestamp, now);
  const { kind, name, fieldPath } = objectAt(event, "involvedObject");
  const target = asText(kind).toLowerCase() + (asText(name) === "" ? "" : `/${asText(name)}`);
  const source = objectAt(event, "source");
  const component = asText(source.component) || asText(event.reportingComponent);
  const instance = asText(source.host) || asText(event.reportingInstance);
  return [
    series === undefined ? last : printAge(series.lastObservedTime, now),
    asText(event.type),
    asText(event.reason),
    target,
    asText(fieldPath),
    instance === "" ? component : `${component}, ${instance}`,
    asText(event.message).trim(),
    first,
    series === undefined ? numberOf(event.count) || 1 : numberOf(series.count),
    nameOf(event),
  ];
}

const ROLE_PREFIX = "node-role.kubernetes.io/";
const ROLE_LABEL = "kubernetes.io/role";

function printNode(node: JsonObject, now: Date) {
  const status = objectAt(node, "status");
  const ready = asObjects(status.conditions)
    .filter(({ type }) => type === "Ready")
    .at(-1);
  const states = [ready === undefined ? "Unknown" : ready.status === "True" ? "Ready" : "NotReady"];
  if (objectAt(node, "spec").unschedulable === true) {
    states.push("SchedulingDisabled");
  }
  const info = objectAt(status, "nodeInfo");
  const architecture = asText(info.architecture) === "" ? "" : ` (${asText(info.architecture)})`;
  const address = (wanted: string) => asObjects(status.addresses).find(({ type }) => type === wanted)?.address;
  return [
    nameOf(node),
    states.join(","),
    nodeRoles(objectAt(node, "metadata", "labels")).join(",") || NONE,
    ageOf(node, now),
    asText(info.kubeletVersion),
    textOr(address("InternalIP"), NONE),
    textOr(address("ExternalIP"), NONE),
    textOr(info.osImage, UNKNOWN),
    textOr(info.kernelVersion, UNKNOWN) + architecture,
    textOr(info.containerRuntimeVersion, UNKNOWN),
  ];
}

function nodeRoles(labels: JsonObject): string[] {
  const roles = Object.entries(labels).map(([key, value]) => {
    return key.startsWith(ROLE_PREFIX) ? key.slice(ROLE_PREFIX.length) : key === ROLE_LABEL ? asText(value) : "";
  });
  return [...new Set(roles.filter((role) => role !== ""))].sort();
}

function printQuota(quota: JsonObject, now: Date) {
  const hard = objectAt(quota, "status", "hard");
  const used = objectAt(quota, "status", "used");
  const names = Object.keys(hard).sort();
  const print = (name: string) => `${name}: ${textOr(used[name], "0")}/${asText(hard[name])}`;
  const isLimit = (name: string) => name.startsWith("limits.");
  return [
    nameOf(quota),
    names
      .filter((name) => !isLimit(name))
      .map(print)
      .join(", "),
    names.filter(isLimit).map(print).join(", "),
    ageOf(quota, now),
  ];
}
