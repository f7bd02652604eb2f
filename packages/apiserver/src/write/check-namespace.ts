import { statusNamespaceTerminating, statusNotFound } from "@kiln/api";
import { metadataOf, type Step } from "./write.ts";

/** Objects are created only in namespaces that exist and are not on their way out. */
export const checkNamespace: Step = ({ context, resource, operation, namespace, object }) => {
  if (operation !== "create" || !resource.isNamespaced) {
    return undefined;
  }
  const found = context.services.namespaces.find(namespace);
  if (found === undefined) {
    throw statusNotFound({ group: "", resource: "namespaces" }, namespace);
  }
  if (found.isTerminating) {
    const name = String(metadataOf(object).name ?? "");
    throw statusNamespaceTerminating({ group: resource.group, resource: resource.names.plural }, name, namespace);
  }
  return undefined;
};
