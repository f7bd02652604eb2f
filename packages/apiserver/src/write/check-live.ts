import { invalid, statusConflict, statusFromPlainError, statusInvalid, statusNotFound } from "@kiln/api";
import { groupResourceOf, storeKey } from "../resources/resource.ts";
import { metadataOf, type Step, type Write } from "./write.ts";

/**
 * What an update or patch expects of the stored object: that it is there, that it is the same one, and that nobody
 * changed it since the client read it.
 */
export const checkLive: Step = (write) => {
  if (write.operation === "create") {
    return undefined;
  }
  checkExistence(write);
  if (write.live !== undefined) {
    checkResourceVersion(write, write.live.revision);
  }
  return undefined;
};

function checkExistence(write: Write): void {
  const { resource, context, live, operation, mayCreate } = write;
  if (live === undefined && !mayCreate) {
    throw statusNotFound(groupResourceOf(resource), context.info.name);
  }
  const uid = metadataOf(write.object).uid ?? "";
  const found = live === undefined ? "" : metadataOf(live.object).uid;
  // Kubernetes: a uid in a patch is no precondition; validation sees that it changed.
  if (operation === "update" && uid !== "" && uid !== found) {
    throw uidConflict(write, String(uid), String(found));
  }
}

function uidConflict({ resource, context, namespace }: Write, uid: string, found: string): Error {
  const { name } = context.info;
  return statusConflict(
    groupResourceOf(resource),
    name,
    `StorageError: invalid object, Code: 4, Key: ${storeKey(resource, namespace, name)}, ResourceVersion: 0, ` +
      `AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${found}`,
  );
}

/** Changes the object: it names the stored version, also if the client named none and the kind allows that. */
function checkResourceVersion({ resource, context, object }: Write, revision: number): void {
  const metadata = metadataOf(object);
  const version = parseVersion(String(metadata.resourceVersion ?? ""));
  if (version === 0n) {
    if (!resource.allowsUnconditionalUpdate) {
      // Kubernetes: names the plural as the kind.
      const kind = { group: resource.group, kind: resource.names.plural };
      const error = invalid("metadata.resourceVersion", 0, "must be specified for an update");
      throw statusInvalid(kind, context.info.name, [error]);
    }
  } else if (version !== BigInt(revision)) {
    throw statusConflict(
      groupResourceOf(resource),
      context.info.name,
      "the object has been modified; please apply your changes to the latest version and try again",
    );
  }
  metadata.resourceVersion = String(revision);
}

const MAX_UINT64 = 2n ** 64n - 1n;

function parseVersion(text: string): bigint {
  if (text === "") {
    return 0n;
  }
  const version = /^[0-9]+$/.test(text) ? BigInt(text) : undefined;
  if (version === undefined || version > MAX_UINT64) {
    const why = version === undefined ? "invalid syntax" : "value out of range";
    throw statusFromPlainError(`strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why}`);
  }
  return version;
}
