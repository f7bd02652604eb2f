import type { CallEstimate } from "../check/call-cost.ts";
import { addRanges, multiplyRanges, type Range, scaleRange, unlimited } from "../check/range.ts";
import { sizeOrAny, traversalFactor } from "../cost/library-costs.ts";

/** Estimate of `text.replace(old, new)`: the maximum number of replacements bounds the size of the result. */
export const estimateReplacement: CallEstimate = ([target, old, replacement]) => {
  const text = sizeOrAny(target);
  const removed = sizeOrAny(old);
  const added = sizeOrAny(replacement);
  const most = bound({ text: text.max, removed: removed.min, isPointless: added.max <= removed.min });
  const least = bound({ text: text.min, removed: removed.max, isPointless: removed.max <= added.min });
  const count: Range = { min: least.count, max: most.count };
  const retained: Range = { min: least.retained, max: most.retained };
  return {
    cost: scaleRange(text, 2 * traversalFactor),
    resultSize: addRanges(multiplyRanges(count, added), retained),
  };
};

/** Maximum number of replacements. An empty pattern matches before every character and at the end. */
function bound({
  text,
  removed,
  isPointless,
}: {
  readonly text: number;
  readonly removed: number;
  readonly isPointless: boolean;
}): {
  readonly count: number;
  readonly retained: number;
} {
  if (removed === 0) {
    return { count: Math.min(text + 1, unlimited), retained: text };
  }
  return isPointless ? { count: 0, retained: text } : { count: Math.ceil(text / removed), retained: 0 };
}
