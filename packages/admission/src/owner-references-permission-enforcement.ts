import { deepEqual, type JsonObject, objectAt, objectsAt, textAt } from "@kiln/api";
import { createKinds } from "@kiln/kinds";
import type { AdmissionAttributes, AdmissionPlugin } from "./admission-plugin.ts";
import { askAuthorizer, type Wish } from "./ask-authorizer.ts";
import { forbid } from "./forbid.ts";

/**
 * OwnerReferencesPermissionEnforcement: requires delete permission for changing owner references, and permission for
 * the owner's finalizers for setting blockOwnerDeletion.
 */
export const ownerReferencesPermissionEnforcement: AdmissionPlugin = {
  name: "OwnerReferencesPermissionEnforcement",
  isOffByDefault: true,
  handles: ({ operation, resource, subresource }) =>
    (operation === "CREATE" || operation === "UPDATE") &&
    // Kubernetes: the status and binding endpoints of a Pod cannot change owner references (gc/gc_admission.go
    // Validate, v1.36).
    !(resource.group === "" && resource.names.plural === "pods" && ["status", "binding"].includes(subresource)),
  validate(attributes) {
    const { object, oldObject } = attributes;
    return deepEqual([...ownersOf(object)], [...ownersOf(oldObject)]) ? undefined : checkOwners(attributes);
  },
};

function ownersOf(object: JsonObject | undefined): readonly JsonObject[] {
  return objectsAt(objectAt(object, "metadata"), "ownerReferences");
}

async function checkOwners(attributes: AdmissionAttributes): Promise<undefined> {
  const { resource, operation, namespace, subresource, name, object, oldObject } = attributes;
  if (operation !== "CREATE") {
    const { group, version, names } = resource;
    const wish = { verb: "delete", group, version, resource: names.plural, subresource, namespace, name };
    const { isAllowed, why } = await askAuthorizer(attributes, wish);
    if (!isAllowed) {
      throw forbid(attributes, `cannot set an ownerRef on a resource you can't delete: ${why}`);
    }
  }
  const before = new Set(
    ownersOf(oldObject)
      .filter(isBlocking)
      .map(({ uid }) => uid),
  );
  const blocking = ownersOf(object).filter((owner) => isBlocking(owner) && !before.has(owner.uid));
  if (blocking.length > 0) {
    await checkBlocking(attributes, blocking);
  }
  return undefined;
}

function isBlocking({ blockOwnerDeletion }: JsonObject): boolean {
  return blockOwnerDeletion === true;
}

async function checkBlocking(attributes: AdmissionAttributes, owners: readonly JsonObject[]): Promise<void> {
  const anything = { verb: "update", group: "*", version: "*", resource: "*", subresource: "finalizers", name: "*" };
  if ((await askAuthorizer(attributes, anything)).isAllowed) {
    return;
  }
  for (const owner of owners) {
    const { isAllowed, why } = await askAuthorizer(attributes, finalizing(attributes, owner));
    if (!isAllowed) {
      const start =
        "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on";
      throw forbid(attributes, `${start}: ${why}`);
    }
  }
}

function finalizing(attributes: AdmissionAttributes, owner: JsonObject): Wish {
  const [apiVersion, kind] = [textAt(owner, "apiVersion"), textAt(owner, "kind")];
  const found = createKinds(attributes.services.registry).find(apiVersion, kind);
  if (found === undefined) {
    const where = `APIVersion ${apiVersion} Kind ${kind}`;
    const why = `no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`;
    throw forbid(
      attributes,
      `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for ${where}: ${why}`,
    );
  }
  return {
    verb: "update",
    group: found.group,
    version: found.version,
    resource: found.names.plural,
    subresource: "finalizers",
    name: textAt(owner, "name"),
    ...(found.isNamespaced ? { namespace: attributes.namespace } : {}),
  };
}
