/**
 * Kubernetes: discovery lists groups by these priorities, highest first, then by name; kubectl takes the first group
 * with a resource's short name (controlplane/apiserver/aggregator.go DefaultGenericAPIServicePriorities, v1.36).
 */
const WEIGHTS: Readonly<Record<string, number>> = {
  "apiregistration.k8s.io": 18000,
  apps: 17800,
  "events.k8s.io": 17750,
  "authentication.k8s.io": 17700,
  "authorization.k8s.io": 17600,
  autoscaling: 17500,
  batch: 17400,
  "certificates.k8s.io": 17300,
  "networking.k8s.io": 17200,
  policy: 17100,
  "rbac.authorization.k8s.io": 17000,
  "storage.k8s.io": 16800,
  "admissionregistration.k8s.io": 16700,
  "apiextensions.k8s.io": 16700,
  "scheduling.k8s.io": 16600,
  "coordination.k8s.io": 16500,
  "node.k8s.io": 16300,
  "discovery.k8s.io": 16200,
  "resource.k8s.io": 16200,
  "flowcontrol.apiserver.k8s.io": 16100,
  "internal.apiserver.k8s.io": 16000,
  "storagemigration.k8s.io": 15800,
};

const CUSTOM_WEIGHT = 1000;

/** For sorting the names of groups. */
export function compareGroups(a: string, b: string): number {
  return weightOf(b) - weightOf(a) || (a < b ? -1 : a > b ? 1 : 0);
}

/** As {@link compareGroups}, with the priorities of APIServices. */
export function createGroupOrder(weights: ReadonlyMap<string, number>): (a: string, b: string) => number {
  const weigh = (group: string) => weights.get(group) ?? weightOf(group);
  return (a, b) => weigh(b) - weigh(a) || (a < b ? -1 : a > b ? 1 : 0);
}

function weightOf(group: string): number {
  return Object.hasOwn(WEIGHTS, group) ? (WEIGHTS[group] as number) : CUSTOM_WEIGHT;
}
