import { deepCopy, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import { ownUnions, setManagedFields } from "@kiln/apply";
import { apiVersionOf } from "@kiln/kinds";
import type { CompiledUnions, UnionChange, UnionPart } from "@kiln/schema";
import { ownerOf, timeOf } from "./field-owner.ts";
import type { Step, Write } from "./write.ts";

/**
 * Normalizes the unions of the object: a union keeps the member that the client chose last. A client that sent another
 * member gets a warning. The field manager of the request owns fields set here. A patch that contradicts itself in a
 * union of a built-in kind is left to the rules of the kind, which reject it.
 */
export const normalizeUnions: Step = (write) => {
  const { resource, object, context, decoding } = write;
  const { unions } = resource.schema;
  if (unions === undefined || (decoding.sent !== undefined && unions.isContradicted(decoding.sent))) {
    return undefined;
  }
  const changes = normalizeOwned(write, unions);
  for (const { warning } of changes) {
    if (warning !== undefined) {
      context.warnings.push(warning);
    }
  }
  const type = changes.length === 0 ? undefined : resource.storage.typeOf(apiVersionOf(resource));
  if (type !== undefined) {
    setManagedFields(object, ownUnions(object, changes, { type, owner: ownerOf(write), now: timeOf(write) }));
  }
  return undefined;
};

/**
 * Normalizes the part of the object that the endpoint writes: the main endpoint all but status, the status endpoint
 * only status.
 */
function normalizeOwned(write: Write, unions: CompiledUnions): readonly UnionChange[] {
  const { object, live, subresource } = write;
  return subresource === "scale"
    ? normalizeScaled(write, unions)
    : unions.normalize(object, live?.object, unionPartOf(write));
}

/** Part of the object that the endpoint writes; undefined: the whole object. */
export function unionPartOf({ resource, live, subresource }: Write): UnionPart | undefined {
  if (live === undefined || !resource.subresources.hasStatus || subresource === "approval") {
    return undefined;
  }
  return subresource === "status" ? "status" : "rest";
}

/**
 * Sets discriminators of unions that have the replicas as a member. Other members are kept: a Scale that would clear
 * one is rejected by validation.
 */
function normalizeScaled({ resource, object, live }: Write, unions: CompiledUnions): readonly UnionChange[] {
  const path = resource.subresources.scale?.specReplicasPath.split(".").slice(1) ?? [];
  const changes = unions
    .normalize(deepCopy(object), live?.object)
    .filter(({ kind, location }) => kind === "set" && location.slice(0, -1).every((step, i) => step === path[i]));
  for (const { location, value } of changes) {
    setAt(object, location, value);
  }
  return changes;
}

function setAt(object: JsonObject, location: UnionChange["location"], value: JsonValue): void {
  let holder: JsonValue | undefined = object;
  for (const step of location.slice(0, -1)) {
    holder = isJsonObject(holder) ? holder[step] : undefined;
  }
  if (isJsonObject(holder)) {
    setOwn(holder, String(location.at(-1)), value);
  }
}
