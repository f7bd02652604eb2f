import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { decodeStoredJson, openStoredValue, readHead } from "@kiln/kinds";
import type { Store } from "@kiln/store";
import type { WebhookService } from "@kiln/webhook";

export interface Address {
  readonly host: string;
  readonly port: number;
}

const HTTPS_PORT = 443;

/** Addresses of Services that differ from those of their objects, by `namespace/name`. */
export type ServiceAddresses = ReadonlyMap<string, Address>;

/**
 * Address of a Service: the configured one, an ExternalName, a ready endpoint, or its cluster IP. Throws with
 * Kubernetes' message if it has none.
 */
export async function resolveService(
  store: Store,
  addresses: ServiceAddresses,
  { namespace, name, port = HTTPS_PORT }: WebhookService,
): Promise<Address> {
  const told = addresses.get(`${namespace}/${name}`);
  if (told !== undefined) {
    return told;
  }
  const spec = specOf(read(store, `/registry/core/services/${namespace}/${name}`));
  if (spec === undefined) {
    throw new Error(`service "${name}" not found`);
  }
  if (spec.type === "ExternalName") {
    return { host: String(spec.externalName ?? ""), port };
  }
  const servicePort = objectsIn(spec.ports).find((one) => Number(one.port) === port);
  if (servicePort === undefined) {
    throw new Error(`no service port ${port} found for service "${name}"`);
  }
  const endpoint = await findEndpoint(store, { namespace, name, portName: String(servicePort.name ?? "") });
  if (endpoint !== undefined) {
    return endpoint;
  }
  if (spec.clusterIP === "None") {
    throw new Error('cannot route to service with ClusterIP "None"');
  }
  return { host: String(spec.clusterIP ?? ""), port };
}

interface Wanted {
  readonly namespace: string;
  readonly name: string;
  readonly portName: string;
}

async function findEndpoint(store: Store, { namespace, name, portName }: Wanted): Promise<Address | undefined> {
  const prefix = `/registry/discovery.k8s.io/endpointslices/${namespace}/`;
  for await (const { entries } of await store.range({ prefix })) {
    for (const { value } of entries) {
      if (readHead(value)?.labels?.["kubernetes.io/service-name"] === name) {
        const found = readyIn(decodeStoredJson(openStoredValue(value).body), portName);
        if (found !== undefined) {
          return found;
        }
      }
    }
  }
  return undefined;
}

function readyIn(slice: JsonObject, portName: string): Address | undefined {
  const port = objectsIn(slice.ports).find((one) => String(one.name ?? "") === portName)?.port;
  const ready = objectsIn(slice.endpoints).find(
    ({ conditions }) => !isJsonObject(conditions) || conditions.ready !== false,
  );
  const host = Array.isArray(ready?.addresses) ? ready.addresses[0] : undefined;
  return typeof port === "number" && typeof host === "string" ? { host, port } : undefined;
}

function read(store: Store, key: string): JsonObject | undefined {
  const entry = store.peek(key);
  return entry === undefined ? undefined : decodeStoredJson(openStoredValue(entry.value).body);
}

function specOf(object: JsonObject | undefined): JsonObject | undefined {
  if (object === undefined) {
    return undefined;
  }
  return isJsonObject(object.spec) ? object.spec : {};
}

function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
