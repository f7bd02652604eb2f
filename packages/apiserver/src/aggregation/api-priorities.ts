/** Priority of a group in discovery, and of each of its versions. */
interface ApiPriority {
  readonly group: number;
  readonly versions: Readonly<Record<string, number>>;
}

/**
 * Kubernetes: priorities of the groups that a server serves itself, in their APIServices and in discovery
 * (controlplane/apiserver/aggregator.go DefaultGenericAPIServicePriorities, cmd/kube-apiserver/app/aggregator.go
 * apiVersionPriorities, v1.36). No APIService is made for apiregistration.k8s.io.
 */
export const API_PRIORITIES: ReadonlyMap<string, ApiPriority> = new Map([
  ["", { group: 18_000, versions: { v1: 1 } }],
  ["apiregistration.k8s.io", { group: 18_000, versions: {} }],
  ["apps", { group: 17_800, versions: { v1: 15 } }],
  ["events.k8s.io", { group: 17_750, versions: { v1: 15, v1beta1: 5 } }],
  ["authentication.k8s.io", { group: 17_700, versions: { v1: 15, v1beta1: 9, v1alpha1: 1 } }],
  ["authorization.k8s.io", { group: 17_600, versions: { v1: 15 } }],
  ["autoscaling", { group: 17_500, versions: { v1: 15, v2: 30 } }],
  ["batch", { group: 17_400, versions: { v1: 15 } }],
  ["certificates.k8s.io", { group: 17_300, versions: { v1: 15, v1beta1: 9, v1alpha1: 1 } }],
  ["networking.k8s.io", { group: 17_200, versions: { v1: 15, v1beta1: 9 } }],
  ["policy", { group: 17_100, versions: { v1: 15, v1beta1: 9 } }],
  ["rbac.authorization.k8s.io", { group: 17_000, versions: { v1: 15 } }],
  ["storage.k8s.io", { group: 16_800, versions: { v1: 15, v1beta1: 9, v1alpha1: 1 } }],
  ["admissionregistration.k8s.io", { group: 16_700, versions: { v1: 15, v1beta1: 12, v1alpha1: 9 } }],
  // Priorities of Kubernetes 1.21, the last release that served v1beta1.
  ["apiextensions.k8s.io", { group: 16_700, versions: { v1: 15, v1beta1: 9 } }],
  ["scheduling.k8s.io", { group: 16_600, versions: { v1: 15, v1alpha2: 2 } }],
  ["coordination.k8s.io", { group: 16_500, versions: { v1: 15, v1beta1: 13, v1alpha2: 12 } }],
  ["node.k8s.io", { group: 16_300, versions: { v1: 15, v1beta1: 9, v1alpha1: 1 } }],
  ["discovery.k8s.io", { group: 16_200, versions: { v1: 15, v1beta1: 12 } }],
  ["resource.k8s.io", { group: 16_200, versions: { v1: 21, v1beta2: 15, v1beta1: 9, v1alpha3: 1 } }],
  ["flowcontrol.apiserver.k8s.io", { group: 16_100, versions: { v1: 21, v1beta3: 18, v1beta2: 15, v1beta1: 12 } }],
  ["internal.apiserver.k8s.io", { group: 16_000, versions: { v1alpha1: 9 } }],
  ["storagemigration.k8s.io", { group: 15_800, versions: { v1beta1: 9 } }],
]);

/** Priorities of the groups of CRDs. */
export const CUSTOM_PRIORITY: { readonly group: number; readonly version: number } = { group: 1000, version: 100 };
