import { SERVER_ACTOR } from "@kiln/kinds";
import type { ControllerServices } from "./controller-services.ts";
import { ensureObject } from "./ensure-object.ts";

const GROUP = "scheduling.k8s.io";

const CLASSES: Readonly<Record<string, { readonly value: number; readonly description: string }>> = {
  "system-node-critical": {
    value: 2_000_001_000,
    description: "Used for system critical pods that must not be moved from their current node.",
  },
  "system-cluster-critical": {
    value: 2_000_000_000,
    description:
      "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.",
  },
};

/**
 * Creates the PriorityClasses that every cluster has: a Pod that names one of them is forbidden without it.
 * Kubernetes: kube-apiserver creates both when it starts (registry/scheduling/rest/storage_scheduling.go
 * AddSystemPriorityClasses, v1.36).
 */
export async function ensurePriorityClasses(services: ControllerServices): Promise<void> {
  const resource = services.registry.find(GROUP, "v1", "priorityclasses");
  for (const [name, fields] of resource === undefined ? [] : Object.entries(CLASSES)) {
    await ensureObject(services, SERVER_ACTOR, {
      place: { resource: resource as NonNullable<typeof resource>, namespace: "", name },
      make: () => ({ apiVersion: `${GROUP}/v1`, kind: "PriorityClass", metadata: {}, ...fields }),
    });
  }
}
