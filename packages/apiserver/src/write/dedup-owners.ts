import { type JsonValue, metadataOf } from "@kiln/api";
import { type ElementId, identifyValue } from "@kiln/schema";
import type { Step } from "./write.ts";

/** Removes duplicate owner references from the object, with a warning to the client. */
export const dedupOwners: Step = ({ object, operation, context }) => {
  const metadata = metadataOf(object);
  const owners = metadata.ownerReferences;
  if (!Array.isArray(owners) || owners.length < 2) {
    return undefined;
  }
  const known = new Set<ElementId>();
  const kept: JsonValue[] = [];
  const duplicates: string[] = [];
  for (const owner of owners) {
    const id = identifyValue(owner);
    if (known.has(id)) {
      duplicates.push(String((owner as { uid?: JsonValue } | null)?.uid ?? ""));
    } else {
      known.add(id);
      kept.push(owner);
    }
  }
  if (duplicates.length > 0) {
    metadata.ownerReferences = kept;
    // Kubernetes: a patched object is checked only after mutating admission (handlers/rest.go
    // dedupOwnerReferencesAndAddWarning, v1.36).
    const when = operation === "patch" ? " after mutating admission happens" : "";
    context.warnings.push(
      `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and ` +
        `may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ` +
        duplicates.join(", "),
    );
  }
  return undefined;
};
