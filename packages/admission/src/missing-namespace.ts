import { checkPathSegmentName, type StatusError, statusInternalError, statusNotFound } from "@kiln/api";

/**
 * Error for an object in a namespace that does not exist. Kubernetes: the plugin fetches the namespace from the server
 * itself, and its client rejects a name that is not valid in a URL (client-go/rest/request.go Name, v1.36).
 */
export function missingNamespace(name: string): StatusError {
  const faults = checkPathSegmentName(name);
  return faults.length === 0
    ? statusNotFound({ group: "", resource: "namespaces" }, name)
    : statusInternalError(`invalid resource name ${JSON.stringify(name)}: [${faults.join(" ")}]`);
}
