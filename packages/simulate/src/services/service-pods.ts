import type { JsonObject, KubeObject, StringMap } from "@kiln/api";
import type { Cluster, KindName } from "../cluster/cluster.ts";
import type { NamedMeta, Pod } from "../objects.ts";
import type { PodRecord } from "../pods/pod-record.ts";
import type { Simulation } from "../simulation.ts";

export const SERVICE: KindName = { apiVersion: "v1", kind: "Service" };

export interface ServicePort extends JsonObject {
  name?: string;
  port: number;
  protocol?: string;
  targetPort?: number | string;
  appProtocol?: string;
}

export interface Service extends KubeObject {
  metadata: NamedMeta;
  spec: JsonObject & {
    selector?: StringMap;
    clusterIP?: string;
    ports?: ServicePort[];
    publishNotReadyAddresses?: boolean;
    type?: string;
    trafficDistribution?: string;
    loadBalancerClass?: string;
    loadBalancerIP?: string;
  };
}

export function isHeadless({ spec }: Service): boolean {
  return spec.clusterIP === "None";
}

/** Pods that a Service selects and that have an address, ordered by name. */
export function podsOf({ pods }: Simulation, { metadata, spec }: Service): PodRecord[] {
  const selector = Object.entries(spec.selector ?? {});
  const matches = ({ labels }: PodRecord) => selector.every(([key, value]) => labels[key] === value);
  const isMeant = (pod: PodRecord) =>
    pod.ip !== "" && pod.phase !== "Succeeded" && pod.phase !== "Failed" && matches(pod);
  const selected = selector.length === 0 ? [] : [...pods.by("namespace", metadata.namespace)].filter(isMeant);
  return selected.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}

export interface EndpointPort extends JsonObject {
  name: string;
  port: number;
  protocol: string;
}

/** Ports of a Service on one of its Pods; a named target port that the Pod lacks is left out. */
export function portsOf(cluster: Cluster, { spec }: Service, record: PodRecord): EndpointPort[] {
  const needsPod = (spec.ports ?? []).some(({ targetPort }) => typeof targetPort === "string");
  const pod = needsPod ? (cluster.read(record) as Pod | undefined) : undefined;
  return (spec.ports ?? []).flatMap(({ name = "", port, protocol = "TCP", targetPort, appProtocol }) => {
    const number = typeof targetPort === "string" ? findPort(pod, targetPort, protocol) : targetPort || port;
    const made = { name, port: Number(number), protocol, ...(appProtocol === undefined ? {} : { appProtocol }) };
    return number === undefined ? [] : [made];
  });
}

function findPort(pod: Pod | undefined, name: string, protocol: string): number | undefined {
  const containers = [...(pod?.spec.containers ?? []), ...(pod?.spec.initContainers ?? [])];
  return containers
    .flatMap(({ ports = [] }) => ports)
    .find((port) => port.name === name && (port.protocol ?? "TCP") === protocol)?.containerPort;
}

/** Host name of a Pod in the domain of a headless Service. */
export function hostnameOf(cluster: Cluster, service: Service, record: PodRecord): string | undefined {
  const { hostname, subdomain } = (cluster.read(record) as Pod | undefined)?.spec ?? {};
  return hostname !== undefined && subdomain === service.metadata.name ? hostname : undefined;
}
