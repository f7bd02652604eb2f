import { invalid, statusConflict, statusFromPlainError, statusInvalid } from "@kiln/api";
import { metadataOf, type Step, type Write } from "./write.ts";

/** Changes the object: what only the server may set is taken from the live object, or cleared for a new one. */
export const resetMetadata: Step = (write) => {
  if (write.live === undefined) {
    resetForCreate(write);
  } else {
    resetForUpdate(write);
  }
  return undefined;
};

function resetForCreate({ object }: Write): void {
  const metadata = metadataOf(object);
  const version = metadata.resourceVersion;
  // Kubernetes: only a version that could be one is refused; "0" and words are dropped without a sound.
  if (typeof version === "string" && /^[1-9][0-9]*$/.test(version)) {
    throw statusFromPlainError("resourceVersion should not be set on objects to be created");
  }
  for (const key of ["resourceVersion", "uid", "selfLink", "deletionTimestamp", "deletionGracePeriodSeconds"]) {
    delete metadata[key];
  }
}

function resetForUpdate(write: Write): void {
  const { object, resource, context } = write;
  const metadata = metadataOf(object);
  const old = metadataOf(write.live?.object ?? {});
  const version = metadata.resourceVersion ?? "";
  if (version === "" || version === "0") {
    if (!resource.allowsUnconditionalUpdate) {
      const kind = { group: resource.group, kind: resource.names.plural };
      throw statusInvalid(kind, context.info.name, [
        invalid("metadata.resourceVersion", 0, "must be specified for an update"),
      ]);
    }
  } else if (!/^[0-9]+$/.test(String(version))) {
    throw statusFromPlainError(`strconv.ParseUint: parsing "${String(version)}": invalid syntax`);
  } else if (version !== old.resourceVersion) {
    throw conflict(write);
  }
  delete metadata.selfLink;
  for (const key of ["creationTimestamp", "generation", "resourceVersion", "uid"]) {
    if (key === "uid" && metadata.uid !== undefined && metadata.uid !== "" && metadata.uid !== old.uid) {
      throw statusConflict(
        { group: resource.group, resource: resource.names.plural },
        context.info.name,
        `Precondition failed: UID in precondition: ${String(metadata.uid)}, UID in object meta: ${String(old.uid)}`,
      );
    }
    copyKey(old, metadata, key);
  }
}

function conflict({ resource, context }: Write): Error {
  return statusConflict(
    { group: resource.group, resource: resource.names.plural },
    context.info.name,
    "the object has been modified; please apply your changes to the latest version and try again",
  );
}

type Meta = ReturnType<typeof metadataOf>;

function copyKey(from: Meta, to: Meta, key: string): void {
  const value = from[key];
  if (value === undefined) {
    delete to[key];
  } else {
    to[key] = value;
  }
}
