import { printTime } from "@kiln/api";
import { NAMESPACE_PREFIX, removeIfUnreadable, SERVER_ACTOR, toStoredValue } from "@kiln/kinds";
import { isStoreError } from "@kiln/store";
import { openContext } from "./server-writes/open-context.ts";
import type { Services } from "./services.ts";

const SYSTEM_NAMESPACES = ["default", "kube-node-lease", "kube-public", "kube-system"] as const;

/** The four namespaces that every cluster has; those that are missing are created. */
export async function createNamespaces(services: Services): Promise<void> {
  await Promise.all(
    SYSTEM_NAMESPACES.filter((name) => !services.namespaces.find(name)).map((name) => create(services, name)),
  );
}

async function create(services: Services, name: string): Promise<void> {
  const { store, registry, random, clock } = services;
  const resource = registry.find("", "v1", "namespaces");
  if (resource === undefined) {
    return;
  }
  const object = {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name, uid: random.uuid(), creationTimestamp: printTime(clock.now()) },
  };
  const place = { resource, namespace: "", name, verb: "create" };
  resource.strategy.prepareCreate?.(object, openContext(services, SERVER_ACTOR, place));
  const value = toStoredValue(resource, object);
  try {
    await removeIfUnreadable(services, NAMESPACE_PREFIX + name);
    await store.create(NAMESPACE_PREFIX + name, value);
  } catch (error) {
    // Another server on the same store was faster.
    if (!isStoreError(error, "key-exists")) {
      throw error;
    }
  }
}
