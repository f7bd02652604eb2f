import { type JsonObject, type KubeObject, printTime, type StringMap } from "@kiln/api";
import { type Actor, createActor } from "@kiln/kinds";
import type { KindName } from "../cluster/cluster.ts";
import { createLoop } from "../cluster/loop.ts";
import { isSame, type NamedMeta } from "../objects.ts";
import type { PodRecord } from "../pods/pod-record.ts";
import { NODE, type SimulatedController, type Simulation } from "../simulation.ts";
import { controllerRef } from "../workloads/own-pods.ts";
import { hostnameOf, isHeadless, podsOf, portsOf, SERVICE, type Service } from "./service-pods.ts";

export const SLICE: KindName = { apiVersion: "discovery.k8s.io/v1", kind: "EndpointSlice" };
const ACTOR = createActor("endpointslice-controller");
export const SERVICE_NAME = "kubernetes.io/service-name";
export const MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
const MANAGER = "endpointslice-controller.k8s.io";
const TRIGGERED_AT = "endpoints.kubernetes.io/last-change-trigger-time";
/**
 * Kubernetes: default of --max-endpoints-per-slice (endpointslice/config/v1alpha1/defaults.go
 * RecommendedDefaultEndpointSliceControllerConfiguration, v1.36).
 */
export const MAX_ENDPOINTS = 100;

export interface Slice extends KubeObject {
  metadata: NamedMeta;
  addressType: string;
  endpoints?: JsonObject[];
  ports?: JsonObject[];
}

/** Controller of EndpointSlices for Services with a selector. */
export const endpointSliceController: SimulatedController = {
  name: "endpointslice-controller",
  start(simulation) {
    const { pods, cluster } = simulation;
    const services = openServices(simulation);
    const slices = openSlices(simulation);
    const loop = createLoop(cluster, {
      name: "endpointslice-controller",
      reconcile: async (key) => {
        const service = services.get(key);
        await (service === undefined ? undefined : reconcile(simulation, service));
        return undefined;
      },
    });
    services.onChange(({ key }) => loop.add(key));
    slices.onChange(({ now, before }) => {
      const { metadata } = (now ?? before) as Slice;
      loop.add(cluster.keyOf(SERVICE, metadata.namespace, metadata.labels?.[SERVICE_NAME] ?? ""));
    });
    pods.onChange((change) => addServicesOf(simulation, change, loop.add));
    return { begin: () => [...services.keys()].forEach(loop.add), stop: loop.stop };
  },
};

export function openServices({ cluster }: Simulation) {
  return cluster.view<Service>(SERVICE, {
    read: (object) => object as unknown as Service,
    indexes: { namespace: ({ metadata }) => metadata.namespace },
  });
}

export function openSlices({ cluster }: Simulation) {
  return cluster.view<Slice>(SLICE, {
    read: (object) => object as unknown as Slice,
    indexes: { service: ({ metadata }) => `${metadata.namespace}/${metadata.labels?.[SERVICE_NAME] ?? ""}` },
  });
}

/** Queues the Services that select the Pod now or did before. */
export function addServicesOf(
  simulation: Simulation,
  { now, before }: { readonly now?: PodRecord; readonly before?: PodRecord },
  add: (key: string) => void,
): void {
  const { cluster } = simulation;
  const pod = (now ?? before) as PodRecord;
  for (const { metadata, spec } of openServices(simulation).by("namespace", pod.metadata.namespace)) {
    const selector = Object.entries(spec.selector ?? {});
    const isSelected = (one: PodRecord | undefined) => selector.every(([key, value]) => one?.labels[key] === value);
    if (selector.length > 0 && (isSelected(now) || isSelected(before))) {
      add(cluster.keyOf(SERVICE, metadata.namespace, metadata.name));
    }
  }
}

async function reconcile(simulation: Simulation, service: Service): Promise<void> {
  if (
    service.spec.selector === undefined ||
    service.metadata.deletionTimestamp != null ||
    service.spec.type === "ExternalName"
  ) {
    return;
  }
  const { cluster } = simulation;
  const groups = new Map<string, { ports: JsonObject[]; endpoints: JsonObject[] }>();
  for (const pod of podsOf(simulation, service)) {
    const ports = portsOf(cluster, service, pod);
    const key = JSON.stringify(ports);
    const group = groups.get(key) ?? { ports, endpoints: [] };
    group.endpoints.push(endpointOf(simulation, service, pod));
    groups.set(key, group);
  }
  const wanted = [...groups.values()].flatMap(({ ports, endpoints }) => cut(endpoints, ports));
  await writeSlices(simulation, {
    actor: ACTOR,
    manager: MANAGER,
    owner: service,
    labels: {
      ...service.metadata.labels,
      ...(isHeadless(service) ? { "service.kubernetes.io/headless": "" } : {}),
    },
    wanted: wanted.length === 0 ? [{ ports: [], endpoints: [] }] : wanted,
    annotations: { [TRIGGERED_AT]: printTime(cluster.clock.now()) },
  });
}

