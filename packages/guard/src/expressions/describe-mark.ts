import type { Union } from "@kiln/schema";
import type { MarkRule } from "./mark-rules.ts";

const RECREATE = "delete the object and create it again";

/** Error message for an update that violates an immutability mark. CEL cannot print the value. */
export function describeMark({ place, mark, keyword }: Pick<MarkRule, "place" | "mark" | "keyword">): string {
  return `${place} is marked ${keyword}: ${mark}; ${keyword === "x-kubernetes-mutability" ? FIELDS[mark] : KEYS[mark]}`;
}

const FIELDS: Readonly<Record<MarkRule["mark"], string>> = {
  Immutable: `${RECREATE} to change it`,
  AddOnly: `it may be set once and then stays; ${RECREATE} to change it`,
  RemoveOnly: `it may only be removed, or ${RECREATE}`,
};

const KEYS: Readonly<Record<MarkRule["mark"], string>> = {
  Immutable: `nothing in it may be added or removed; ${RECREATE}`,
  AddOnly: "what is in it may not be removed",
  RemoveOnly: "nothing may be added to it",
};

export function describeUnion({ place, union }: { readonly place: string; readonly union: Union }): string {
  const at = place === "" ? "" : `${place}: `;
  const wayOut =
    union.discriminator === undefined ? "send only one of them" : `name the one to keep in ${union.discriminator}`;
  return `${at}at most one of ${[...union.members.keys()].join(", ")} may be set: ${wayOut}`;
}
