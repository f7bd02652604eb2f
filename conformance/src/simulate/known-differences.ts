import type { KnownDifference } from "./compare.ts";

/** Where simulated workloads end otherwise than with the real programs. docs/simulate.md lists the reasons; it only shrinks. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    pattern: /^deployment-percent: (real|simulated): (ReplicaSet|event of Deployment) web/,
    reason: "A rolling update takes other steps where Pods become ready one after the other instead of all at once",
  },
  {
    pattern: /^autoscaler-/,
    reason: "Autoscalers without metrics or without a target report other messages and fewer events",
  },
  {
    pattern: /^[a-z-]+: (real|simulated): order of Deployment web/,
    reason: "A Deployment whose Pods become ready at once may skip the step ReplicaSetUpdated",
  },
  {
    pattern: /^node-(evicts|cordoned): /,
    reason: "The scheduler counts nodes of scenarios that are played at the same time",
  },
  {
    pattern: /^cron-job-fails: /,
    reason: "A CronJob whose Jobs fail is looked at another moment",
  },
];
