import { asText, deepEqual, type JsonObject, type JsonValue, type ManagedFieldsEntry, printTime } from "@kiln/api";
import { asDefinition, type Definition, type DefinitionStatus } from "@kiln/kinds";
import { isStoreError } from "@kiln/store";
import { cleanUpDefinition, isCleaningUp, startCleanUp } from "./clean-up-definition.ts";
import type { DefinitionServices } from "./definition-services.ts";
import type { Claim } from "./name-claims.ts";
import { ownStatus } from "./own-status.ts";
import { settleStatus } from "./settle-status.ts";
import { DEFINITION_PREFIX, definitionResource, readStoredDefinition, writeDefinition } from "./stored-definition.ts";

/**
 * Queues the status that a CRD should have, if it differs. Called in the turn in which the CRD was queued, so that both
 * are in one commit: the kind is served when the create is answered. CRDs that wait for released names get them. Never
 * throws: a failed write is retried by the queue of {@link reconcileDefinition}. `queued` saves reading the stored CRD;
 * it is not changed.
 */
export function settleDefinition(services: DefinitionServices, key: string, queued?: JsonObject): void {
  const settled = settle(services, key, queued);
  settled?.written?.catch((error: unknown) => {
    if (!isStoreError(error, "closed")) {
      services.log.info({ err: error, key }, "crd: failed to write status: retrying");
      services.definitionQueue.add(key);
    }
  });
  if (settled?.isTerminating === true) {
    services.terminatingKinds.start(key);
  }
}

const MAX_ATTEMPTS = 5;

/**
 * Reconciles the status of a CRD, and cleans up if it is being deleted. Throws if either must be retried later. A
 * conflict is retried at once: on etcd it may be with an own write that the mirror lacked, and the failed compare has
 * updated the mirror.
 */
export async function reconcileDefinition(services: DefinitionServices, key: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await reconcile(services, key);
    } catch (error) {
      const isLostRace = isStoreError(error, "revision-mismatch") || isStoreError(error, "key-not-found");
      if (!isLostRace || attempt === MAX_ATTEMPTS) {
        throw error;
      }
    }
  }
}

async function reconcile(services: DefinitionServices, key: string): Promise<void> {
  const settled = settle(services, key);
  await settled?.written;
  if (settled?.isTerminating === true) {
    await cleanUpDefinition(services, key);
  }
}

interface Settled {
  /** Write of the status; absent if it was correct. */
  readonly written: Promise<unknown> | undefined;
  readonly isTerminating: boolean;
}

function settle(services: DefinitionServices, key: string, queued?: JsonObject): Settled | undefined {
  const entry = services.store.peek(key);
  const known = queued ?? (entry === undefined ? undefined : readStoredDefinition(services, entry));
  if (entry === undefined || known === undefined) {
    return undefined;
  }
  const object = { ...known };
  const definition = asDefinition(object);
  const { name } = definition.metadata;
  const { status: given } = definition;
  const before = services.nameClaims.find(name);
  if (before !== undefined) {
    // Names removed from the status are released, so that this CRD or another can claim them.
    services.nameClaims.set(name, toClaim(definition, given));
  }
  const now = printTime(services.clock.now());
  const status = settleStatus(definition, heldNames(services, definition), now);
  object.status = status as unknown as JsonObject;
  if (isCleaningUp(definition)) {
    startCleanUp(object, services);
  }
  const claim = toClaim(definition, status);
  services.nameClaims.set(name, claim);
  let written: Promise<unknown> | undefined;
  if (!isSame(object.status, given)) {
    object.metadata = withStatusOwner(object, given, { services, now });
    written = writeDefinition(services, entry, object);
  }
  if (before !== undefined && !isSame(before.accepted, claim.accepted)) {
    settleWaiting(services, claim.group, name);
  }
  return { written, isTerminating: isCleaningUp(definition) };
}

/** Metadata in which the server owns its fields of the status. */
function withStatusOwner(
  object: JsonObject,
  before: DefinitionStatus,
  { services, now }: { readonly services: DefinitionServices; readonly now: string },
): JsonObject {
  const { managedFields: owned = [], ...metadata } = object.metadata as JsonObject;
  const typeOf = definitionResource(services)?.storage.typeOf;
  if (typeOf === undefined) {
    return metadata;
  }
  const managedFields = ownStatus(
    {
      apiVersion: asText(object.apiVersion),
      kind: asText(object.kind),
      owned: owned as unknown as ManagedFieldsEntry[],
      before,
      after: asDefinition(object).status,
      now,
    },
    typeOf,
  );
  return managedFields.length === 0 ? metadata : { ...metadata, managedFields: managedFields as JsonValue };
}

/** Retries the other CRDs of a group that wait for names. */
export function settleWaiting(services: DefinitionServices, group: string, except: string): void {
  for (const name of services.nameClaims.waiting(group)) {
    if (name !== except) {
      settleDefinition(services, DEFINITION_PREFIX + name);
    }
  }
}

export function toClaim({ spec }: Definition, { acceptedNames }: DefinitionStatus): Claim {
  return { group: spec.group, accepted: acceptedNames, isWaiting: !isSame(spec.names, acceptedNames) };
}

/** Names held by other CRDs and by built-in kinds of the same group. */
function heldNames({ nameClaims, registry }: DefinitionServices, { spec: { group } }: Definition) {
  const builtIns = registry.hasBuiltIn(group)
    ? registry.ownedBy("").filter((resource) => resource.group === group)
    : [];
  return {
    hasResource: (name: string) =>
      nameClaims.hasResource(group, name) ||
      builtIns.some(({ names }) => [names.plural, names.singular, ...names.shortNames].includes(name)),
    hasKind: (kind: string) =>
      nameClaims.hasKind(group, kind) || builtIns.some(({ names }) => [names.kind, names.listKind].includes(kind)),
  };
}

function isSame(a: object, b: object): boolean {
  return deepEqual(a as JsonValue, b as JsonValue);
}
