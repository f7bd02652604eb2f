import { API_PRIORITIES, CUSTOM_PRIORITY } from "../aggregation/api-priorities.ts";

/**
 * Compares names of groups: highest priority first, then by name. kubectl uses the first group that has a short name.
 */
export function compareGroups(a: string, b: string): number {
  return weightOf(b) - weightOf(a) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Order like {@link compareGroups}, with the priorities of APIServices. */
export function createGroupOrder(weights: ReadonlyMap<string, number>): (a: string, b: string) => number {
  const weigh = (group: string) => weights.get(group) ?? weightOf(group);
  return (a, b) => weigh(b) - weigh(a) || (a < b ? -1 : a > b ? 1 : 0);
}

function weightOf(group: string): number {
  return API_PRIORITIES.get(group)?.group ?? CUSTOM_PRIORITY.group;
}
