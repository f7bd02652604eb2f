import type { JsonObject, KubeObject } from "@kiln/api";
import { createActor } from "@kiln/kinds";
import type { KindName } from "../cluster/cluster.ts";
import { createLoop } from "../cluster/loop.ts";
import { isAlreadyExists } from "../cluster/open-cluster.ts";
import { isSame, type NamedMeta } from "../objects.ts";
import type { SimulatedController, Simulation } from "../simulation.ts";
import { addServicesOf, openServices, writeSlices } from "./endpoint-slices.ts";
import { hostnameOf, isHeadless, podsOf, portsOf, SERVICE, type Service } from "./service-pods.ts";

const ENDPOINTS: KindName = { apiVersion: "v1", kind: "Endpoints" };
const ACTOR = createActor("endpoint-controller");
const MIRROR = createActor("endpointslicemirroring-controller");
const MANAGED_BY = "endpoints.kubernetes.io/managed-by";
const MIRROR_MANAGER = "endpointslicemirroring-controller.k8s.io";
const SKIP_MIRROR = "endpointslice.kubernetes.io/skip-mirror";
const LEADER = "control-plane.alpha.kubernetes.io/leader";
const TRIGGERED_AT = "endpoints.kubernetes.io/last-change-trigger-time";

interface Endpoints extends KubeObject {
  metadata: NamedMeta;
  subsets?: (JsonObject & { addresses?: JsonObject[]; notReadyAddresses?: JsonObject[]; ports?: JsonObject[] })[];
}

function openEndpoints({ cluster }: Simulation) {
  return cluster.view<Endpoints>(ENDPOINTS, { read: (object) => object as unknown as Endpoints });
}

/** Controller of Endpoints for Services with a selector. */
export const endpointsController: SimulatedController = {
  name: "endpoints-controller",
  start(simulation) {
    const { pods, cluster } = simulation;
    const services = openServices(simulation);
    const endpoints = openEndpoints(simulation);
    const loop = createLoop(cluster, {
      name: "endpoints-controller",
      reconcile: async (key) => {
        const service = services.get(key);
        await (service === undefined ? removeOf(simulation, key) : reconcile(simulation, service));
        return undefined;
      },
    });
    services.onChange(({ key }) => loop.add(key));
    endpoints.onChange(({ now, before }) => {
      const { namespace, name } = ((now ?? before) as Endpoints).metadata;
      loop.add(cluster.keyOf(SERVICE, namespace, name));
    });
    pods.onChange((change) => addServicesOf(simulation, change, loop.add));
    return { begin: () => [...services.keys()].forEach(loop.add), stop: loop.stop };
  },
};

/** Deletes the Endpoints of a deleted Service. */
async function removeOf(simulation: Simulation, key: string): Promise<void> {
  const [name = "", namespace = ""] = key.split("/").reverse();
  const made = openEndpoints(simulation).get(simulation.cluster.keyOf(ENDPOINTS, namespace, name));
  if (made !== undefined && made.metadata.labels?.[MANAGED_BY] === "endpoint-controller") {
    await simulation.cluster.remove(ACTOR, made);
  }
}

async function reconcile(simulation: Simulation, service: Service): Promise<void> {
  const { cluster } = simulation;
  if (
    service.spec.selector === undefined ||
    service.metadata.deletionTimestamp != null ||
    service.spec.type === "ExternalName"
  ) {
    return;
  }
  const subsets = subsetsOf(simulation, service);
  const { namespace, name } = service.metadata;
  const labels = {
    ...service.metadata.labels,
    [MANAGED_BY]: "endpoint-controller",
    ...(isHeadless(service) ? { "service.kubernetes.io/headless": "" } : {}),
  };
  const annotations = { [TRIGGERED_AT]: `${cluster.clock.now().toISOString().slice(0, 19)}Z` };
  const current = openEndpoints(simulation).get(cluster.keyOf(ENDPOINTS, namespace, name));
  if (current === undefined) {
    const metadata = { name, namespace, labels, annotations };
    try {
      await cluster.create(ACTOR, { ...ENDPOINTS, metadata, ...(subsets.length === 0 ? {} : { subsets }) } as never);
    } catch (error) {
      if (!isAlreadyExists(error)) {
        throw error;
      }
    }
  } else if (!isSame(current.subsets ?? [], subsets) || !isSame(current.metadata.labels ?? {}, labels)) {
    await cluster.change(ACTOR, current, {
      change(object) {
        const meta = object.metadata as NamedMeta;
        Object.assign(meta, { labels, annotations: { ...meta.annotations, ...annotations } });
        object.subsets = subsets as never;
        return true;
      },
    });
  }
}

