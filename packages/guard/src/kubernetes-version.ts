/** A minor version of Kubernetes, such as `1.36`. */
export type KubernetesVersion = `1.${number}`;

export const newestKubernetes: KubernetesVersion = "1.36";

export function isKubernetesVersion(text: string): text is KubernetesVersion {
  return /^1\.\d{1,3}$/.test(text);
}

function minorOf(version: KubernetesVersion): number {
  return Number(version.slice(2));
}

export function olderThan(version: KubernetesVersion, other: KubernetesVersion): boolean {
  return minorOf(version) < minorOf(other);
}

export function previousVersion(version: KubernetesVersion): KubernetesVersion {
  return `1.${minorOf(version) - 1}`;
}
