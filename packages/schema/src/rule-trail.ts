import type { Evaluation } from "@kiln/cel";

/**
 * Results of the expressions of one validation so far, in order. A validation that takes too long is interrupted by
 * {@link RulesPaused}; repeated with the same trail, it continues there. The object must not change meanwhile.
 */
export interface RuleTrail {
  readonly outcomes: Evaluation[];
  /** Number of results this run has used; 0 to start over. */
  used: number;
  /** Called before each expression without a result. */
  isTimeUp: () => boolean;
}

/** Interrupts a validation so that other work runs first. */
export class RulesPaused extends Error {
  override readonly name = "RulesPaused";
}

/** Result of the next expression. It is evaluated, and appended to the trail, only if the trail lacks it. */
export function followTrail(trail: RuleTrail | undefined, run: () => Evaluation): Evaluation {
  if (trail === undefined) {
    return run();
  }
  if (trail.used === trail.outcomes.length) {
    if (trail.used > 0 && trail.isTimeUp()) {
      throw new RulesPaused();
    }
    trail.outcomes.push(run());
  }
  trail.used += 1;
  return trail.outcomes[trail.used - 1] as Evaluation;
}
