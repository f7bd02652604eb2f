import {
  asObjects,
  asText,
  fieldPath,
  invalid,
  type JsonObject,
  metadataOf,
  objectAt,
  printTime,
  statusInternalError,
  statusInvalid,
} from "@kiln/api";
import { isStoreError } from "@kiln/store";
import {
  clusterIpsOf,
  IP_ADDRESS_PREFIX,
  makeIpAddress,
  type NumberRange,
  nodePortsOf,
  parentOf,
} from "../../projections/service-numbers.ts";
import { SERVER_ACTOR } from "../../resource/object-writer.ts";
import type { Allocation } from "../../resource/strategy.ts";
import { decodeStoredJson } from "../../stored/stored-json.ts";
import { NO_STAMP, openStoredValue, sealObject } from "../../stored/stored-value.ts";

/** Prefix of the keys that claim node ports if several servers share the store. Creating a key is atomic. */
export const PORT_CLAIM_PREFIX = "/registry/ranges/servicenodeports/";

/**
 * Claims the allocated numbers of a Service; may replace them. Each address gets an IPAddress object, which is its
 * claim. If no other server uses the store, claims cannot conflict, and the IPAddress is queued with the Service.
 * Otherwise the write waits for it, and after a conflict takes another address, unless the client requested this one. A
 * controller releases claims whose Service was never stored.
 */
export function claimServiceNumbers(service: JsonObject, allocation: Allocation): undefined | Promise<undefined> {
  const { services, key, old } = allocation;
  if (old === undefined && services.store.peek(key) !== undefined) {
    // The Service exists: the store will reject the create.
    return undefined;
  }
  const had = new Set(old === undefined ? [] : clusterIpsOf(old));
  const addresses = clusterIpsOf(service).filter((address) => !had.has(address));
  if (!services.sharesStore) {
    for (const address of addresses) {
      void claimAddress(address, allocation).catch((error) =>
        services.log.warn({ err: error, key }, "failed to create IPAddress: retrying"),
      );
    }
    return undefined;
  }
  const hadPorts = new Set(old === undefined ? [] : nodePortsOf(old));
  const ports = nodePortsOf(service).filter((port) => !hadPorts.has(port));
  return addresses.length + ports.length === 0 ? undefined : claimAll(service, allocation, { addresses, ports });
}

interface Wanted {
  readonly addresses: readonly string[];
  readonly ports: readonly number[];
}

async function claimAll(service: JsonObject, allocation: Allocation, { addresses, ports }: Wanted): Promise<undefined> {
  const { services } = allocation;
  const name = JSON.stringify(asText(metadataOf(service).name));
  for (const address of addresses) {
    await claimOrReplace(address, allocation, {
      range: services.serviceNumbers.addresses,
      claim: claimAddress,
      replace: (found) => replaceAddress(service, address, found),
      refuse: () => refuseAddress(service, address),
      full: `failed to allocate a serviceIP for Service ${name}: range is full`,
    });
  }
  for (const port of new Set(ports)) {
    await claimOrReplace(String(port), allocation, {
      range: services.serviceNumbers.ports,
      claim: claimPort,
      replace: (found) => replacePort(service, port, Number(found)),
      refuse: () => refusePort(service, port),
      full: "failed to allocate a nodePort: range is full",
    });
  }
  return undefined;
}

interface Claiming {
  readonly range: NumberRange;
  /** Claims a number; false if another Service has it. */
  readonly claim: (value: string, allocation: Allocation) => Promise<boolean>;
  /** Sets another number in the Service. */
  readonly replace: (found: string) => void;
  readonly refuse: () => Error;
  /** Error if no number is free. */
  readonly full: string;
}

/** Claims a number, or another one if it was taken meanwhile and not requested. */
async function claimOrReplace(first: string, allocation: Allocation, claiming: Claiming): Promise<void> {
  const { services, key } = allocation;
  const { range, claim, replace, refuse, full } = claiming;
  const tried = new Set<string>();
  for (let value: string | undefined = first; value !== undefined; value = range.next(key, tried)) {
    if (await claim(value, allocation)) {
      replace(value);
      return;
    }
    if (services.serviceNumbers.isAsked(value, key)) {
      throw refuse();
    }
    tried.add(value);
  }
  throw statusInternalError(full);
}

async function claimAddress(address: string, { services, key }: Allocation): Promise<boolean> {
  const resource = services.registry.find("networking.k8s.io", "v1", "ipaddresses");
  if (resource === undefined) {
    return true;
  }
  const place = { resource, namespace: "", name: address };
  if (await services.objects.create(SERVER_ACTOR, { place, object: makeIpAddress(key) })) {
    return true;
  }
  const entry = await services.store.get(IP_ADDRESS_PREFIX + address);
  return entry !== undefined && parentOf(decodeStoredJson(openStoredValue(entry.value).body)) === key;
}

async function claimPort(port: string, { services, key }: Allocation): Promise<boolean> {
  const { store } = services;
  const metadata = { creationTimestamp: printTime(services.clock.now()) };
  const object = { apiVersion: "v1", kind: "RangeAllocation", metadata, service: key };
  try {
    await store.create(`${PORT_CLAIM_PREFIX}${port}`, sealObject(object, { uid: "" }, NO_STAMP).value);
    return true;
  } catch (error) {
    if (!isStoreError(error, "key-exists")) {
      throw error;
    }
  }
  const entry = await store.get(`${PORT_CLAIM_PREFIX}${port}`);
  return entry !== undefined && decodeStoredJson(openStoredValue(entry.value).body).service === key;
}

function replaceAddress(service: JsonObject, before: string, after: string): void {
  if (before === after) {
    return;
  }
  const spec = objectAt(service, "spec");
  spec.clusterIPs = clusterIpsOf(service).map((address) => (address === before ? after : address));
  spec.clusterIP = (spec.clusterIPs as string[])[0] as string;
}

function replacePort(service: JsonObject, before: number, after: number): void {
  const spec = objectAt(service, "spec");
  for (const port of asObjects(spec.ports).filter(({ nodePort }) => nodePort === before)) {
    port.nodePort = after;
  }
  if (spec.healthCheckNodePort === before) {
    spec.healthCheckNodePort = after;
  }
}

function refusePort(service: JsonObject, port: number): Error {
  const i = asObjects(objectAt(service, "spec").ports).findIndex(({ nodePort }) => nodePort === port);
  const path = fieldPath("spec", "ports").index(i).child("nodePort");
  const error = invalid(path, port, "provided port is already allocated");
  return statusInvalid({ group: "", kind: "Service" }, asText(metadataOf(service).name), [error]);
}

function refuseAddress(service: JsonObject, address: string): Error {
  const why = `failed to allocate IP ${address}: provided IP is already allocated`;
  const error = invalid(fieldPath("spec", "clusterIPs"), clusterIpsOf(service), why);
  return statusInvalid({ group: "", kind: "Service" }, asText(metadataOf(service).name), [error]);
}
