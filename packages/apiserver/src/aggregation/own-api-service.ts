import type { JsonObject } from "@kiln/api";
import { type Registry, readHead, type ServedVersion } from "@kiln/kinds";

export const REGISTRATION_GROUP = "apiregistration.k8s.io";

/**
 * Kubernetes: label with the way the server manages an APIService: of a built-in group version as of its start, of a
 * CRD always; without the label it belongs to users (autoregister_controller.go checkAPIService, v1.36).
 */
export const MANAGED = "kube-aggregator.kubernetes.io/automanaged";
export const ON_START = "onstart";
export const ALWAYS = "true";

/** Value of the label, from the metadata of a stored APIService. */
export function managedBy(value: Uint8Array): string | undefined {
  return readHead(value)?.labels?.[MANAGED];
}

/** An APIService of a group version that this server serves itself. */
export function makeApiService(name: string, metadata: JsonObject, spec: JsonObject): JsonObject {
  return { apiVersion: `${REGISTRATION_GROUP}/v1`, kind: "APIService", metadata: { name, ...metadata }, spec };
}

/** Versions of a group that have only custom resources. */
export function customVersions(registry: Registry, group: string): string[] {
  return registry
    .versionsOf(group)
    .filter((served) => !hasBuiltInKind(served))
    .map(({ version }) => version);
}

export function hasBuiltInKind({ resources }: ServedVersion): boolean {
  return [...resources.values()].some(({ dialect }) => dialect.name !== "custom");
}
