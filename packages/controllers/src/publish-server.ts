import { FRONT_PROXY_NAME } from "@kiln/access";
import { asObjects, deepEqual, type JsonObject, objectAt, printTime, type Timer } from "@kiln/api";
import {
  decodeStoredJson,
  NO_STAMP,
  openStoredValue,
  type Place,
  peekObject,
  SERVER_ACTOR,
  sealObject,
  storeKey,
} from "@kiln/kinds";
import { isStoreError } from "@kiln/store";
import type { RunningController } from "./controller.ts";
import type { ControllerServices } from "./controller-services.ts";
import { ensureFlowControl } from "./ensure-flow-control.ts";
import { ensureObject } from "./ensure-object.ts";
import { ensurePriorityClasses } from "./ensure-priority-classes.ts";
import { createServerIdentity, keepServerLease, releaseServerLease, type ServerIdentity } from "./server-lease.ts";

/** Address of the server. */
export interface Advertised {
  readonly address: string;
  readonly port: number;
  /** Name of the host, for the Lease of the server; absent: there is no Lease. */
  readonly hostname?: string;
}

/** Prefix of kube-apiserver: one key per server, which expires unless renewed. */
const SERVER_PREFIX = "/registry/masterleases/";
const SERVER_TTL_SECONDS = 15;
const RENEW_MS = 10_000;
const NAME = "kubernetes";

/**
 * Creates the objects that describe the servers of a cluster, and recreates them if deleted: the Service `kubernetes`,
 * its endpoints, the Lease of this server, the ServiceCIDR, the FlowSchemas that responses name, the PriorityClasses of the system, and the
 * ConfigMaps with client CAs. Never delays the start.
 */
export function publishServer(
  services: ControllerServices,
  advertised: Promise<Advertised | undefined>,
): RunningController {
  const { clock, log } = services;
  let timer: Timer | undefined;
  let own: Advertised | undefined;
  let identity: ServerIdentity | undefined;
  let isStopped = false;
  const publish = async () => {
    own = await advertised;
    const takesOver = identity === undefined;
    identity ??= own?.hostname === undefined ? undefined : createServerIdentity(services, own.hostname);
    try {
      if (!isStopped) {
        await services.background.follow(publishOnce(services, own));
        await ensureFlowControl(services);
        await ensurePriorityClasses(services);
        await (identity === undefined ? undefined : keepServerLease(services, identity, { takesOver }));
      }
    } catch (error) {
      // Errors after stop() are not logged: the store closes with the server.
      if (!isStopped) {
        log.warn({ err: error }, "failed to publish Service default/kubernetes: retrying");
      }
    }
    if (!isStopped) {
      timer = clock.setTimer(RENEW_MS, () => void publish(), { isPeriodic: true });
    }
  };
  void publish();
  return {
    stop() {
      isStopped = true;
      timer?.cancel();
      if (services.sharesStore && own !== undefined) {
        void services.background.follow(withdraw(services, own, identity));
      }
    },
  };
}

async function publishOnce(services: ControllerServices, own: Advertised | undefined): Promise<void> {
  // The identity lease comes first: the other objects may fail for a while although the server is up.
  const addresses = own === undefined ? [] : await serverAddresses(services, own);
  await ensureNetwork(services);
  await ensure(services, {
    group: "",
    plural: "configmaps",
    place: { namespace: "kube-system", name: "kube-apiserver-legacy-service-account-token-tracking" },
    make: () => ({ apiVersion: "v1", kind: "ConfigMap", metadata: {}, data: { since: today(services) } }),
  });
  if (services.rootCertificate !== undefined) {
    const data = { "client-ca-file": services.rootCertificate.pem, ...requestHeaderData(services) };
    await ensure(services, {
      group: "",
      plural: "configmaps",
      place: { namespace: "kube-system", name: "extension-apiserver-authentication" },
      make: () => ({ apiVersion: "v1", kind: "ConfigMap", metadata: {}, data }),
      fields: { data },
    });
  }
  if (own === undefined) {
    return;
  }
  await ensure(services, {
    group: "",
    plural: "services",
    place: HERE,
    make: () => makeService(own.port, services.kinds.serviceNumbers.network.ownAddress),
  });
  const ports = [{ name: "https", port: own.port, protocol: "TCP" }];
  const subsets = [{ addresses: addresses.map((ip) => ({ ip })), ports }];
  await ensure(services, {
    group: "",
    plural: "endpoints",
    place: HERE,
    make: () => ({
      apiVersion: "v1",
      kind: "Endpoints",
      metadata: { labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } },
      subsets,
    }),
    fields: { subsets },
  });
  const endpoints = addresses.map((address) => ({ addresses: [address], conditions: { ready: true } }));
  const addressType = own.address.includes(":") ? "IPv6" : "IPv4";
  await ensure(services, {
    group: "discovery.k8s.io",
    plural: "endpointslices",
    place: HERE,
    make: () => ({
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { labels: { "kubernetes.io/service-name": NAME } },
      addressType,
      endpoints,
      ports,
    }),
    fields: { endpoints, ports },
  });
}

/**
 * Kubernetes: extension API servers read from this ConfigMap how to recognize this server's front proxy
 * (cluster_authentication_trust_controller.go getConfigMapDataFor, v1.36).
 */
