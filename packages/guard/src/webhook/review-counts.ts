import type { Admit } from "@kiln/webhook";
import type { GuardedKinds } from "./guarded-kinds.ts";

/** Counts of the guard's decisions. */
export interface ReviewCounts {
  /** The same handler, counted. */
  counted(webhook: string, admit: Admit): Admit;
  /** In the text format of Prometheus. */
  print(kinds: GuardedKinds): string;
}

export function createReviewCounts(): ReviewCounts {
  const counts = new Map<string, number>();
  const count = (webhook: string, verdict: string) => {
    const labels = `webhook="${webhook}",verdict="${verdict}"`;
    counts.set(labels, (counts.get(labels) ?? 0) + 1);
  };
  return {
    counted: (webhook, admit) => async (request, signal) => {
      const decision = await admit(request, signal);
      const changed = (decision.patch?.length ?? 0) > 0 ? "changed" : "allowed";
      count(webhook, decision.allowed ? changed : "denied");
      return decision;
    },
    print(kinds) {
      const all = kinds.list();
      const faulty = all.filter(({ faults }) => faults.length > 0).length;
      return [
        "# HELP kiln_guard_reviews_total Reviews answered, by webhook and verdict.",
        "# TYPE kiln_guard_reviews_total counter",
        ...[...counts].map(([labels, value]) => `kiln_guard_reviews_total{${labels}} ${value}`),
        "# HELP kiln_guard_definitions CRDs with marks, by whether they can be kept.",
        "# TYPE kiln_guard_definitions gauge",
        `kiln_guard_definitions{state="guarded"} ${all.length - faulty}`,
        `kiln_guard_definitions{state="faulty"} ${faulty}`,
        "",
      ].join("\n");
    },
  };
}
