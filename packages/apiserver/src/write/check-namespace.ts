import { statusForbidden, statusNamespaceTerminating, statusNotFound } from "@kiln/api";
import { groupResourceOf } from "../resources/resource.ts";
import { metadataOf, type Step } from "./write.ts";

/** Objects are created only where they can stay: neither their kind nor their namespace may be on its way out. */
export const checkNamespace: Step = ({ context, resource, live, namespace, object }) => {
  if (live !== undefined) {
    return undefined;
  }
  const name = String(metadataOf(object).name ?? "");
  if (resource.isTerminating === true) {
    const why = "create not allowed while custom resource definition is terminating";
    throw statusForbidden(groupResourceOf(resource), name, why);
  }
  if (!resource.isNamespaced) {
    return undefined;
  }
  const found = context.services.namespaces.find(namespace);
  if (found === undefined) {
    throw statusNotFound({ group: "", resource: "namespaces" }, namespace);
  }
  if (found.isTerminating) {
    // Kubernetes: the name is not generated yet, so its prefix has to do.
    const called = name || String(metadataOf(object).generateName ?? "") || "Unknown";
    throw statusNamespaceTerminating(groupResourceOf(resource), called, namespace);
  }
  return undefined;
};
