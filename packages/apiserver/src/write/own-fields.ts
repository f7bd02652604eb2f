import { isJsonObject, type JsonObject, type JsonValue, type ManagedFieldsEntry, metadataOf } from "@kiln/api";
import { fromScaleEntries, setManagedFields, toScaleEntries, update, updateSteps } from "@kiln/apply";
import { apiVersionOf, replicasPathOf, type ScalePaths, scaleFields, viewScale, withGivenEmpty } from "@kiln/kinds";
import { dropEmptyMetadata } from "@kiln/schema";
import { dropDeletionFields } from "./drop-deletion-fields.ts";
import { fieldsOf, managerOf, runWithConversions, timeOf } from "./field-owner.ts";
import type { Step, Write } from "./write.ts";

/**
 * Updates managedFields of the object for this write. Later changes by admission have no owner. An apply has set its
 * owners already.
 */
export const ownFields: Step = (write) => {
  if (write.isApply) {
    return undefined;
  }
  if (write.live === undefined) {
    dropDeletionFields(metadataOf(write.object));
  }
  leaveOutEmpty(metadataOf(write.object));
  const { scale } = write.resource.subresources;
  const isScale = write.subresource === "scale" && scale !== undefined;
  const entries = isScale ? ownReplicas(write, scale) : ownObject(write);
  if (entries instanceof Promise) {
    return entries.then((owned) => setEntries(write, owned));
  }
  return setEntries(write, entries);
};

function setEntries({ object }: Write, entries: ManagedFieldsEntry[]): undefined {
  setManagedFields(object, entries);
}

/**
 * Removes fields that are not stored, so that they get no owner; keeps an empty managedFields list, which resets
 * ownership.
 */
function leaveOutEmpty(metadata: JsonObject): void {
  const { managedFields } = metadata;
  dropEmptyMetadata(metadata);
  if (managedFields !== undefined) {
    metadata.managedFields = managedFields;
  }
}

function ownObject(write: Write): ManagedFieldsEntry[] | Promise<ManagedFieldsEntry[]> {
  const { resource, subresource, live, object } = write;
  const { semantics } = write.context.services;
  const work = updateSteps(live?.object, object, {
    kind: fieldsOf(resource, subresource, { semantics, inSlices: write.context.leave !== undefined }),
    manager: managerOf(write),
    now: timeOf(write),
    subresource,
    empty: resource.dialect.writing.emptyObject(resource),
  });
  return withGivenEmpty(object, () => runWithConversions(write, work));
}

/** Updates managedFields for a write of replicas through the Scale, which has fields and owners of its own. */
function ownReplicas(write: Write, paths: ScalePaths): ManagedFieldsEntry[] {
  const { resource, live, object } = write;
  const entries = managedFieldsOf(live?.object.metadata);
  const replicasPath = replicasPathOf(resource);
  const before = viewScale(paths, live?.object ?? {}).scale;
  setManagedFields(before, toScaleEntries(entries, replicasPath));
  const scaleEntries = update(before, viewScale(paths, object).scale, {
    kind: scaleFields,
    manager: managerOf(write),
    now: timeOf(write),
    subresource: "scale",
  });
  return fromScaleEntries({ entries, scaleEntries, replicasPath, apiVersion: apiVersionOf(resource) });
}

function managedFieldsOf(metadata: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(metadata) ? metadata.managedFields : undefined;
}
