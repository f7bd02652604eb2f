import type { JsonObject, Timer } from "@kiln/api";
import {
  clusterIpsOf,
  decodeStoredJson,
  IP_ADDRESS_PREFIX,
  isManagedAddress,
  makeIpAddress,
  nodePortsOf,
  openStoredValue,
  PORT_CLAIM_PREFIX,
  parentOf,
  peekObject,
  SERVER_ACTOR,
  SERVICE_PREFIX,
} from "@kiln/kinds";
import { isStoreError, type StoreEvent } from "@kiln/store";
import type { Controller } from "./controller.ts";
import type { ControllerServices } from "./controller-services.ts";
import { createWorkQueue } from "./work-queue.ts";

/** Age at which a claim without its Service counts as abandoned. */
const REPAIR_MS = 60_000;

/** Keeps IPAddresses and port claims in line with Services: one for each allocated address or port, no others. */
export const serviceNumbersController: Controller = {
  name: "ipallocator-repair-controller",
  start(services) {
    const released = new Set<string>();
    const work = (key: string) => {
      const isReleased = released.delete(key);
      return key.startsWith(PORT_CLAIM_PREFIX)
        ? settlePort(services, key, { isReleased })
        : settleAddress(services, key, { isReleased });
    };
    const queue = createWorkQueue({ services, name: "service-ip-allocator", work });
    const unsubscribe = services.store.onCommit(({ events }) => {
      for (const event of events.filter(({ key }) => key.startsWith(SERVICE_PREFIX))) {
        const [before, after] = [event.previous?.value, event.value].map((value) => claimsOf(value, services));
        for (const key of before ?? []) {
          released.add(key);
        }
        for (const key of after ?? []) {
          released.delete(key);
        }
        for (const key of new Set([...(before ?? []), ...(after ?? [])])) {
          queue.add(key);
        }
      }
    });
    let timer: Timer | undefined;
    let isStopped = false;
    const repair = async () => {
      try {
        for (const key of await claimKeys(services)) {
          queue.add(key);
        }
      } catch (error) {
        if (!isStopped) {
          services.log.warn({ err: error }, "failed to read the allocated addresses and node ports of Services");
        }
      }
      if (!isStopped) {
        timer = services.clock.setTimer(REPAIR_MS, () => void repair(), { isPeriodic: true });
      }
    };
    void repair();
    return {
      stop() {
        isStopped = true;
        timer?.cancel();
        unsubscribe();
        queue.stop();
      },
    };
  },
};

/** Keys of the claims that a stored Service needs. */
function claimsOf(value: StoreEvent["value"], { sharesStore }: ControllerServices): string[] {
  const service = value === undefined ? {} : decodeStoredJson(openStoredValue(value).body);
  return [
    ...clusterIpsOf(service).map((address) => IP_ADDRESS_PREFIX + address),
    ...(sharesStore ? nodePortsOf(service).map((port) => `${PORT_CLAIM_PREFIX}${port}`) : []),
  ];
}

interface Settling {
  /** Whether a change of the Service released the claim. */
  readonly isReleased: boolean;
}

/** Keys of IPAddress objects and node port claims: those that exist, and those that Services need. */
async function claimKeys({ store, sharesStore }: ControllerServices): Promise<Set<string>> {
  const keys = new Set<string>();
  const prefixes = [IP_ADDRESS_PREFIX, ...(sharesStore ? [PORT_CLAIM_PREFIX] : [])];
  for (const prefix of prefixes) {
    for await (const { entries } of await store.range({ prefix, minRevision: 0 })) {
      for (const { key } of entries) {
        keys.add(key);
      }
    }
  }
  for await (const { entries } of await store.range({ prefix: SERVICE_PREFIX, minRevision: 0 })) {
    for (const { value } of entries) {
      for (const address of clusterIpsOf(decodeStoredJson(openStoredValue(value).body))) {
        keys.add(IP_ADDRESS_PREFIX + address);
      }
    }
  }
  return keys;
}

async function settleAddress(services: ControllerServices, key: string, { isReleased }: Settling): Promise<void> {
  const resource = services.registry.find("networking.k8s.io", "v1", "ipaddresses");
  const name = key.slice(IP_ADDRESS_PREFIX.length);
  const found = peekObject(services, key);
  const holder = services.kinds.serviceNumbers.holderOf(name);
  if (resource === undefined || (found !== undefined && !isManagedAddress(found))) {
    return;
  }
  const place = { resource, namespace: "", name };
  const isRight = found !== undefined && parentOf(found) === holder;
  if (found !== undefined && !isRight && (isReleased || !mayStillCome(services, found))) {
    await services.objects.delete(SERVER_ACTOR, { place, options: { preconditions: {} } });
  }
  if (holder !== undefined && !isRight) {
    await services.objects.create(SERVER_ACTOR, { place, object: makeIpAddress(holder) });
  }
}

/**
 * Another server claims addresses before it stores the Service: only claims whose Service was deleted, or never
 * appeared, are released.
 */
function mayStillCome({ clock, sharesStore }: ControllerServices, found: JsonObject): boolean {
  const { creationTimestamp } = found.metadata as { creationTimestamp?: string };
  return sharesStore && clock.now().getTime() - Date.parse(creationTimestamp ?? "") < REPAIR_MS;
}

async function settlePort(services: ControllerServices, key: string, { isReleased }: Settling): Promise<void> {
  const { store } = services;
  const entry = store.peek(key);
  if (entry === undefined) {
    return;
  }
  const port = Number(key.slice(PORT_CLAIM_PREFIX.length));
  const claim = decodeStoredJson(openStoredValue(entry.value).body);
  const holder = peekObject(services, String(claim.service));
  const isHeld = holder !== undefined && nodePortsOf(holder).includes(port);
  if (isHeld || (!isReleased && mayStillCome(services, claim))) {
    return;
  }
  try {
    await store.delete(key, { revision: entry.revision });
  } catch (error) {
    if (!isStoreError(error, "key-not-found") && !isStoreError(error, "revision-mismatch")) {
      throw error;
    }
  }
}
