import type { JsonObject } from "@kiln/api";
import { DELETE_OPTIONS, WATCH_EVENT } from "./schema-names.ts";

/**
 * Kubernetes: these kinds exist in every known group version, served or not (meta/v1/register.go AddToGroupVersion,
 * v1.36).
 */
const KINDS_EVERYWHERE: ReadonlySet<string> = new Set([DELETE_OPTIONS, WATCH_EVENT]);

/** Group versions that have these kinds, in the order in which documents list them. */
const GROUP_VERSIONS: readonly (readonly [group: string, versions: string])[] = [
  ["", "v1"],
  ["admission.k8s.io", "v1 v1beta1"],
  ["admissionregistration.k8s.io", "v1 v1alpha1 v1beta1"],
  ["apiextensions.k8s.io", "v1 v1beta1"],
  ["apiregistration.k8s.io", "v1 v1beta1"],
  ["apps", "v1 v1beta1 v1beta2"],
  ["authentication.k8s.io", "v1 v1alpha1 v1beta1"],
  ["authorization.k8s.io", "v1 v1beta1"],
  ["autoscaling", "v1 v2"],
  ["batch", "v1 v1beta1"],
  ["certificates.k8s.io", "v1 v1alpha1 v1beta1"],
  ["coordination.k8s.io", "v1 v1alpha2 v1beta1"],
  ["discovery.k8s.io", "v1 v1beta1"],
  ["events.k8s.io", "v1 v1beta1"],
  ["extensions", "v1beta1"],
  ["flowcontrol.apiserver.k8s.io", "v1 v1beta1 v1beta2 v1beta3"],
  ["imagepolicy.k8s.io", "v1alpha1"],
  ["internal.apiserver.k8s.io", "v1alpha1"],
  ["networking.k8s.io", "v1 v1beta1"],
  ["node.k8s.io", "v1 v1alpha1 v1beta1"],
  ["policy", "v1 v1beta1"],
  ["rbac.authorization.k8s.io", "v1 v1alpha1 v1beta1"],
  ["resource.k8s.io", "v1 v1alpha3 v1beta1 v1beta2"],
  ["scheduling.k8s.io", "v1 v1alpha2 v1beta1"],
  ["storage.k8s.io", "v1 v1alpha1 v1beta1"],
  ["storagemigration.k8s.io", "v1beta1"],
];

/**
 * Kubernetes: the apiextensions server does not include the kinds of the other servers
 * (apiextensions-apiserver/pkg/apiserver/apiserver.go Scheme, v1.36).
 */
const UNKNOWN_TO_CUSTOM: ReadonlySet<string> = new Set([
  "admission.k8s.io",
  "apiextensions.k8s.io",
  "apiregistration.k8s.io",
  "imagepolicy.k8s.io",
]);

/** Schema in the document of a group version, which lists these kinds only for that group version and for v1. */
export function withOwnKind(
  name: string,
  schema: JsonObject,
  { group, version }: { readonly group: string; readonly version: string },
): JsonObject {
  const own = [["", "v1"] as const, ...(group === "" ? [] : [[group, version] as const])];
  return withKinds(name, schema, own);
}

/**
 * Schema in the documents of custom resources or in the OpenAPI v2 document, which list these kinds for all group
 * versions.
 */
export function withAllKinds(name: string, schema: JsonObject, of: "custom" | "everything"): JsonObject {
  const known = GROUP_VERSIONS.filter(([group]) => of === "everything" || !UNKNOWN_TO_CUSTOM.has(group));
  return withKinds(name, schema, known);
}

function withKinds(name: string, schema: JsonObject, known: readonly (readonly [string, string])[]): JsonObject {
  if (!KINDS_EVERYWHERE.has(name)) {
    return schema;
  }
  const kind = name.slice(name.lastIndexOf(".") + 1);
  const kinds = known.flatMap(([group, versions]) => versions.split(" ").map((version) => ({ group, kind, version })));
  return { ...schema, "x-kubernetes-group-version-kind": kinds };
}
