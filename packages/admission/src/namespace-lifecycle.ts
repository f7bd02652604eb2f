import { statusNamespaceTerminating } from "@kiln/api";
import { groupResourceOf } from "@kiln/kinds";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { forbid } from "./forbid.ts";
import { missingNamespace } from "./missing-namespace.ts";

const UNDELETABLE: readonly string[] = ["default", "kube-system", "kube-public"];

/**
 * NamespaceLifecycle: denies creates in namespaces that are missing or terminating, and deletes of three system
 * namespaces.
 */
export const namespaceLifecycle: AdmissionPlugin = {
  name: "NamespaceLifecycle",
  handles: ({ operation, resource }) =>
    operation === "DELETE" && resource.group === "" && resource.names.plural === "namespaces",
  validate(attributes) {
    if (UNDELETABLE.includes(attributes.name)) {
      throw forbid(attributes, "this namespace may not be deleted");
    }
    return undefined;
  },
  checkNamespace(services, { resource, namespace, name }) {
    const found = services.namespaces.find(namespace);
    if (found === undefined) {
      throw missingNamespace(namespace);
    }
    if (found.isTerminating) {
      throw statusNamespaceTerminating(groupResourceOf(resource), name, namespace);
    }
  },
};
