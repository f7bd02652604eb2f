import { metadataOf, statusBadRequest } from "@kiln/api";
import { apiVersionOf } from "@kiln/kinds";
import type { Step, Write } from "./write.ts";
import { wrongVersion } from "./wrong-version.ts";

/**
 * Checks that the object has the version, namespace and name of the path, and sets its namespace. Kubernetes: a version
 * changed by a patch is left to validation (handlers/patch.go patchResource, v1.36).
 */
export const checkIdentity: Step = (write) => {
  if (write.operation !== "patch") {
    checkVersion(write);
  }
  matchNamespace(write);
  if (write.operation !== "create") {
    checkName(write);
  }
  return undefined;
};

function checkVersion({ resource, object }: Write): void {
  const given = String(object.apiVersion ?? "");
  const expected = apiVersionOf(resource);
  if (given !== expected) {
    throw wrongVersion(given, expected);
  }
}

/** Sets the namespace of the path in a namespaced object that has none. */
export function matchNamespace({ resource, object, namespace }: Write): void {
  const metadata = metadataOf(object);
  if (!resource.isNamespaced) {
    delete metadata.namespace;
  } else if ((metadata.namespace ?? "") === "") {
    metadata.namespace = namespace;
  } else if (metadata.namespace !== namespace) {
    throw statusBadRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
}

function checkName({ context, object }: Write): void {
  const name = metadataOf(object).name ?? "";
  const wanted = context.info.name;
  if (name === "") {
    throw statusBadRequest(`the name of the object (${wanted} based on URL) was undeterminable: name must be provided`);
  }
  if (name !== wanted) {
    throw statusBadRequest(`the name of the object (${String(name)}) does not match the name on the URL (${wanted})`);
  }
}
