import { findEvaluator, toJsonResources } from "@kiln/admission";
import { type JsonObject, type KeyQueue, metadataOf, objectAt, printQuantity, type Timer, textAt } from "@kiln/api";
import {
  createActor,
  createKinds,
  haveSameAmounts,
  type Kinds,
  type ResourceList,
  readStoredObject,
  SETTING_PREFIXES,
} from "@kiln/kinds";
import type { StoreEvent } from "@kiln/store";
import type { Controller } from "./controller.ts";
import type { ControllerServices } from "./controller-services.ts";
import { measureQuota } from "./measure-quota.ts";
import { createWorkQueue } from "./work-queue.ts";

const ACTOR = createActor("resourcequota-controller");

/** Delay before usage is counted: objects are mostly deleted in bulk, and one count covers all of them. */
const COUNT_MS = 50;

/** Interval of recounts, the same as in Kubernetes. Usage may have been charged for an object that was never written. */
const RECOUNT_MS = 5 * 60_000;

/** Writes limits and usage into the status of quotas. Creations are charged on admission already. */
export const resourceQuotaController: Controller = {
  name: "resourcequota-controller",
  start(services) {
    const kinds = createKinds(services.registry);
    const work = (key: string) => countQuota(services, kinds, key);
    const queue = createWorkQueue({ services, name: "resourcequota", work });
    let generation = services.registry.generation;
    let timer: Timer | undefined;
    const unsubscribe = services.store.onCommit(({ events }) => {
      for (const event of events) {
        follow({ services, kinds, queue }, event);
      }
      if (generation !== services.registry.generation) {
        generation = services.registry.generation;
        addAll(services, queue);
      }
    });
    const recount = () => {
      addAll(services, queue);
      timer = services.clock.setTimer(RECOUNT_MS, recount, { isPeriodic: true });
    };
    recount();
    return {
      stop() {
        timer?.cancel();
        unsubscribe();
        queue.stop();
      },
    };
  },
};

function addAll({ settings }: ControllerServices, queue: KeyQueue): void {
  for (const namespace of settings.namespaces("quotas")) {
    for (const quota of settings.list("quotas", namespace)) {
      queue.add(keyOf(quota), COUNT_MS);
    }
  }
}

function keyOf(quota: JsonObject): string {
  const metadata = objectAt(quota, "metadata");
  return `${SETTING_PREFIXES.quotas}${textAt(metadata, "namespace")}/${textAt(metadata, "name")}`;
}

interface Follower {
  readonly services: ControllerServices;
  readonly kinds: Kinds;
  readonly queue: KeyQueue;
}

/** Queues the quotas whose usage the write may change. */
function follow({ services, kinds, queue }: Follower, { key, type }: StoreEvent): void {
  if (services.settings.isEmpty("quotas")) {
    return;
  }
  // /registry/<group>/<plural>/<namespace>/<name>
  const [, , , , namespace = "", name] = key.split("/");
  const quotas = name === undefined ? [] : services.settings.list("quotas", namespace);
  if (quotas.length === 0) {
    return;
  }
  if (key.startsWith(SETTING_PREFIXES.quotas)) {
    const quota = quotas.find((one) => keyOf(one) === key);
    if (quota !== undefined && !isUpToDate(quota)) {
      queue.add(key);
    }
  }
  const resource = type === "create" ? undefined : kinds.placeOf(key)?.resource;
  const evaluator = resource === undefined ? undefined : findEvaluator(resource.group, resource.names.plural);
  if (evaluator === undefined || (type === "replace" && evaluator.isCount === true)) {
    return;
  }
  for (const quota of quotas) {
    if (evaluator.matchingNames(Object.keys(objectAt(quota, "status", "hard"))).length > 0) {
      queue.add(keyOf(quota), COUNT_MS);
    }
  }
}

function isUpToDate(quota: JsonObject): boolean {
  const status = objectAt(quota, "status");
  return status.used !== undefined && haveSameAmounts(objectAt(quota, "spec", "hard"), objectAt(status, "hard"));
}

async function countQuota(services: ControllerServices, kinds: Kinds, key: string): Promise<void> {
  const place = kinds.placeOf(key);
  const entry = services.store.peek(key);
  if (place === undefined || entry === undefined) {
    return;
  }
  const quota = readStoredObject(place.resource, entry);
  const used = await measureQuota({ services, kinds, namespace: place.namespace, quota });
  await services.objects.change(ACTOR, {
    place: { ...place, subresource: "status" },
    change(object) {
      if (metadataOf(object).resourceVersion !== String(entry.revision)) {
        throw new Error("something was charged to the quota while it was counted");
      }
      return setStatus(object, used);
    },
  });
}

/** Sets the status of the quota. Returns whether it changed. */
function setStatus(quota: JsonObject, measured: ResourceList): boolean {
  const hard = objectAt(quota, "spec", "hard");
  const known = Object.entries(objectAt(quota, "status", "used")).filter(([name]) => Object.hasOwn(hard, name));
  const used = { ...Object.fromEntries(known), ...toJsonResources(measured, printQuantity) };
  if (isUpToDate(quota) && haveSameAmounts(used, objectAt(quota, "status", "used"))) {
    return false;
  }
  quota.status = { hard: { ...hard }, used };
  return true;
}
