import type { JsonObject } from "@kiln/api";

/** Removes the fields from the metadata of a new object that only a deletion sets. */
export function dropDeletionFields(metadata: JsonObject): void {
  for (const key of ["selfLink", "deletionTimestamp", "deletionGracePeriodSeconds"]) {
    if (metadata[key] !== undefined) {
      delete metadata[key];
    }
  }
}
