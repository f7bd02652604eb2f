import type { Evaluation } from "@kiln/cel";

/**
 * Results of the expressions of one validation so far, in their order. A validation that took too long is broken
 * off with {@link RulesPaused}; begun again with its trail, it goes on where it was. The object must stay as it is.
 */
export interface RuleTrail {
  readonly outcomes: Evaluation[];
  /** How many of the outcomes this run has used; 0 to begin again. */
  used: number;
  /** Asked before each expression that is not known yet. */
  isTimeUp: () => boolean;
}

/** Others are to have their turn first. */
export class RulesPaused extends Error {
  override readonly name = "RulesPaused";
}

/** Changes the trail. The outcome of the next expression, which is run only if it is not known yet. */
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
