import type { KnownDifference } from "./compare.ts";

/** Where simulated workloads end otherwise than with the real programs. docs/simulate.md lists the reasons; it only shrinks. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    pattern: /^deployment-percent: (real|simulated): (ReplicaSet|event of Deployment) web/,
    reason: "A rolling update takes other steps where Pods become ready one after the other instead of all at once",
  },
];
