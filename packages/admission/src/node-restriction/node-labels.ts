const ALLOWED: ReadonlySet<string> = new Set([
  "kubernetes.io/hostname",
  "topology.kubernetes.io/zone",
  "topology.kubernetes.io/region",
  "failure-domain.beta.kubernetes.io/zone",
  "failure-domain.beta.kubernetes.io/region",
  "node.kubernetes.io/instance-type",
  "beta.kubernetes.io/instance-type",
  "kubernetes.io/os",
  "kubernetes.io/arch",
  "beta.kubernetes.io/os",
  "beta.kubernetes.io/arch",
]);

/** Domains of labels that nodes may set on themselves. */
const ALLOWED_DOMAINS = ["kubelet.kubernetes.io", "node.kubernetes.io"];
/** Domain of labels that nodes may never set. */
const RESTRICTED_DOMAIN = "node-restriction.kubernetes.io";

/** Whether a node may set a label on itself; it may not set one that could attract workloads. */
export function mayNodeSet(label: string): boolean {
  const slash = label.indexOf("/");
  const domain = slash === -1 ? "" : label.slice(0, slash);
  if (isBelow(domain, RESTRICTED_DOMAIN)) {
    return false;
  }
  const isOfKubernetes = isBelow(domain, "kubernetes.io") || isBelow(domain, "k8s.io");
  return !isOfKubernetes || ALLOWED.has(label) || ALLOWED_DOMAINS.some((allowed) => isBelow(domain, allowed));
}

function isBelow(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`);
}
