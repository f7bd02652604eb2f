import { appendAll, deepCopy, type FieldError, type JsonObject, metadataOf, statusInvalid } from "@kiln/api";
import { ownUnions, setManagedFields } from "@kiln/apply";
import { apiVersionOf, convertObject, openObject, type Resource, toStoredVersion } from "@kiln/kinds";
import type { CompiledUnions } from "@kiln/schema";
import { ownerOf, timeOf } from "./field-owner.ts";
import { unionPartOf } from "./normalize-unions.ts";
import type { Step, Write } from "./write.ts";

/**
 * Marks and unions protect stored fields, whatever version a request uses. Rejects a change that the request's own
 * version allows. A conversion webhook is not called for this: its result is checked when the object is stored.
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

/** Warns of protected fields that the storage version lacks, and cannot keep. */
function warnOfLost({ resource, context }: Write, sent: JsonObject, next: JsonObject): void {
  const { protection, apiVersion } = resource.storage;
  const lost = protection?.carryOver?.()?.findLost(sent, next) ?? [];
  appendAll(
    context.warnings,
    lost.map((path) => `${path} was dropped, because the storage version ${apiVersion} does not have it`),
  );
}

/** True if the checks of the request's version do not cover everything that is stored. */
export function isProtected({ resource }: Write): boolean {
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

/** The stored object in the storage version; undefined if the write creates it. */
export function readStored({ resource, live }: Write): JsonObject | undefined | Promise<JsonObject> {
  if (live === undefined) {
    return undefined;
  }
  return toStoredVersion(resource, openObject(resource, live.stored));
}

/** Step between conversion to the storage version and its defaults. */
export function carryOver({ resource, live }: Write, stored: JsonObject | undefined): (next: JsonObject) => void {
  const carry = resource.storage.protection?.carryOver?.();
  return (next) => {
    if (live !== undefined && stored !== undefined) {
      // Copied: the stored object is checked against afterwards.
      carry?.carry({ stored: deepCopy(stored), shown: live.object, next });
    }
  };
}

/** Changes the object, which is in the storage version: unions keep one member. Throws a Status if it breaks a mark. */
export function checkStored(write: Write, next: JsonObject, old: JsonObject | undefined): void {
  const { resource, object } = write;
  const { storage } = resource;
  // If fields have the same paths, the unions of the request's version come first.
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

/** Changes the next object. */
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

/** Checks both objects in another version, if a field map converts them. */
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
