import { type RbacPolicy, rbacPrefixes } from "@kiln/access";
import { type AdmissionServices, policyProjections, webhookProjections } from "@kiln/admission";
import { kindPrefix, type Logger } from "@kiln/api";
import {
  FLOW_PREFIXES,
  type FlowProjection,
  IP_ADDRESS_PREFIX,
  NAMESPACE_PREFIX,
  type ProjectedEvent,
  type Projection,
  SERVICE_PREFIX,
  SETTING_PREFIXES,
  type ServiceNumbers,
} from "@kiln/kinds";
import { createSelection, type Entry, type EventBatch, type Selection, type Store, selectEach } from "@kiln/store";
import { type Aggregation, API_SERVICE_PREFIX } from "./aggregation/aggregation.ts";
import type { DefinitionServices } from "./crd/definition-services.ts";
import { projectDefinition } from "./crd/project-definition.ts";
import { DEFINITION_PREFIX } from "./crd/stored-definition.ts";
import type { Heads } from "./request/heads.ts";

/** Parts of the server that are updated by commits. */
export interface ProjectionServices {
  readonly store: Store;
  readonly log: Logger;
  readonly heads: Heads;
  readonly admission: AdmissionServices;
  readonly definitions: DefinitionServices;
  readonly flows: FlowProjection;
  readonly rbac: RbacPolicy;
  readonly serviceNumbers: ServiceNumbers;
  readonly aggregation: Aggregation;
}

type ServerProjection = Projection<ProjectionServices>;

/**
 * Projections in the order in which they are loaded at start. All objects of their kinds are read before the server is
 * ready. A new projection is a file and a line here.
 */
export const projections: readonly ServerProjection[] = [
  { prefix: NAMESPACE_PREFIX, apply: ({ admission }, event) => admission.namespaces.apply(event) },
  { prefix: DEFINITION_PREFIX, apply: ({ definitions }, event) => projectDefinition(definitions, event) },
  ...Object.values(SETTING_PREFIXES).map(
    (prefix): ServerProjection => ({ prefix, apply: ({ admission }, event) => admission.settings.apply(event) }),
  ),
  ...FLOW_PREFIXES.map((prefix): ServerProjection => ({ prefix, apply: ({ flows }, event) => flows.apply(event) })),
  ...rbacPrefixes.map((prefix): ServerProjection => ({ prefix, apply: ({ rbac }, event) => rbac.apply(event) })),
  ...[SERVICE_PREFIX, IP_ADDRESS_PREFIX].map(
    (prefix): ServerProjection => ({ prefix, apply: ({ serviceNumbers }, event) => serviceNumbers.apply(event) }),
  ),
  { prefix: API_SERVICE_PREFIX, apply: ({ aggregation }, event) => aggregation.apply(event) },
  ...[...policyProjections, ...webhookProjections].map(
    ({ prefix, apply }): ServerProjection => ({ prefix, apply: ({ admission }, event) => apply(admission, event) }),
  ),
];

/** Stored objects of each projection: forks share the lists of objects that they start with. */
const selections: readonly Selection<Entry>[] = projections.map(({ prefix }) =>
  createSelection(prefix, (entry) => entry),
);

const byPrefix = new Map(projections.map((projection) => [projection.prefix, projection]));

/** Whether parts of the server follow the objects below the prefix. */
export function isProjected(prefix: string): boolean {
  return byPrefix.has(prefix);
}

/** Passes the stored objects to the projections as if each had just been committed. */
export async function loadProjections(services: ProjectionServices): Promise<void> {
  for (const [i, { apply }] of projections.entries()) {
    const waiting = selectEach(services.store, selections[i] as Selection<Entry>, ({ key, value, revision }) =>
      applySafely(services, { apply, event: { type: "create", key, value, revision } }),
    );
    if (waiting !== undefined) {
      await waiting;
    }
  }
}

/**
 * Applies an event; skips an object that the projection cannot decode, such as one that another program wrote to etcd.
 */
function applySafely(
  services: ProjectionServices,
  { apply, event }: { readonly apply: ServerProjection["apply"]; readonly event: ProjectedEvent },
): void {
  try {
    apply(services, event);
  } catch (error) {
    services.log.error({ err: error, key: event.key }, `stored object ignored: ${event.key}: it cannot be decoded`);
  }
}

/** Applies a batch of commits to the projections. Called for every batch, in order. */
export function project(services: ProjectionServices, batch: EventBatch): void {
  services.heads.apply(batch);
  for (const event of batch.events) {
    const apply = byPrefix.get(kindPrefix(event.key))?.apply;
    if (apply !== undefined) {
      applySafely(services, { apply, event });
    }
    if (event.type === "delete") {
      services.definitions.terminatingKinds.touch(event.key);
    }
  }
}