function requestHeaderData({ frontProxy }: ControllerServices): Record<string, string> {
  return frontProxy === undefined
    ? {}
    : {
        "requestheader-allowed-names": JSON.stringify([FRONT_PROXY_NAME]),
        "requestheader-client-ca-file": frontProxy.ca,
        "requestheader-extra-headers-prefix": '["X-Remote-Extra-"]',
        "requestheader-group-headers": '["X-Remote-Group"]',
        "requestheader-uid-headers": '["X-Remote-Uid"]',
        "requestheader-username-headers": '["X-Remote-User"]',
      };
}

const HERE = { namespace: "default", name: NAME };

function today({ clock }: ControllerServices): string {
  return printTime(clock.now()).slice(0, "2006-01-02".length);
}

function makeService(targetPort: number, address: string): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { labels: { provider: "kubernetes", component: "apiserver" } },
    spec: {
      ports: [{ name: "https", protocol: "TCP", port: 443, targetPort }],
      clusterIP: address,
      ipFamilyPolicy: "SingleStack",
      sessionAffinity: "None",
      type: "ClusterIP",
    },
  };
}

async function ensureNetwork(services: ControllerServices): Promise<void> {
  const group = "networking.k8s.io";
  const place = { namespace: "", name: NAME };
  await ensure(services, {
    group,
    plural: "servicecidrs",
    place,
    make: () => ({
      apiVersion: `${group}/v1`,
      kind: "ServiceCIDR",
      metadata: {},
      spec: { cidrs: [services.kinds.serviceNumbers.network.cidr] },
    }),
  });
  const resource = services.registry.find(group, "v1", "servicecidrs");
  if (resource === undefined || isReady(peekObject(services, storeKey(resource, "", NAME)))) {
    return;
  }
  const conditions = [
    {
      type: "Ready",
      status: "True",
      reason: "",
      message: "Kubernetes default Service CIDR is ready",
      lastTransitionTime: printTime(services.clock.now()),
    },
  ];
  await services.objects.apply(SERVER_ACTOR, {
    place: { resource, ...place, subresource: "status" },
    fieldManager: "kubernetes-service-cidr-controller",
    config: { apiVersion: `${group}/v1`, kind: "ServiceCIDR", status: { conditions } },
  });
}

function isReady(network: JsonObject | undefined): boolean {
  const { conditions } = objectAt(network, "status");
  return asObjects(conditions).some(({ type }) => type === "Ready");
}

interface Published {
  readonly group: string;
  readonly plural: string;
  readonly place: Omit<Place, "resource">;
  readonly make: () => JsonObject;
  /** Fields that are restored if they were changed. */
  readonly fields?: JsonObject;
}

async function ensure(services: ControllerServices, { group, plural, place, make, fields }: Published): Promise<void> {
  const resource = services.registry.find(group, "v1", plural);
  if (resource !== undefined) {
    const correct = fields === undefined ? {} : { correct: (object: JsonObject) => setFields(object, fields) };
    await ensureObject(services, SERVER_ACTOR, { place: { resource, ...place }, make, ...correct });
  }
}

/** Sets fields of the object; returns false if they were set already. */
function setFields(object: JsonObject, fields: JsonObject): boolean {
  const isRight = Object.entries(fields).every(([field, value]) => deepEqual(object[field] ?? null, value));
  Object.assign(object, fields);
  return !isRight;
}

/** Addresses of all servers on the store, this one included. */
async function serverAddresses(services: ControllerServices, { address }: Advertised): Promise<string[]> {
  const { store } = services;
  if (!services.sharesStore) {
    return [address];
  }
  await renew(services, address);
  const found = new Set([address]);
  for await (const { entries } of await store.range({ prefix: SERVER_PREFIX })) {
    for (const { value } of entries) {
      const [subset] = asObjects(decodeStoredJson(openStoredValue(value).body).subsets);
      found.add(String(asObjects(subset?.addresses)[0]?.ip ?? address));
    }
  }
  return [...found].sort();
}

async function renew({ store }: ControllerServices, address: string): Promise<void> {
  const key = SERVER_PREFIX + address;
  const object = { apiVersion: "v1", kind: "Endpoints", metadata: {}, subsets: [{ addresses: [{ ip: address }] }] };
  const { value } = sealObject(object, { uid: "" }, NO_STAMP);
  const ttl = { ttlSeconds: SERVER_TTL_SECONDS };
  const entry = await store.get(key);
  try {
    await (entry === undefined
      ? store.create(key, value, ttl)
      : store.replace(key, value, { revision: entry.revision, ...ttl }));
  } catch (error) {
    // Another server with this address has written the key, or it expired: the next round handles it.
    if (!isStoreError(error)) {
      throw error;
    }
  }
}

/**
 * Removes the server's key and its Lease, so that clients stop using its address before these expire. Never throws: the
 * store may be closed by now.
 */
async function withdraw(
  services: ControllerServices,
  { address }: Advertised,
  identity: ServerIdentity | undefined,
): Promise<void> {
  const { store, log } = services;
  try {
    await (identity === undefined ? undefined : releaseServerLease(services, identity));
    const entry = await store.get(SERVER_PREFIX + address);
    await (entry === undefined ? undefined : store.delete(entry.key, { revision: entry.revision }));
  } catch (error) {
    log.info(
      { err: error },
      "failed to remove this server from the endpoints of Service default/kubernetes: the entry expires",
    );
  }
}
