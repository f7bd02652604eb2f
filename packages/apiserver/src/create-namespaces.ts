import { printTime } from "@kiln/api";
import {
  type KindServices,
  NAMESPACE_PREFIX,
  type NamespaceProjection,
  removeIfUnreadable,
  SERVER_ACTOR,
  toStoredValue,
} from "@kiln/kinds";
import { isStoreError } from "@kiln/store";

const SYSTEM_NAMESPACES = ["default", "kube-node-lease", "kube-public", "kube-system"] as const;

interface NamespaceServices extends KindServices {
  readonly namespaces: NamespaceProjection;
}

/** Creates the four namespaces that every cluster has, unless they exist. */
export async function createNamespaces(services: NamespaceServices): Promise<void> {
  await Promise.all(
    SYSTEM_NAMESPACES.filter((name) => !services.namespaces.find(name)).map((name) => create(services, name)),
  );
}

async function create(services: NamespaceServices, name: string): Promise<void> {
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
  resource.strategy.prepareCreate?.(object, { services, user: SERVER_ACTOR.user });
  const value = toStoredValue(resource, object);
  try {
    await removeIfUnreadable(services, NAMESPACE_PREFIX + name);
    await store.create(NAMESPACE_PREFIX + name, value);
  } catch (error) {
    // Another server on the same store has created the namespace.
    if (!isStoreError(error, "key-exists")) {
      throw error;
    }
  }
}
