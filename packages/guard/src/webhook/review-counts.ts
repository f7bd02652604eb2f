import { createCounter, createGauge, printMetrics } from "@kiln/api";
import type { Admit } from "@kiln/webhook";
import type { GuardedKinds } from "./guarded-kinds.ts";

/** Counters of the guard's decisions. */
export interface ReviewCounts {
  /** Wraps a handler with one that counts its decisions. */
  counted(webhook: string, admit: Admit): Admit;
  /** Counters in the text format of Prometheus. */
  print(kinds: GuardedKinds): string;
}

export function createReviewCounts(): ReviewCounts {
  const reviews = createCounter({
    name: "kiln_guard_reviews_total",
    help: "Total number of reviews answered, by webhook and verdict.",
    labels: ["webhook", "verdict"],
  });
  const definitions = createGauge({
    name: "kiln_guard_definitions",
    help: "Number of CRDs with marks, by whether the marks can be enforced.",
    labels: ["state"],
  });
  return {
    counted: (webhook, admit) => async (request, signal) => {
      const decision = await admit(request, signal);
      const changed = (decision.patch?.length ?? 0) > 0 ? "changed" : "allowed";
      reviews.cell([webhook, decision.allowed ? changed : "denied"]).value++;
      return decision;
    },
    print(kinds) {
      const all = kinds.list();
      const faulty = all.filter(({ faults }) => faults.length > 0).length;
      definitions.cell(["guarded"]).value = all.length - faulty;
      definitions.cell(["faulty"]).value = faulty;
      return printMetrics([reviews, definitions]);
    },
  };
}
