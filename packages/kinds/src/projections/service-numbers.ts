import { asObjects, asText, asTexts, type Clock, type JsonObject, objectAt, type Random } from "@kiln/api";
import type { ProjectedEvent } from "../stored/projected-event.ts";
import { decodeStoredJson } from "../stored/stored-json.ts";
import { openStoredValue } from "../stored/stored-value.ts";
import { defaultServiceNetwork, type ServiceNetwork } from "./service-network.ts";
import { createUniqueNumbers, type UniqueNumbers } from "./unique-numbers.ts";

export const SERVICE_PREFIX = "/registry/core/services/";
export const IP_ADDRESS_PREFIX = "/registry/networking.k8s.io/ipaddresses/";

/** Addresses and node ports of all Services, updated by commits before their writes are answered. */
export interface ServiceNumbers {
  readonly network: ServiceNetwork;
  readonly addresses: NumberRange;
  readonly ports: NumberRange;
  /** Reserves the current numbers of a Service that is about to be stored. */
  reserve(service: JsonObject, key: string, asked: readonly string[]): void;
  /** Assigns the numbers of a Service, as its commit does. */
  assign(service: JsonObject, key: string): void;
  /** Whether the client requested this address or port itself. */
  isAsked(value: string, key: string): boolean;
  /** Key of the Service that has the address. */
  holderOf(address: string): string | undefined;
  /** Applies an event of {@link SERVICE_PREFIX} or {@link IP_ADDRESS_PREFIX}. */
  apply(event: Pick<ProjectedEvent, "key" | "value">): void;
}

export interface NumberRange {
  /** Name of the numbers in error messages. */
  readonly name: string;
  contains(value: string): boolean;
  isTaken(value: string, key: string): boolean;
  /** A free number that is not in `others`; undefined if all are taken. */
  next(key: string, others?: ReadonlySet<string>): string | undefined;
}

/** Default node port range of kube-apiserver. */
const PORTS = { first: 30_000, last: 32_767 };
const NO_OTHERS: ReadonlySet<string> = new Set();
/** Maximum number of remembered requests, more than can be in flight at once. */
const MAX_ASKED = 10_000;

export interface ServiceNumbersOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly network?: ServiceNetwork | undefined;
}

export function createServiceNumbers({
  clock,
  random,
  network = defaultServiceNetwork,
}: ServiceNumbersOptions): ServiceNumbers {
  const services = createUniqueNumbers(clock);
  const ports = createUniqueNumbers(clock);
  const asked = new Map<string, readonly string[]>();
  const foreign = new Set<string>();
  // Addresses of Services. An address is also taken if a client has created an IPAddress for it.
  const addresses: UniqueNumbers = {
    ...services,
    isTaken: (value, key) => foreign.has(value) || services.isTaken(value, key),
    isAssigned: (value) => foreign.has(value) || services.isAssigned(value),
  };
  const take = (how: "reserve" | "assign", service: JsonObject, key: string) => {
    addresses[how](clusterIpsOf(service), key);
    ports[how](nodePortsOf(service).map(String), key);
  };
  const assign = (service: JsonObject, key: string) => {
    take("assign", service, key);
    asked.delete(key);
  };
  const { print, chosen, allocated } = network;
  return {
    network,
    addresses: {
      name: network.cidr,
      contains: network.contains,
      isTaken: addresses.isTaken,
      // Allocates from the upper part of the range first; the lower part is left for explicit requests while there are
      // others.
      next: (key, others = NO_OTHERS) =>
        pick(addresses, { key, others, random, ...allocated, print }) ??
        pick(addresses, { key, others, random, ...chosen, print }),
    },
    ports: {
      name: `${PORTS.first}-${PORTS.last}`,
      contains: (value) => Number(value) >= PORTS.first && Number(value) <= PORTS.last,
      isTaken: ports.isTaken,
      next: (key, others = NO_OTHERS) => pick(ports, { key, others, random, ...PORTS, print: String }),
    },
    reserve(service, key, wanted) {
      take("reserve", service, key);
      asked.delete(key);
      asked.set(key, wanted);
      // Drops the oldest entry, since those of failed writes would never be removed.
      const [oldest] = asked.keys();
      if (asked.size > MAX_ASKED && oldest !== undefined) {
        asked.delete(oldest);
      }
    },
    assign,
    isAsked: (value, key) => asked.get(key)?.includes(value) === true,
    holderOf: services.ownerOf,
    apply({ key, value }) {
      const object = value === undefined ? {} : decodeStoredJson(openStoredValue(value).body);
      if (key.startsWith(IP_ADDRESS_PREFIX)) {
        const isForeign = value !== undefined && !isManagedAddress(object);
        foreign[isForeign ? "add" : "delete"](key.slice(IP_ADDRESS_PREFIX.length));
      } else {
        assign(object, key);
      }
    },
  };
}

const MANAGED_BY = "ipaddress.kubernetes.io/managed-by";
const ALLOCATOR = "ipallocator.k8s.io";

/** IPAddress object of an allocated address, with Kubernetes' labels. */
export function makeIpAddress(serviceKey: string): JsonObject {
  const [namespace = "", name = ""] = serviceKey.slice(SERVICE_PREFIX.length).split("/");
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "IPAddress",
    metadata: { labels: { "ipaddress.kubernetes.io/ip-family": "IPv4", [MANAGED_BY]: ALLOCATOR } },
    spec: { parentRef: { resource: "services", namespace, name } },
  };
}

export function isManagedAddress(object: JsonObject): boolean {
  return objectAt(object, "metadata", "labels")[MANAGED_BY] === ALLOCATOR;
}

/** Key of the Service that an IPAddress is allocated to. */
export function parentOf(object: JsonObject): string {
  const { namespace, name } = objectAt(object, "spec", "parentRef");
  return `${SERVICE_PREFIX}${asText(namespace)}/${asText(name)}`;
}

interface Choice {
  readonly key: string;
  readonly others: ReadonlySet<string>;
  readonly random: Random;
  readonly first: number;
  readonly last: number;
  readonly print: (number: number) => string;
}

/** Picks a free number. The search starts at a random number, so that a released one is not reused at once. */
function pick(numbers: UniqueNumbers, { key, others, random, first, last, print }: Choice): string | undefined {
  const size = last - first + 1;
  const start = Math.floor(random.fraction() * size);
  const find = (isFree: (value: string) => boolean) => {
    for (let i = 0; i < size; i++) {
      const value = print(first + ((start + i) % size));
      if (!others.has(value) && isFree(value)) {
        return value;
      }
    }
    return undefined;
  };
  // Numbers that are reserved but not stored are used only if no other is free.
  return find((value) => !numbers.isTaken(value, key)) ?? find((value) => !numbers.isAssigned(value));
}

export function clusterIpsOf(service: JsonObject): string[] {
  return asTexts(objectAt(service, "spec").clusterIPs).filter((address) => address !== "" && address !== "None");
}

/** Node ports of a Service: those of its ports, and its health check node port. */
export function nodePortsOf(service: JsonObject): number[] {
  const { ports, healthCheckNodePort } = objectAt(service, "spec");
  const all = [...asObjects(ports).map(({ nodePort }) => Number(nodePort ?? 0)), Number(healthCheckNodePort ?? 0)];
  return all.filter((port) => port !== 0);
}
