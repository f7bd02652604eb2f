import {
  checkLabelValue,
  encodeUtf8,
  type JsonObject,
  objectAt,
  parseMicroTime,
  printMicroTime,
  textAt,
  toMicroTime,
} from "@kiln/api";
import { decodeStoredJson, openStoredValue, type Place, peekObject, SERVER_ACTOR, sha256, storeKey } from "@kiln/kinds";
import type { ControllerServices } from "./controller-services.ts";

const NAMESPACE = "kube-system";
const IDENTITY_LABEL = "apiserver.kubernetes.io/identity";
const COMPONENT = "kube-apiserver";
const LEASE_SECONDS = 3600;
/** Kubernetes renews every ten seconds; a sixth of the lease keeps it as valid, and idle servers from writing. */
const RENEW_AFTER_SECONDS = 600;

/** Identity of a server in a cluster. */
export interface ServerIdentity {
  readonly hostname: string;
  /** Name of the Lease. */
  readonly name: string;
  /** Differs between two runs of a server on the same host. */
  readonly holder: string;
}

export function createServerIdentity({ random }: ControllerServices, hostname: string): ServerIdentity {
  const name = leaseNameOf(hostname);
  return { hostname, name, holder: `${name}_${random.uuid()}` };
}

/**
 * Kubernetes: the name is a hash of the host name and the component, each after its length in two bytes
 * (server/config.go NewConfig, v1.36).
 */
function leaseNameOf(hostname: string): string {
  const parts = [hostname, COMPONENT].flatMap((part) => {
    const bytes = encodeUtf8(part);
    return [bytes.byteLength >> 8, bytes.byteLength & 0xff, ...bytes];
  });
  return `apiserver-${printBase32(sha256(Uint8Array.from(parts)).subarray(0, 16))}`;
}

const DIGITS = "abcdefghijklmnopqrstuvwxyz234567";

function printBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => DIGITS[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/**
 * Keeps the Lease by which clients find the API servers of a cluster, and deletes Leases that are not renewed.
 * Called repeatedly; writes only where something is due. With `takesOver`, the Lease of an earlier run becomes this
 * run's; later two servers of one host share it.
 */
export async function keepServerLease(
  services: ControllerServices,
  identity: ServerIdentity,
  options: { readonly takesOver: boolean },
): Promise<void> {
  const resource = services.registry.find("coordination.k8s.io", "v1", "leases");
  if (resource === undefined) {
    return;
  }
  const place: Place = { resource, namespace: NAMESPACE, name: identity.name };
  const now = printMicroTime(toMicroTime(services.clock.now()));
  const known = peekObject(services, storeKey(resource, NAMESPACE, identity.name));
  if (known === undefined) {
    await services.objects.create(SERVER_ACTOR, { place, object: makeLease(identity, now) });
  } else if (
    secondsSinceRenewal(services, known) >= RENEW_AFTER_SECONDS ||
    (options.takesOver && textAt(objectAt(known, "spec"), "holderIdentity") !== identity.holder)
  ) {
    await services.objects.change(SERVER_ACTOR, {
      place,
      change(object) {
        const { labels: own } = objectAt(makeLease(identity, now), "metadata");
        const labels = { ...objectAt(object.metadata as JsonObject, "labels"), ...(own as JsonObject) };
        object.metadata = { ...objectAt(object, "metadata"), labels };
        object.spec = { ...objectAt(object, "spec"), ...specOf(identity, now) };
        return true;
      },
    });
    await deleteExpired(services, place);
  }
}

function makeLease(identity: ServerIdentity, now: string): JsonObject {
  const { hostname } = identity;
  const host = checkLabelValue(hostname).length === 0 ? { "kubernetes.io/hostname": hostname } : {};
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { labels: { [IDENTITY_LABEL]: COMPONENT, ...host } },
    spec: specOf(identity, now),
  };
}

function specOf({ holder }: ServerIdentity, renewTime: string): JsonObject {
  return { holderIdentity: holder, leaseDurationSeconds: LEASE_SECONDS, renewTime };
}

function secondsSinceRenewal({ clock }: ControllerServices, lease: JsonObject): number {
  const { value } = parseMicroTime(textAt(objectAt(lease, "spec"), "renewTime"));
  return value === undefined ? Number.POSITIVE_INFINITY : clock.now().getTime() / 1000 - value.seconds;
}

/** Deletes Leases of API servers that were not renewed in time. */
async function deleteExpired(services: ControllerServices, { resource }: Place): Promise<void> {
  for await (const { entries } of await services.store.range({ prefix: storeKey(resource, NAMESPACE, "apiserver-") })) {
    for (const { value, key } of entries) {
      const lease = decodeStoredJson(openStoredValue(value).body);
      const labels = objectAt(objectAt(lease, "metadata"), "labels");
      const duration = Number(objectAt(lease, "spec").leaseDurationSeconds ?? 0);
      if (labels[IDENTITY_LABEL] === COMPONENT && secondsSinceRenewal(services, lease) > duration) {
        const name = key.slice(key.lastIndexOf("/") + 1);
        await deleteLease(services, { resource, namespace: NAMESPACE, name });
      }
    }
  }
}

async function deleteLease(services: ControllerServices, place: Place): Promise<void> {
  await services.objects.delete(SERVER_ACTOR, { place, options: { preconditions: {} } });
}

/** Deletes the Lease of a server that stops. */
export async function releaseServerLease(services: ControllerServices, { name }: ServerIdentity): Promise<void> {
  const resource = services.registry.find("coordination.k8s.io", "v1", "leases");
  if (resource !== undefined) {
    await deleteLease(services, { resource, namespace: NAMESPACE, name });
  }
}
