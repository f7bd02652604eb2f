import { appendAll, deepCopy, type FieldError, type JsonObject, metadataOf, statusInvalid } from "@kiln/api";
import { ownUnions, setManagedFields } from "@kiln/apply";
import { apiVersionOf, convertObject, openObject, type Resource, toStoredVersion } from "@kiln/kinds";
import type { CompiledUnions } from "@kiln/schema";
import { ownerOf, timeOf } from "./field-owner.ts";
import { unionPartOf } from "./normalize-unions.ts";
import type { Step, Write } from "./write.ts";

/**
 * Rejects a change that the marks or unions of the storage version forbid and the request's own version allows. A
 * conversion webhook is not called for this: its result is checked when the object is stored.
 */
export const protectStored: Step = (write) => {
  const { resource } = write;
  if (!isProtected(write) || resource.storage.convertRemotely !== undefined) {
    return undefined;
  }
  const old = readStored(write) as JsonObject | undefined;
  const carry = carryOver(write, old);
  let sent: JsonObject = {};
  const next = toStoredVersion(resource, deepCopy(write.object), (converted) => {
    sent = deepCopy(converted);
    carry(converted);
  }) as JsonObject;
  warnOfLost(write, sent, next);
  checkStored(write, next, old);
  return undefined;
};

/** Warns about protected fields that get lost, because the storage version lacks them. */
function warnOfLost({ resource, context }: Write, sent: JsonObject, next: JsonObject): void {
  const { protection, apiVersion } = resource.storage;
  const lost = protection?.carryOver?.()?.findLost(sent, next) ?? [];
  appendAll(
    context.warnings,
    lost.map((path) => `${path} was dropped, because the storage version ${apiVersion} does not have it`),
  );
}

/** True if the checks of the request's version do not cover all stored fields. */
export function isProtected({ resource }: Pick<Write, "resource">): boolean {
  const { protection, apiVersion, schema } = resource.storage;
  if (protection === undefined) {
    return false;
  }
  if (apiVersionOf(resource) === apiVersion || protection.views().length > 0) {
    return protection.views().length > 0;
  }
  return protection.carryOver === undefined
    ? schema.mutability !== undefined || schema.unions !== undefined
    : protection.carryOver() !== undefined;
}

/** Stored object in the storage version; undefined if the write creates it. */
export function readStored({ resource, live }: Write): JsonObject | undefined | Promise<JsonObject> {
  if (live === undefined) {
    return undefined;
  }
  return toStoredVersion(resource, openObject(resource, live.stored));
}

/** Step between conversion to the storage version and its defaults, which restores protected fields. */
export function carryOver({ resource, live }: Write, stored: JsonObject | undefined): (next: JsonObject) => void {
  const carry = resource.storage.protection?.carryOver?.();
  return (next) => {
    if (live !== undefined && stored !== undefined) {
      // A copy, because the stored object is needed for a later comparison.
      carry?.carry({ stored: deepCopy(stored), shown: live.object, next });
    }
  };
}

/**
 * Normalizes the unions of the object, which is in the storage version, and throws a Status if it violates a mark or
 * union.
 */
export function checkStored(write: Write, next: JsonObject, old: JsonObject | undefined): void {
  const { resource, object } = write;
  const { storage } = resource;
  // If fields have the same paths, the unions of the request's version take precedence.
  const unions = storage.protection?.carryOver === undefined ? storage.schema.unions : resource.schema.unions;
  if (unions !== undefined && apiVersionOf(resource) !== storage.apiVersion) {
    normalizeStored(write, unions, { next, old });
  }
  const errors = [
    ...(old === undefined ? [] : (storage.schema.mutability?.(old, next) ?? [])),
    ...(unions?.check(next, old).errors ?? []),
    ...(storage.protection?.views() ?? []).flatMap((view) => checkView(resource, view, { next, old })),
  ];
  if (errors.length > 0) {
    const where = ` (in the storage version ${storage.apiVersion} of the object)`;
    const explained = errors.map((error) => ({ ...error, detail: `${error.detail}${where}` }));
    throw statusInvalid(
      { group: resource.group, kind: resource.names.kind },
      String(metadataOf(object).name),
      explained,
    );
  }
}

interface Change {
  readonly next: JsonObject;
  readonly old: JsonObject | undefined;
}

/** Normalizes the unions of the new object and sets their owners. */
function normalizeStored(write: Write, unions: CompiledUnions, { next, old }: Change): void {
  const { resource, context, subresource } = write;
  const { storage } = resource;
  const changes = subresource === "scale" ? [] : unions.normalize(next, old, unionPartOf(write));
  const said = new Set(context.warnings);
  appendAll(
    context.warnings,
    changes.flatMap(({ warning }) => (warning === undefined || said.has(warning) ? [] : [warning])),
  );
  const type = changes.length === 0 ? undefined : storage.typeOf(storage.apiVersion);
  if (type !== undefined) {
    const owner = { ...ownerOf(write), apiVersion: storage.apiVersion };
    setManagedFields(next, ownUnions(next, changes, { type, owner, now: timeOf(write) }));
  }
}

/** Validates old and new object in another version to which a field map converts them. */
function checkView(resource: Resource, apiVersion: string, { next, old }: Change): FieldError[] {
  const schema = resource.storage.schemas?.get(apiVersion);
  if (schema === undefined || apiVersion === apiVersionOf(resource)) {
    return [];
  }
  const show = (object: JsonObject) => {
    const shown = convertObject(resource, deepCopy(object), apiVersion);
    schema.prune(shown, { isStored: true });
    return shown;
  };
  const [after, before] = [show(next), old && show(old)];
  const errors = [
    ...(before === undefined ? [] : (schema.mutability?.(before, after) ?? [])),
    ...(schema.unions?.check(after, before).errors ?? []),
  ];
  return errors.map((error) => ({ ...error, detail: `${error.detail} (as ${apiVersion} shows it)` }));
}
