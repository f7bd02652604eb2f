import { deepEqual, type JsonObject, type JsonValue, printTime } from "@kiln/api";
import type { Entry } from "@kiln/store";
import type { Resource } from "../resources/resource.ts";
import type { Services } from "../services.ts";
import { decodeStoredJson } from "../stored-json.ts";
import { closeStoredValue, encodeObject, openStoredValue, parseHead } from "../stored-value.ts";
import { asDefinition, type Definition, type DefinitionStatus } from "./definition.ts";
import type { Claim } from "./name-claims.ts";
import { settleStatus } from "./settle-status.ts";

export const DEFINITION_PREFIX = "/registry/apiextensions.k8s.io/customresourcedefinitions/";

/**
 * Queues the status that a definition should have, if it has another. Called in the turn in which the definition was
 * queued, so that both land in one commit: its kind is served when its creation is answered. Names that this sets free
 * go to whoever waits for them. Never throws.
 */
export function settleDefinition(services: Services, key: string): void {
  const resource = definitionResource(services);
  const entry = services.store.peek(key);
  if (entry === undefined || resource === undefined) {
    return;
  }
  const object = readStoredDefinition(resource, entry.value);
  const definition = asDefinition(object);
  const status = settleStatus(definition, {
    held: heldNames(services, definition),
    now: printTime(services.clock.now()),
  });
  const before = services.nameClaims.find(definition.metadata.name);
  const claim = toClaim(definition, status);
  services.nameClaims.set(definition.metadata.name, claim);
  if (status !== definition.status) {
    object.status = status as unknown as JsonObject;
    replaceDefinition(services, entry, object);
  }
  if (before !== undefined && !isSame(before.accepted, claim.accepted)) {
    settleWaiting(services, claim.group, definition.metadata.name);
  }
}

/** Gives the other definitions of a group that wait for names another chance. */
export function settleWaiting(services: Services, group: string, except: string): void {
  for (const name of services.nameClaims.waiting(group)) {
    if (name !== except) {
      settleDefinition(services, DEFINITION_PREFIX + name);
    }
  }
}

/** Queues the object in place of the entry. A lost race is nothing: whoever won settles the definition in turn. */
export function replaceDefinition(services: Services, entry: Entry, object: JsonObject): void {
  const resource = definitionResource(services);
  const head = parseHead(openStoredValue(entry.value)) ?? { uid: "" };
  const value = closeStoredValue(encodeObject(object), head, resource?.storage.stamp ?? "");
  services.store.replace(entry.key, value, { revision: entry.revision }).catch((error: unknown) => {
    services.log.warn({ err: error, key: entry.key }, "the status of a definition could not be written");
  });
}

/** A tree of its own. */
export function readStoredDefinition(resource: Resource, value: Uint8Array): JsonObject {
  const stored = openStoredValue(value);
  const object = decodeStoredJson(stored.body);
  if (stored.stamp !== resource.storage.stamp) {
    resource.schema.prune(object, { isStored: true });
    resource.schema.setDefaults?.(object);
  }
  return object;
}

export function definitionResource({ registry }: Services): Resource | undefined {
  return registry.find("apiextensions.k8s.io", "v1", "customresourcedefinitions");
}

export function toClaim({ spec }: Definition, { acceptedNames }: DefinitionStatus): Claim {
  return { group: spec.group, accepted: acceptedNames, isWaiting: !isSame(spec.names, acceptedNames) };
}

/** What other definitions hold, and what built-in kinds of the same group are called. */
function heldNames({ nameClaims, registry }: Services, { spec: { group } }: Definition) {
  const builtIns = registry.ownedBy("").filter((resource) => resource.group === group);
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
