import { quoteGo, type StatusError, statusBadRequest, statusFromPlainError } from "@kiln/api";
import { printRegistryKey, type Resource, storeKey } from "@kiln/kinds";

/**
 * Key of the object at a path. Throws for names that no key can hold. Kubernetes: 400 for a name and 500 for a
 * namespace (registry/store.go NamespaceKeyFunc, etcd3/store.go prepareKey, v1.36).
 */
export function requestedKey(resource: Resource, namespace: string, name: string): string {
  const fault = findFault(name);
  if (fault !== undefined) {
    throw statusBadRequest(`Name parameter invalid: ${quoteGo(name)}: ${fault}`);
  }
  if (namespace === "." || namespace === "..") {
    throw invalidKey(resource, namespace, name);
  }
  return storeKey(resource, namespace, name);
}

/** Throws a 500 if the namespace of a list request is `.` or `..`, which store keys cannot contain. */
export function checkListedNamespace(resource: Resource, namespace: string): void {
  if (namespace === "." || namespace === "..") {
    throw invalidKey(resource, namespace, "");
  }
}

function invalidKey(resource: Resource, namespace: string, name: string): StatusError {
  const key = printRegistryKey(resource, { namespace, name, isDryRun: true });
  return statusFromPlainError(`invalid key: ${quoteGo(key.endsWith("/") ? key.slice(0, -1) : key)}`);
}

function findFault(name: string): string | undefined {
  if (name === "." || name === "..") {
    return `may not be '${name}'`;
  }
  return name.includes("%") ? "may not contain '%'" : undefined;
}
