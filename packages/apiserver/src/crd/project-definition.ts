import {
  asDefinition,
  createLifetime,
  type Definition,
  FIELD_MAP_ANNOTATION,
  hasTrueCondition,
  type Resource,
} from "@kiln/kinds";
import { MARKS_ANNOTATION } from "@kiln/schema";
import type { Entry, StoreEvent } from "@kiln/store";
import { isCleaningUp, prefixOf } from "./clean-up-definition.ts";
import { crdToResources } from "./crd-to-resources.ts";
import type { DefinitionServices } from "./definition-services.ts";
import { settleDefinition, settleWaiting, toClaim } from "./settle-definition.ts";
import { DEFINITION_PREFIX, definitionBytes, readStoredDefinition } from "./stored-definition.ts";

type DefinitionEvent = Pick<StoreEvent, "type" | "key" | "value" | "revision">;

/** Applies one event of the CRDs' prefix: the served resources follow it before the write is answered. */
export function projectDefinition(services: DefinitionServices, event: DefinitionEvent): void {
  const { registry, nameClaims, store } = services;
  const { key, value, revision } = event;
  const name = key.slice(DEFINITION_PREFIX.length);
  const isOutdated = (store.peek(key)?.revision ?? 0) > revision;
  if (isOutdated && event.type === "create") {
    // A new CRD is served once its status is committed.
    return;
  }
  const object = value === undefined ? undefined : readStoredDefinition(services, { key, value });
  if (value === undefined || object === undefined) {
    forgetDefinition(services, key);
    return;
  }
  const definition = asDefinition(object);
  // The stored CRD is newer than this event, and its status has claimed names: the old state must not revert that.
  if (!isOutdated) {
    nameClaims.set(name, toClaim(definition, definition.status));
  }
  if (isCleaningUp(definition)) {
    services.terminatingKinds.add(key, prefixOf(definition));
  }
  const bytes = definitionBytes(services, value, object);
  registry.replace(name, resourcesOf(services, definition, { value: bytes, revision }));
}

function forgetDefinition(services: DefinitionServices, key: string): void {
  const name = key.slice(DEFINITION_PREFIX.length);
  const group = services.nameClaims.find(name)?.group;
  for (const resource of services.registry.ownedBy(name)) {
    services.forget(resource);
  }
  services.registry.replace(name, []);
  services.nameClaims.set(name, undefined);
  services.terminatingKinds.remove(key);
  if (group !== undefined) {
    // Commit listeners must not write, so CRDs that wait for the released names are reconciled in a microtask.
    queueMicrotask(() => settleWaiting(services, group, name));
  }
}

/** Resumes work that an earlier run of the server left: names not accepted, custom resources not deleted. */
export function resumeDefinitions(services: DefinitionServices): void {
  const waiting = services.nameClaims.waiting().map((name) => DEFINITION_PREFIX + name);
  for (const key of new Set([...waiting, ...services.terminatingKinds.definitionKeys()])) {
    settleDefinition(services, key);
  }
}

function resourcesOf(
  services: DefinitionServices,
  definition: Definition,
  { value, revision }: Pick<Entry, "value" | "revision">,
): readonly Resource[] {
  const before = services.registry.ownedBy(definition.metadata.name);
  const key = servingKey(definition);
  const [kept] = before;
  if (kept?.serving.lifetime?.of === key) {
    const isTerminating = hasTrueCondition(definition, "Terminating");
    return before.map((resource) => ({ ...resource, serving: { ...resource.serving, isTerminating } }));
  }
  return crdToResources(definition, { services: services.compile, value, lifetime: createLifetime(key, revision) });
}

// Text that changes when open watches must end. Kubernetes: a change of the spec or of the accepted names ends open
// watches; one of conditions does not (apiserver/customresource_handler.go updateCustomResourceDefinition, v1.36).
// Unions and marks in annotations count as part of the spec.
function servingKey({ metadata, status }: Definition): string {
  const { uid = "", generation = 0 } = metadata as { uid?: string; generation?: number };
  const { [FIELD_MAP_ANNOTATION]: fieldMap = "", [MARKS_ANNOTATION]: marks = "" } = metadata.annotations ?? {};
  return `${uid}/${generation}/${JSON.stringify(status.acceptedNames)}${fieldMap}${marks}`;
}
