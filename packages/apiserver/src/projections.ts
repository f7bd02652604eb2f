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
import type { EventBatch, Store } from "@kiln/store";
import { type Aggregation, API_SERVICE_PREFIX } from "./aggregation/aggregation.ts";
import type { DefinitionServices } from "./crd/definition-services.ts";
import { projectDefinition } from "./crd/project-definition.ts";
import { DEFINITION_PREFIX } from "./crd/stored-definition.ts";
import type { Heads } from "./request/heads.ts";

/** Parts of the server that follow commits. */
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
 * Loaded in this order at start. Adding one is a file and a line; all objects of its kind are then read before
 * readiness.
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

const byPrefix = new Map(projections.map((projection) => [projection.prefix, projection]));

/** Feeds the stored objects to the projections, as if they were committed now. */
export async function loadProjections(services: ProjectionServices): Promise<void> {
  for (const { prefix, apply } of projections) {
    for await (const slice of await services.store.range({ prefix })) {
      for (const entry of slice.entries) {
        applySafely(services, { apply, event: { ...entry, type: "create" } });
      }
    }
  }
}

/** Skips an object that a projection cannot decode, such as one that another program wrote to etcd. */
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

/** Called with every batch of commits, in order. */
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
