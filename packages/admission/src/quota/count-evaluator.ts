import { countName, ONE, pickNames, type QuotaEvaluator } from "./quota-evaluator.ts";

/** Kinds that quotas can also count by their plural, the form before `count/` names. */
const ALIASED: readonly string[] = ["configmaps", "resourcequotas", "replicationcontrollers", "secrets"];

/** Evaluator of kinds whose number alone is limited: most kinds, custom resources included. */
export function createCountEvaluator(group: string, plural: string): QuotaEvaluator {
  const names = [countName(group, plural), ...(group === "" && ALIASED.includes(plural) ? [plural] : [])];
  return {
    isCount: true,
    handles: ({ operation, subresource }) => operation === "CREATE" && subresource === "",
    matchingNames: (given) => pickNames(given, (name) => names.includes(name)),
    usage: () => new Map(names.map((name) => [name, ONE])),
  };
}
