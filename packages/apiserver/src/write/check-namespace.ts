import { metadataOf, statusForbidden } from "@kiln/api";
import { groupResourceOf } from "@kiln/kinds";
import type { Step } from "./write.ts";

/** Rejects new objects if their CRD is terminating, or if NamespaceLifecycle denies their namespace. */
export const checkNamespace: Step = ({ context, resource, live, namespace, object }) => {
  if (live !== undefined) {
    return undefined;
  }
  const { name, generateName } = metadataOf(object);
  if (resource.serving.isTerminating === true) {
    const why = "create not allowed while custom resource definition is terminating";
    throw statusForbidden(groupResourceOf(resource), String(name ?? ""), why);
  }
  if (!resource.isNamespaced) {
    return undefined;
  }
  // Kubernetes: the error names the prefix, since the name is not generated yet (namespace/lifecycle/admission.go
  // Admit, v1.36).
  const place = { resource, namespace, name: String(name || generateName || "Unknown") };
  for (const plugin of context.services.plugins) {
    plugin.checkNamespace?.(context.services.admission, place);
  }
  return undefined;
};