function cut(endpoints: readonly JsonObject[], ports: readonly JsonObject[]) {
  const parts = [];
  for (let i = 0; i < endpoints.length; i += MAX_ENDPOINTS) {
    parts.push({ ports: [...ports], endpoints: endpoints.slice(i, i + MAX_ENDPOINTS) });
  }
  return parts;
}

function endpointOf(simulation: Simulation, service: Service, pod: PodRecord): JsonObject {
  const { cluster, nodes } = simulation;
  const serving = pod.isReady;
  const ready = service.spec.publishNotReadyAddresses === true || (pod.isReady && !pod.isDeleting);
  const hostname = isHeadless(service) ? hostnameOf(cluster, service, pod) : undefined;
  const { namespace, name, uid } = pod.metadata;
  const zone = nodes.get(cluster.keyOf(NODE, "", pod.nodeName))?.metadata.labels?.["topology.kubernetes.io/zone"];
  return {
    addresses: [pod.ip],
    conditions: { ready, serving, terminating: pod.isDeleting },
    ...(hostname === undefined ? {} : { hostname }),
    targetRef: { kind: "Pod", namespace, name, uid },
    nodeName: pod.nodeName,
    ...(zone === undefined ? {} : { zone }),
    ...(ready ? hintsOf(service, pod.nodeName, zone) : {}),
  };
}

const CLOSE = ["PreferClose", "PreferSameZone", "PreferSameNode"];

/** Kubernetes: hints follow spec.trafficDistribution (endpointslice/trafficdist/trafficdist.go ReconcileHints, v1.36). */
function hintsOf({ spec }: Service, node: string, zone: string | undefined): JsonObject {
  const { trafficDistribution = "" } = spec;
  if (!CLOSE.includes(trafficDistribution)) {
    return {};
  }
  const hints = {
    ...(zone === undefined ? {} : { forZones: [{ name: zone }] }),
    ...(trafficDistribution === "PreferSameNode" ? { forNodes: [{ name: node }] } : {}),
  };
  return Object.keys(hints).length === 0 ? {} : { hints };
}

export interface WantedSlices {
  readonly actor: Actor;
  readonly manager: string;
  readonly owner: { readonly apiVersion: string; readonly kind: string; readonly metadata: NamedMeta };
  readonly labels: StringMap;
  readonly wanted: readonly { readonly ports: JsonObject[]; readonly endpoints: JsonObject[] }[];
  readonly annotations?: StringMap;
}

/** Writes the slices of one manager: equal ones stay, others are updated, created or deleted. */
export async function writeSlices(simulation: Simulation, made: WantedSlices): Promise<void> {
  const { cluster } = simulation;
  const { actor, manager, owner, wanted, annotations } = made;
  const { namespace, name } = owner.metadata;
  const labels = { ...made.labels, [SERVICE_NAME]: name, [MANAGED_BY]: manager };
  const existing = [...openSlices(simulation).by("service", `${namespace}/${name}`)].filter(
    ({ metadata }) => metadata.labels?.[MANAGED_BY] === manager && metadata.deletionTimestamp == null,
  );
  existing.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  const isEqual = (slice: Slice, one: WantedSlices["wanted"][number]) =>
    isSame(slice.endpoints ?? [], one.endpoints) &&
    isSame(slice.ports ?? [], one.ports) &&
    isSame(slice.metadata.labels, labels);
  const missing = wanted.filter((one) => {
    const place = existing.findIndex((slice) => isEqual(slice, one));
    if (place >= 0) {
      existing.splice(place, 1);
    }
    return place < 0;
  });
  for (const one of missing) {
    const slice = existing.shift();
    if (slice === undefined) {
      const metadata = { generateName: `${name}-`, namespace, labels, ownerReferences: [controllerRef(owner)] };
      const noted = annotations === undefined ? metadata : { ...metadata, annotations };
      await cluster.create(actor, { ...SLICE, metadata: noted, addressType: "IPv4", ...one } as never);
    } else {
      await cluster.change(actor, slice, {
        change(object) {
          const meta = object.metadata as NamedMeta;
          Object.assign(object, one);
          Object.assign(meta, { labels, annotations: { ...meta.annotations, ...annotations } });
          return true;
        },
      });
    }
  }
  for (const slice of existing) {
    await cluster.remove(actor, slice);
  }
}
