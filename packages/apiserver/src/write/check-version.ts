import { invalid, metadataOf, statusConflict, statusFromPlainError, statusInvalid } from "@kiln/api";
import { groupResourceOf } from "@kiln/kinds";
import type { Step } from "./write.ts";

/**
 * Checks that the stored object has not changed since the client read it. Sets the stored resourceVersion in the
 * object, also if the client sent none and the kind allows that.
 */
export const checkVersion: Step = ({ resource, context, object, live }) => {
  if (live === undefined) {
    return undefined;
  }
  const metadata = metadataOf(object);
  const version = parseVersion(String(metadata.resourceVersion ?? ""));
  if (version === 0n) {
    if (!resource.writing.allowsUnconditionalUpdate) {
      // Kubernetes: the error has the plural as the kind (registry/generic/registry/store.go Update, v1.36).
      const kind = { group: resource.group, kind: resource.names.plural };
      const error = invalid("metadata.resourceVersion", 0, "must be specified for an update");
      throw statusInvalid(kind, context.info.name, [error]);
    }
  } else if (version !== BigInt(live.revision)) {
    throw statusConflict(
      groupResourceOf(resource),
      context.info.name,
      "the object has been modified; please apply your changes to the latest version and try again",
    );
  }
  metadata.resourceVersion = String(live.revision);
  return undefined;
};

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
