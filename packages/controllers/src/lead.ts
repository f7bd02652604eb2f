import { type JsonObject, objectAt, printMicroTime, type Timer, textAt, toMicroTime } from "@kiln/api";
import { type Place, peekObject, SERVER_ACTOR } from "@kiln/kinds";
import type { RunningController } from "./controller.ts";
import type { ControllerServices } from "./controller-services.ts";

const NAMESPACE = "kube-system";
const NAME = "kiln-controllers";
const KEY = `/registry/coordination.k8s.io/leases/${NAMESPACE}/${NAME}`;

/** Lease durations of kube-controller-manager. */
const LEASE_SECONDS = 15;
const RENEW_MS = 2000;
const GIVE_UP_MS = 10_000;

/** Last observed record of the leader, with the local time: clocks of two machines are never compared. */
interface Sight {
  readonly seen: string;
  readonly atMs: number;
}

/**
 * Runs `start` on one of the servers that share a store: the one that holds the Lease. Stops it when the Lease cannot
 * be renewed, before another server may take it.
 */
export function lead(services: ControllerServices, start: () => RunningController): RunningController {
  const { clock, random, log } = services;
  const identity = `kiln_${random.uuid()}`;
  let running: RunningController | undefined;
  let renewedMs = 0;
  let sight: Sight = { seen: "", atMs: clock.monotonicMs() };
  let timer: Timer | undefined;
  let isStopped = false;

  const resign = () => {
    running?.stop();
    running = undefined;
  };

  const tryToLead = async (): Promise<void> => {
    const startedMs = clock.monotonicMs();
    try {
      sight = look(services, sight);
      if (await acquire(services, { identity, sight })) {
        renewedMs = startedMs;
        running ??= isStopped ? undefined : start();
      } else {
        resign();
      }
    } catch (error) {
      log.warn(
        { err: error },
        "leader election: failed to acquire or renew lease kube-system/kiln-controllers: retrying",
      );
    }
    if (clock.monotonicMs() - renewedMs > GIVE_UP_MS) {
      resign();
    }
    if (!isStopped) {
      timer = clock.setTimer(RENEW_MS, () => void tryToLead(), { isPeriodic: true });
    }
  };

  void tryToLead();
  return {
    stop() {
      isStopped = true;
      timer?.cancel();
      const wasLeading = running !== undefined;
      resign();
      if (wasLeading) {
        void services.background.follow(release(services, identity));
      }
    },
  };
}

function look(services: ControllerServices, before: Sight): Sight {
  const spec = objectAt(peekObject(services, KEY), "spec");
  const seen = `${textAt(spec, "holderIdentity")} ${textAt(spec, "renewTime")}`;
  return seen === before.seen ? before : { seen, atMs: services.clock.monotonicMs() };
}

function placeOf({ registry }: ControllerServices): Place | undefined {
  const resource = registry.find("coordination.k8s.io", "v1", "leases");
  return resource === undefined ? undefined : { resource, namespace: NAMESPACE, name: NAME };
}

interface Candidate {
  readonly identity: string;
  readonly sight: Sight;
}

/** Acquires or renews the Lease; true if this server holds it now. */
async function acquire(services: ControllerServices, { identity, sight }: Candidate): Promise<boolean> {
  const place = placeOf(services);
  if (place === undefined) {
    return false;
  }
  const now = printMicroTime(toMicroTime(services.clock.now()));
  if (services.store.peek(KEY) === undefined) {
    const spec = takenBy(identity, now, 0);
    const object: JsonObject = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: {}, spec };
    return services.objects.create(SERVER_ACTOR, { place, object });
  }
  const isExpired = services.clock.monotonicMs() - sight.atMs > LEASE_SECONDS * 1000;
  return services.objects.change(SERVER_ACTOR, {
    place,
    change(object) {
      const spec = objectAt(object, "spec");
      const holder = textAt(spec, "holderIdentity");
      if (holder === identity) {
        object.spec = { ...spec, renewTime: now };
        return true;
      }
      if (holder !== "" && !isExpired) {
        return false;
      }
      object.spec = takenBy(identity, now, Number(spec.leaseTransitions ?? 0) + 1);
      return true;
    },
  });
}

function takenBy(holderIdentity: string, now: string, leaseTransitions: number): JsonObject {
  return {
    holderIdentity,
    leaseDurationSeconds: LEASE_SECONDS,
    acquireTime: now,
    renewTime: now,
    leaseTransitions,
  };
}

/**
 * Releases the Lease, so that the next server need not wait for its expiry. Never throws: the store may be closed by
 * now.
 */
async function release(services: ControllerServices, identity: string): Promise<void> {
  const place = placeOf(services);
  const change = (object: JsonObject) => {
    const spec = objectAt(object, "spec");
    const isHeld = textAt(spec, "holderIdentity") === identity;
    object.spec = { ...spec, holderIdentity: "", leaseDurationSeconds: 1 };
    return isHeld;
  };
  try {
    await (place === undefined ? false : services.objects.change(SERVER_ACTOR, { place, change }));
  } catch (error) {
    services.log.info(
      { err: error },
      "leader election: failed to release lease kube-system/kiln-controllers: another server takes over when it expires",
    );
  }
}
