import { type Clock, deepEqual, type JsonObject, type Logger, objectAt } from "@kiln/api";
import { createWorkQueue, type RunningController } from "@kiln/controllers";
import { type ObjectWriter, type Registry, readHead, SERVER_ACTOR } from "@kiln/kinds";
import type { Store } from "@kiln/store";
import { DEFINITION_PREFIX } from "../crd/stored-definition.ts";
import { type Aggregation, API_SERVICE_PREFIX } from "./aggregation.ts";
import { CUSTOM_PRIORITY } from "./api-priorities.ts";
import { ALWAYS, customVersions, MANAGED, makeApiService, managedBy, REGISTRATION_GROUP } from "./own-api-service.ts";

export interface FollowServices {
  readonly aggregation: Aggregation;
  readonly store: Store;
  readonly registry: Registry;
  readonly objects: ObjectWriter;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Keeps an APIService for every served version of every CRD. `isComplete`: the store has all of them already, as in a
 * fork, so that only later changes are written.
 */
export function followDefinitions(
  services: FollowServices,
  { isComplete }: { isComplete: boolean },
): RunningController {
  const { aggregation, registry, store } = services;
  const queue = createWorkQueue({
    services,
    name: "aggregator: APIService of a CRD",
    work: (key) => reconcile(services, key),
  });
  const addGroup = (group: string) => {
    for (const version of new Set([...aggregation.localVersions(group), ...customVersions(registry, group)])) {
      queue.add(`${API_SERVICE_PREFIX}${version}.${group}`);
    }
  };
  const unsubscribe = store.onCommit(({ events }) => {
    for (const { key } of events) {
      if (key.startsWith(DEFINITION_PREFIX)) {
        addGroup(afterDot(key.slice(DEFINITION_PREFIX.length)));
      } else if (key.startsWith(API_SERVICE_PREFIX)) {
        queue.add(key);
      }
    }
  });
  if (!isComplete) {
    for (const group of new Set([...registry.groups(), ...aggregation.localGroups()])) {
      if (!registry.hasBuiltIn(group)) {
        addGroup(group);
      }
    }
  }
  return {
    stop() {
      unsubscribe();
      queue.stop();
    },
  };
}

async function reconcile(services: FollowServices, key: string): Promise<void> {
  const { registry, store, objects } = services;
  const resource = registry.find(REGISTRATION_GROUP, "v1", "apiservices");
  if (resource === undefined) {
    return;
  }
  const name = key.slice(API_SERVICE_PREFIX.length);
  const group = afterDot(name);
  const version = name.slice(0, name.length - group.length - 1);
  const isWanted = customVersions(registry, group).includes(version);
  const spec = {
    ...{ group, groupPriorityMinimum: CUSTOM_PRIORITY.group, version, versionPriority: CUSTOM_PRIORITY.version },
  };
  const place = { resource, namespace: "", name };
  const entry = store.peek(key);
  if (entry === undefined) {
    if (isWanted) {
      await objects.create(SERVER_ACTOR, {
        place,
        object: makeApiService(name, { labels: { [MANAGED]: ALWAYS } }, spec),
      });
    }
  } else if (managedBy(entry.value) === ALWAYS) {
    const uid = String(readHead(entry.value)?.uid);
    await (isWanted
      ? objects.change(SERVER_ACTOR, { place, uid, change: (object) => setSpec(object, spec) })
      : objects.delete(SERVER_ACTOR, { place, options: { preconditions: { uid } } }));
  }
}

/** Sets the spec of the APIService; false if it is equal already. */
function setSpec(object: JsonObject, spec: JsonObject): boolean {
  const isRight = deepEqual(objectAt(object, "spec"), spec);
  object.spec = spec;
  return !isRight;
}

function afterDot(name: string): string {
  return name.slice(name.indexOf(".") + 1);
}
