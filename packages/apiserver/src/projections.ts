import { rbacPrefixes } from "@kiln/access";
import { policyProjections, webhookProjections } from "@kiln/admission";
import { kindPrefix } from "@kiln/api";
import {
  FLOW_PREFIXES,
  IP_ADDRESS_PREFIX,
  NAMESPACE_PREFIX,
  type ProjectedEvent,
  type Projection,
  SERVICE_PREFIX,
  SETTING_PREFIXES,
} from "@kiln/kinds";
import type { EventBatch } from "@kiln/store";
import { API_SERVICE_PREFIX } from "./aggregation/aggregation.ts";
import { projectDefinition } from "./crd/project-definition.ts";
import { DEFINITION_PREFIX } from "./crd/stored-definition.ts";
import type { Services } from "./services.ts";

/** Loaded in this order at the start. Adding one is a file and a line; its kind is then read whole before readiness. */
export const projections: readonly Projection<Services>[] = [
  { prefix: NAMESPACE_PREFIX, apply: ({ namespaces }, event) => namespaces.apply(event) },
  { prefix: DEFINITION_PREFIX, apply: projectDefinition },
  ...Object.values(SETTING_PREFIXES).map(
    (prefix): Projection<Services> => ({ prefix, apply: ({ settings }, event) => settings.apply(event) }),
  ),
  ...FLOW_PREFIXES.map((prefix): Projection<Services> => ({ prefix, apply: ({ flows }, event) => flows.apply(event) })),
  ...rbacPrefixes.map((prefix): Projection<Services> => ({ prefix, apply: ({ rbac }, event) => rbac.apply(event) })),
  ...[SERVICE_PREFIX, IP_ADDRESS_PREFIX].map(
    (prefix): Projection<Services> => ({ prefix, apply: ({ serviceNumbers }, event) => serviceNumbers.apply(event) }),
  ),
  { prefix: API_SERVICE_PREFIX, apply: ({ aggregation }, event) => aggregation.apply(event) },
  ...policyProjections,
  ...webhookProjections,
];

const byPrefix = new Map(projections.map((projection) => [projection.prefix, projection]));

/** Feeds what the store holds to the projections, as if it were committed now. */
export async function loadProjections(services: Services): Promise<void> {
  for (const { prefix, apply } of projections) {
    for await (const slice of await services.store.range({ prefix })) {
      for (const entry of slice.entries) {
        applySafely(services, { apply, event: { ...entry, type: "create" } });
      }
    }
  }
}

/** An object that a projection does not understand, such as one that another program wrote to etcd, is passed over. */
function applySafely(
  services: Services,
  { apply, event }: { readonly apply: Projection<Services>["apply"]; readonly event: ProjectedEvent },
): void {
  try {
    apply(services, event);
  } catch (error) {
    services.log.error({ err: error, key: event.key }, `stored object ignored: ${event.key}: it cannot be decoded`);
  }
}

/** Takes every batch of commits, in order. */
export function project(services: Services, batch: EventBatch): void {
  services.heads.apply(batch);
  for (const event of batch.events) {
    const apply = byPrefix.get(kindPrefix(event.key))?.apply;
    if (apply !== undefined) {
      applySafely(services, { apply, event });
    }
    if (event.type === "delete") {
      services.terminatingKinds.touch(event.key);
    }
  }
}
