import { isJsonObject, type JsonObject, printTime } from "@kiln/api";
import {
  asDefinition,
  createActor,
  type Definition,
  type DefinitionStatus,
  findCondition,
  hasTrueCondition,
  type NewCondition,
  type Place,
  storageVersionOf,
  withCondition,
} from "@kiln/kinds";
import type { ControllerServices } from "./controller-services.ts";

export const MIGRATOR = createActor("storage-version-migrator-controller");
const MIGRATING = "StorageMigrating";

/** A StorageVersionMigration in progress. */
export interface Migration {
  /** Position of the StorageVersionMigration object. */
  readonly place: Place;
  readonly uid: string;
  /** Name of the CRD of the migrated kind, if there is one. */
  readonly definition: string;
}

/** Sets the status to running, with the revision from which on objects are stored in the current version. */
export async function beginMigration(services: ControllerServices, migration: Migration): Promise<void> {
  const message = `Migration ${migration.place.name} is running`;
  await changeDefinition(services, migration, (definition) => ({
    condition: { type: MIGRATING, status: "True", reason: "MigrationRunning", message },
    status: definition.status,
  }));
  const running = "The migration is running";
  await changeMigration(services, migration, {
    condition: { type: "Running", status: "True", reason: "MigrationRunning", message: running },
    resourceVersion: String(services.store.revision),
  });
}

/** Sets the final status: `failure` is the error that ended the migration, if any. */
export async function endMigration(
  services: ControllerServices,
  migration: Migration,
  failure?: string,
): Promise<void> {
  const condition: NewCondition =
    failure === undefined
      ? { type: "Succeeded", status: "True", reason: "StorageVersionMigrationSucceeded", message: "" }
      : { type: "Failed", status: "True", reason: "StorageVersionMigrationFailed", message: failure };
  await changeMigration(services, migration, { condition });
}

/** Completes the migration; removes versions without stored objects from the CRD's status.storedVersions. */
export async function closeMigration(
  services: ControllerServices,
  migration: Migration,
  isSuccess: boolean,
): Promise<void> {
  await changeDefinition(services, migration, (definition) => outcomeOf(definition, isSuccess));
  await changeMigration(services, migration, {
    condition: { type: "Running", status: "False", reason: "MigrationCompleted", message: "Migration completed" },
  });
}

interface Outcome {
  readonly condition: NewCondition;
  readonly status: DefinitionStatus;
}

/** Resets the migration condition of a CRD whose migration was deleted before its end. */
export async function forgetMigration(services: ControllerServices, definition: string): Promise<void> {
  await changeDefinition(services, { definition }, (found) =>
    hasTrueCondition(found, MIGRATING) ? outcomeOf(found, false) : undefined,
  );
}

/** A CRD that changed since the migration began may have stored other versions meanwhile. */
function outcomeOf(definition: Definition, isSuccess: boolean): Outcome {
  const { metadata, spec, status } = definition;
  if (!isSuccess) {
    const message = "The migration has failed";
    return { condition: { type: MIGRATING, status: "False", reason: "MigrationFailed", message }, status };
  }
  const isSame = findCondition(definition, MIGRATING)?.observedGeneration === metadata.generation;
  const outcome = isSame
    ? "and the stored versions have been updated"
    : "but the stored versions have not been updated due to a generation mismatch";
  const message = `The migration has succeeded ${outcome}`;
  const storage = storageVersionOf(spec);
  return {
    condition: { type: MIGRATING, status: "False", reason: "MigrationSucceeded", message },
    status: isSame && storage !== undefined ? { ...status, storedVersions: [storage.name] } : status,
  };
}

async function changeDefinition(
  services: ControllerServices,
  { definition: name }: Pick<Migration, "definition">,
  change: (definition: Definition) => Outcome | undefined,
): Promise<void> {
  const resource = services.registry.find("apiextensions.k8s.io", "v1", "customresourcedefinitions");
  if (resource === undefined) {
    return;
  }
  await services.objects.change(MIGRATOR, {
    place: { resource, namespace: "", name, subresource: "status" },
    change(object) {
      const definition = asDefinition(object);
      const outcome = change(definition);
      if (outcome === undefined) {
        return false;
      }
      const { condition, status } = outcome;
      const observedGeneration = definition.metadata.generation ?? 0;
      const now = printTime(services.clock.now());
      object.status = withCondition(status, { ...condition, observedGeneration }, now) as unknown as JsonObject;
      return true;
    },
  });
}

interface MigrationChange {
  readonly condition: NewCondition;
  /** resourceVersion for the status; one that is already set is kept. */
  readonly resourceVersion?: string;
}

async function changeMigration(
  services: ControllerServices,
  { place, uid }: Migration,
  { condition, ...added }: MigrationChange,
): Promise<void> {
  await services.objects.change(MIGRATOR, {
    place,
    uid,
    change(object) {
      const status: JsonObject = { ...added, ...(isJsonObject(object.status) ? object.status : {}) };
      object.status = withCondition(status, condition, printTime(services.clock.now()));
      return true;
    },
  });
}
