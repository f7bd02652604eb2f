import { metadataOf, statusConflict, statusNotFound } from "@kiln/api";
import { groupResourceOf, printRegistryKey } from "@kiln/kinds";
import type { Step, Write } from "./write.ts";

/** Checks that the stored object exists, unless the write may create it, and has the uid that an update sends. */
export const checkLive: Step = (write) => {
  if (write.operation === "create") {
    return undefined;
  }
  checkExistence(write);
  return undefined;
};

function checkExistence(write: Write): void {
  const { resource, context, live, operation, mayCreate } = write;
  if (live === undefined && !mayCreate) {
    throw statusNotFound(groupResourceOf(resource), context.info.name);
  }
  const uid = metadataOf(write.object).uid ?? "";
  const found = live === undefined ? "" : metadataOf(live.object).uid;
  // Kubernetes: a uid in a patch is no precondition; validation rejects its change (registry/rest/update.go
  // BeforeUpdate, v1.36).
  if (operation === "update" && uid !== "" && uid !== found) {
    throw uidConflict(write, String(uid), String(found));
  }
}

function uidConflict({ resource, context, namespace, options }: Write, uid: string, found: string): Error {
  const { name } = context.info;
  return statusConflict(
    groupResourceOf(resource),
    name,
    `StorageError: invalid object, Code: 4, Key: ${printRegistryKey(resource, { namespace, name, isDryRun: options.isDryRun })}, ResourceVersion: 0, ` +
      `AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${found}`,
  );
}
