import { deepEqual, type JsonObject, printTime } from "@kiln/api";
import {
  isListed,
  type KindServices,
  type Registry,
  type Resource,
  readStoredObject,
  removeIfUnreadable,
  SERVER_ACTOR,
  toStoredValue,
} from "@kiln/kinds";
import { isStoreError } from "@kiln/store";
import { API_SERVICE_PREFIX } from "./aggregation.ts";
import { API_PRIORITIES } from "./api-priorities.ts";
import { hasBuiltInKind, MANAGED, makeApiService, managedBy, ON_START, REGISTRATION_GROUP } from "./own-api-service.ts";

/**
 * Creates the APIServices of built-in group versions, restores changed ones and deletes those of versions that are not
 * served any more. One commit for all; no write where nothing differs.
 */
export async function ensureBuiltInVersions(services: KindServices): Promise<void> {
  const { store, registry } = services;
  const resource = registry.find(REGISTRATION_GROUP, "v1", "apiservices");
  if (resource === undefined) {
    return;
  }
  const wanted = builtInSpecs(registry);
  const writes: Promise<unknown>[] = [...wanted].map(([name, spec]) => ensure(services, { resource, name, spec }));
  for await (const { entries } of await store.range({ prefix: API_SERVICE_PREFIX })) {
    const spurious = entries.filter(
      ({ key, value }) => !wanted.has(key.slice(API_SERVICE_PREFIX.length)) && managedBy(value) === ON_START,
    );
    for (const { key, revision } of spurious) {
      writes.push(store.delete(key, { revision }));
    }
  }
  await Promise.all(writes.map(allowLostRace));
}

/** Specs of the APIServices of built-in group versions, by name. */
function builtInSpecs(registry: Registry): Map<string, JsonObject> {
  const specs = new Map<string, JsonObject>();
  for (const [group, priority] of API_PRIORITIES) {
    const served = registry.versionsOf(group).filter((each) => isListed(each) && hasBuiltInKind(each));
    for (const { version } of served) {
      const versionPriority = priority.versions[version];
      if (versionPriority !== undefined) {
        const spec = { groupPriorityMinimum: priority.group, version, versionPriority };
        specs.set(`${version}.${group}`, group === "" ? spec : { group, ...spec });
      }
    }
  }
  return specs;
}

interface Wanted {
  readonly resource: Resource;
  readonly name: string;
  readonly spec: JsonObject;
}

async function ensure(services: KindServices, { resource, name, spec }: Wanted): Promise<void> {
  const { store, clock, random } = services;
  const key = API_SERVICE_PREFIX + name;
  await removeIfUnreadable(services, key);
  const entry = store.peek(key);
  if (entry === undefined) {
    const identity = { uid: random.uuid(), creationTimestamp: printTime(clock.now()) };
    const object = makeApiService(name, { ...identity, labels: { [MANAGED]: ON_START } }, spec);
    resource.strategy.prepareCreate?.(object, { services, user: SERVER_ACTOR.user });
    await store.create(key, toStoredValue(resource, object));
    return;
  }
  const object = managedBy(entry.value) === undefined ? undefined : readStoredObject(resource, entry);
  if (object !== undefined && !deepEqual(object.spec ?? null, spec)) {
    await store.replace(key, toStoredValue(resource, { ...object, spec }), { revision: entry.revision });
  }
}

/** Ignores a conflict: another server on the same store has written the same object. */
async function allowLostRace(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isStoreError(error, "key-exists") && !isStoreError(error, "revision-mismatch")) {
      throw error;
    }
  }
}
