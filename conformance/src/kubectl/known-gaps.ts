/** Something kubectl cannot do with Kiln yet. */
export interface KubectlGap {
  readonly reason: string;
  /** The first and the last minor version of kubectl that cannot; all of them if not given. */
  readonly from?: number;
  readonly to?: number;
}

/** By the name of the test. A gap that closes fails until it is taken off. */
export const kubectlGaps: Readonly<Record<string, KubectlGap>> = {
  "auth whoami": {
    reason: "kubectl before 1.28 asks for a version of SelfSubjectReview that Kubernetes 1.36 does not serve either.",
    to: 27,
  },
};

export function isKnownGap(name: string, minor: number): boolean {
  const gap = Object.hasOwn(kubectlGaps, name) ? kubectlGaps[name] : undefined;
  return gap !== undefined && minor >= (gap.from ?? 0) && minor <= (gap.to ?? Number.POSITIVE_INFINITY);
}
