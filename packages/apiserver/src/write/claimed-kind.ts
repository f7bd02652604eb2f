import type { GroupKind } from "@kiln/api";
import type { Write } from "./write.ts";

/** Group and kind for error messages. */
export function groupKindOf({ resource, object }: Pick<Write, "resource" | "object">): GroupKind {
  return resource.dialect.writing.claimedKind(resource, object);
}
