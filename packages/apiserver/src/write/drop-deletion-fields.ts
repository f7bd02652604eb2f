import type { JsonObject } from "@kiln/api";

/** Changes the metadata of a new object: drops fields that only a deletion sets. */
export function dropDeletionFields(metadata: JsonObject): void {
  for (const key of ["selfLink", "deletionTimestamp", "deletionGracePeriodSeconds"]) {
    if (metadata[key] !== undefined) {
      delete metadata[key];
    }
  }
}
