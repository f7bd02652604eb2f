import { compareGoStrings, quoteGo } from "@kiln/api";
import type { PolicyRule } from "@kiln/kinds";

/** Rules as sorted lines of text; rules that differ only in the verb share a line. */
export function describeRules(rules: readonly PolicyRule[]): string {
  const lines = new Set(joinVerbs(rules).map(describeRule));
  return [...lines].sort(compareGoStrings).join("\n");
}

function joinVerbs(rules: readonly PolicyRule[]): PolicyRule[] {
  const joined: PolicyRule[] = [];
  const simple = new Map<string, PolicyRule>();
  for (const rule of rules) {
    if (rule.nonResourceURLs.length > 0) {
      joined.push(rule);
      continue;
    }
    const key = JSON.stringify([rule.apiGroups, rule.resources, rule.resourceNames]);
    const known = simple.get(key);
    simple.set(key, known === undefined ? rule : { ...known, verbs: [...known.verbs, ...rule.verbs] });
  }
  return [...joined, ...simple.values()];
}

const FIELDS = [
  ["APIGroups", "apiGroups"],
  ["Resources", "resources"],
  ["NonResourceURLs", "nonResourceURLs"],
  ["ResourceNames", "resourceNames"],
  ["Verbs", "verbs"],
] as const;

function describeRule(rule: PolicyRule): string {
  const parts = FIELDS.filter(([, field]) => rule[field].length > 0).map(
    ([title, field]) => `${title}:${quoteList(rule[field])}`,
  );
  return `{${parts.join(", ")}}`;
}

/** Prints a list of strings as Go's `%q`. */
export function quoteList(strings: readonly string[]): string {
  return `[${strings.map(quoteGo).join(" ")}]`;
}
