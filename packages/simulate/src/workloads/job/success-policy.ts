import { type Job, parseIndexes } from "./job.ts";

/**
 * Message for the first rule of the Job's success policy that the completed indexes satisfy; undefined if there is
 * none.
 */
export function matchSuccessPolicy({ spec }: Job, completed: ReadonlySet<number>): string | undefined {
  const rules = completed.size === 0 ? [] : (spec.successPolicy?.rules ?? []);
  const index = rules.findIndex(({ succeededIndexes, succeededCount = Number.POSITIVE_INFINITY }) => {
    if (succeededIndexes === undefined) {
      return completed.size >= succeededCount;
    }
    const wanted = parseIndexes(succeededIndexes, spec.completions ?? 0);
    const reached = [...wanted].filter((one) => completed.has(one)).length;
    return wanted.size > 0 && reached >= Math.min(wanted.size, succeededCount);
  });
  return index < 0 ? undefined : `Matched rules at index ${index}`;
}
