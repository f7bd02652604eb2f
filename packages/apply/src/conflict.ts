import { compareGoStrings, quoteGo, type StatusCause } from "@kiln/api";
import { type FieldManager, identify } from "./managed-fields.ts";
import { type FieldPath, printPath } from "./path-element.ts";

/** A field that a configuration would change, and that another manager owns. */
export interface Conflict {
  readonly owner: FieldManager;
  /** Path of the field, in the owner's version. */
  readonly path: FieldPath;
  /** Cause of the change, for a field that is not in the configuration. */
  readonly because?: string;
}

/** Maximum number of conflicts in the message of a 409, which counts the others. */
const MAX_NAMED = 100;

/** Owner as in messages: `"alice"`, or `"bob" with subresource "status" using apps/v1`. */
export function printOwner({ manager, operation, apiVersion, subresource }: FieldManager): string {
  const place = subresource === "" ? "" : ` with subresource ${quoteGo(subresource)}`;
  return `${quoteGo(manager)}${place}${operation === "Update" ? ` using ${apiVersion}` : ""}`;
}

/** Sorts conflicts by owner in Kubernetes' order, keeping the order of each owner's conflicts. */
export function sortConflicts(conflicts: readonly Conflict[]): Conflict[] {
  const keyed = conflicts.map((conflict) => ({ conflict, id: identify(conflict.owner) }));
  return keyed.sort((a, b) => compareGoStrings(a.id, b.id)).map(({ conflict }) => conflict);
}

/** All conflicts in one text, as in Kubernetes. */
export function printConflicts(conflicts: readonly Conflict[]): string {
  const [only] = conflicts;
  if (only !== undefined && conflicts.length === 1) {
    return `Apply failed with 1 conflict: conflict with ${printOwner(only.owner)}: ${printField(only)}`;
  }
  const lines: string[] = [];
  let last = "";
  for (const conflict of sortConflicts(conflicts).slice(0, MAX_NAMED)) {
    const id = identify(conflict.owner);
    if (id !== last) {
      lines.push(`conflicts with ${printOwner(conflict.owner)}:`);
      last = id;
    }
    lines.push(`- ${printField(conflict)}`);
  }
  if (conflicts.length > MAX_NAMED) {
    lines.push(`and ${conflicts.length - MAX_NAMED} more`);
  }
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join("\n")}`;
}

function printField({ path, because }: Conflict): string {
  return because === undefined ? printPath(path) : `${printPath(path)} (${because})`;
}

/** Causes of a 409, one for each conflict. */
export function toCauses(conflicts: readonly Conflict[]): StatusCause[] {
  return conflicts.map(({ owner, path, because }) => ({
    reason: "FieldManagerConflict",
    message: `conflict with ${printOwner(owner)}${because === undefined ? "" : `: ${because}`}`,
    field: printPath(path),
  }));
}
