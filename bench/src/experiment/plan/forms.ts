import type { Lengths } from "../phases/phase.ts";

/** Phases of a run, their duration, and the factor by which watches are renewed faster than a kubelet's. */
export interface RunForm {
  readonly phases: readonly string[];
  readonly lengths: Lengths;
  readonly renewalFactor: number;
}

export type FormName = "rest" | "size" | "changes" | "step" | "heaviest";

/** Forms of runs: load without changes shows in long phases, the cost of a watch in many sizes; no run needs both. */
export const FORMS: Readonly<Record<FormName, RunForm>> = {
  /** Watches last 15 to 30 s instead of minutes: 12 s at rest have the renewals of 24 minutes. */
  rest: {
    phases: ["start-up", "steady", "restart"],
    lengths: { settle: 2, steady: 12, updates: 0, patience: 90 },
    renewalFactor: 120,
  },
  size: {
    phases: ["start-up", "steady", "restart"],
    lengths: { settle: 1, steady: 4, updates: 0, patience: 90 },
    renewalFactor: 1,
  },
  changes: {
    phases: ["start-up", "steady", "pod starts", "updates", "recreate", "restart"],
    lengths: { settle: 1, steady: 4, updates: 4, patience: 90 },
    renewalFactor: 1,
  },
  step: {
    phases: ["start-up", "steady", "recreate"],
    lengths: { settle: 1, steady: 3, updates: 0, patience: 90 },
    renewalFactor: 1,
  },
  heaviest: {
    phases: ["start-up", "steady", "restart"],
    lengths: { settle: 5, steady: 10, updates: 0, patience: 270 },
    renewalFactor: 1,
  },
};
