import { appendAll, asText, type JsonObject, metadataOf, objectAt, parseTime, printGroupResource } from "@kiln/api";
import { isConditionTrue, type Resource, readStoredObject } from "@kiln/kinds";
import type { Entry, StoreEvent } from "@kiln/store";
import type { Controller } from "./controller.ts";
import type { ControllerServices } from "./controller-services.ts";
import { beginMigration, closeMigration, endMigration, forgetMigration, type Migration } from "./migration-status.ts";
import { rewriteAll } from "./rewrite-all.ts";
import { createWorkQueue } from "./work-queue.ts";

const GROUP = "storagemigration.k8s.io";
const PREFIX = `/registry/${GROUP}/storageversionmigrations/`;
/** Queue key of the search for migrations that an earlier run left unfinished. No kind has this name. */
const EVERYTHING = "";
/** Time to wait for a kind that is not served yet: its CRD may come with the same manifest. */
const PATIENCE_MS = 60_000;

/** Rewrites every object of a kind, as a StorageVersionMigration requests. */
export const storageVersionMigrator: Controller = {
  name: "storage-version-migrator-controller",
  start(services) {
    let isStopped = false;
    const queue = createWorkQueue({
      services,
      name: "storage-version-migrator",
      work: async (resource) =>
        resource === EVERYTHING ? add(await readAllOpen(services)) : migrateInTurn(services, resource, () => isStopped),
    });
    // The queue key is the resource, so that there is one migration of a kind at a time.
    const add = (objects: readonly JsonObject[]) => {
      for (const object of objects) {
        queue.add(resourceOf(object));
      }
    };
    const unsubscribe = services.store.onCommit(({ events }) => {
      const ours = events.filter(({ key }) => key.startsWith(PREFIX));
      // A migration deleted before its end must be cleaned up as well.
      add(readOpen(services, ours.flatMap(lastSeen)));
    });
    queue.add(EVERYTHING);
    return {
      stop() {
        isStopped = true;
        unsubscribe();
        queue.stop();
      },
    };
  },
};

function lastSeen({ value, revision, key, previous }: StoreEvent): Entry[] {
  const entry = value === undefined ? previous : { key, value, revision };
  return entry === undefined ? [] : [entry];
}

/** Migrations that are not finished. */
function readOpen(services: ControllerServices, entries: readonly Entry[]): JsonObject[] {
  return entries
    .flatMap((entry) => readMigration(services, entry))
    .filter((object) => {
      const isEnded =
        isConditionTrue(objectAt(object, "status"), "Succeeded") ||
        isConditionTrue(objectAt(object, "status"), "Failed");
      return !isEnded || isConditionTrue(objectAt(object, "status"), "Running");
    });
}

/** Decoded StorageVersionMigration as a list of one; empty, with a log line, if the stored bytes are invalid. */
function readMigration({ registry, log }: ControllerServices, entry: Entry): JsonObject[] {
  const kind = registry.find(GROUP, "v1beta1", "storageversionmigrations");
  try {
    return kind === undefined ? [] : [readStoredObject(kind, entry)];
  } catch (error) {
    log.warn({ err: error, key: entry.key }, "StorageVersionMigration ignored: it cannot be decoded");
    return [];
  }
}

/** Resource to migrate as `plural.group`, the name of a CRD. */
function resourceOf(migration: JsonObject): string {
  const { group, resource } = objectAt(migration, "spec", "resource");
  return printGroupResource({ group: asText(group), resource: asText(resource) });
}

/** All migrations that are not finished, the oldest first. */
async function readAllOpen(services: ControllerServices): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  for await (const { entries } of await services.store.range({ prefix: PREFIX })) {
    appendAll(found, readOpen(services, entries));
  }
  return found.sort((a, b) => (placeInLine(a) < placeInLine(b) ? -1 : 1));
}

function placeInLine(migration: JsonObject): string {
  const { creationTimestamp, name } = metadataOf(migration);
  return `${String(creationTimestamp)}/${String(name)}`;
}

async function migrateInTurn(services: ControllerServices, resource: string, isStopped: () => boolean): Promise<void> {
  for (const object of await readAllOpen(services)) {
    if (resourceOf(object) === resource && !isStopped()) {
      await migrate(services, object, isStopped);
    }
  }
  if (!isStopped()) {
    await forgetMigration(services, resource);
  }
}

/** Runs a migration. Continues where an earlier run ended. */
async function migrate(services: ControllerServices, object: JsonObject, isStopped: () => boolean): Promise<void> {
  const migration = toMigration(services, object);
  let isSuccess = isConditionTrue(objectAt(object, "status"), "Succeeded");
  if (!isSuccess && !isConditionTrue(objectAt(object, "status"), "Failed")) {
    await beginMigration(services, migration);
    const target = findTarget(services, object);
    if (target === undefined && isYoung(services, object)) {
      throw new Error(`${migration.definition} is not served yet`);
    }
    const failure = target === undefined ? NOT_SERVED : await rewriteAll(services, target, isStopped);
    if (isStopped()) {
      return;
    }
    await endMigration(services, migration, failure);
    isSuccess = failure === undefined;
  }
  await closeMigration(services, migration, isSuccess);
}

const NOT_SERVED = "resource does not exist in discovery";

function toMigration({ registry }: ControllerServices, object: JsonObject): Migration {
  const { name, uid } = metadataOf(object);
  const resource = registry.find(GROUP, "v1beta1", "storageversionmigrations") as Resource;
  return {
    place: { resource, namespace: "", name: String(name), subresource: "status" },
    uid: String(uid),
    definition: resourceOf(object),
  };
}

function findTarget({ registry }: ControllerServices, migration: JsonObject): Resource | undefined {
  const { group, resource } = objectAt(migration, "spec", "resource");
  for (const { resources } of registry.versionsOf(asText(group))) {
    const found = resources.get(asText(resource));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function isYoung({ clock }: ControllerServices, migration: JsonObject): boolean {
  const created = parseTime(asText(metadataOf(migration).creationTimestamp)).value?.getTime() ?? 0;
  return created + PATIENCE_MS > clock.now().getTime();
}