function subsetsOf(simulation: Simulation, service: Service): JsonObject[] {
  const { cluster } = simulation;
  const groups = new Map<string, { addresses: JsonObject[]; notReadyAddresses: JsonObject[]; ports: JsonObject[] }>();
  for (const pod of podsOf(simulation, service).filter(({ isDeleting }) => !isDeleting)) {
    const ports = portsOf(cluster, service, pod).map(({ name, ...rest }) => (name === "" ? rest : { name, ...rest }));
    const group = groups.get(JSON.stringify(ports)) ?? { addresses: [], notReadyAddresses: [], ports };
    groups.set(JSON.stringify(ports), group);
    const hostname = isHeadless(service) ? hostnameOf(cluster, service, pod) : undefined;
    const { namespace, name, uid } = pod.metadata;
    const address = {
      ip: pod.ip,
      ...(hostname === undefined ? {} : { hostname }),
      nodeName: pod.nodeName,
      targetRef: { kind: "Pod", namespace, name, uid },
    };
    const isReady = pod.isReady || service.spec.publishNotReadyAddresses === true;
    (isReady ? group.addresses : group.notReadyAddresses).push(address);
  }
  const byIp = (a: JsonObject, b: JsonObject) => (String(a.ip) < String(b.ip) ? -1 : 1);
  return [...groups.values()].map(({ addresses, notReadyAddresses, ports }) => ({
    ...(addresses.length === 0 ? {} : { addresses: addresses.sort(byIp) }),
    ...(notReadyAddresses.length === 0 ? {} : { notReadyAddresses: notReadyAddresses.sort(byIp) }),
    ...(ports.length === 0 ? {} : { ports }),
  }));
}

/** Copies Endpoints that another program wrote, of Services without a selector, to EndpointSlices. */
export const endpointsMirror: SimulatedController = {
  name: "endpointslice-mirroring-controller",
  start(simulation) {
    const { cluster } = simulation;
    const services = openServices(simulation);
    const endpoints = openEndpoints(simulation);
    const loop = createLoop(cluster, {
      name: "endpointslice-mirroring-controller",
      reconcile: async (key) => {
        const source = endpoints.get(key);
        const { namespace = "", name = "" } = source?.metadata ?? {};
        const service = services.get(cluster.keyOf(SERVICE, namespace, name));
        if (
          source !== undefined &&
          service !== undefined &&
          service.spec.selector === undefined &&
          isMirrored(source)
        ) {
          await mirror(simulation, source);
        }
        return undefined;
      },
    });
    endpoints.onChange(({ key }) => loop.add(key));
    services.onChange(({ now, before }) => {
      const { namespace, name } = ((now ?? before) as Service).metadata;
      loop.add(cluster.keyOf(ENDPOINTS, namespace, name));
    });
    return { begin: () => [...endpoints.keys()].forEach(loop.add), stop: loop.stop };
  },
};

function isMirrored({ metadata }: Endpoints): boolean {
  return metadata.labels?.[SKIP_MIRROR] !== "true" && metadata.annotations?.[LEADER] === undefined;
}

async function mirror(simulation: Simulation, source: Endpoints): Promise<void> {
  const wanted = (source.subsets ?? []).map(({ addresses = [], notReadyAddresses = [], ports = [] }) => ({
    ports: ports.map((port) => ({ name: "", ...port })),
    endpoints: [
      ...addresses.map((address) => mirrored(address, true)),
      ...notReadyAddresses.map((address) => mirrored(address, false)),
    ],
  }));
  const labels = source.metadata.labels ?? {};
  await writeSlices(simulation, { actor: MIRROR, manager: MIRROR_MANAGER, owner: source, labels, wanted });
}

function mirrored({ ip, hostname, nodeName, targetRef }: JsonObject, ready: boolean): JsonObject {
  return {
    addresses: [String(ip)],
    conditions: { ready },
    ...(hostname === undefined ? {} : { hostname }),
    ...(targetRef === undefined ? {} : { targetRef }),
    ...(nodeName === undefined ? {} : { nodeName }),
  };
}
