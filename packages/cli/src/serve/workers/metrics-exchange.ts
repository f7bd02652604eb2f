import type { MetricFamily } from "@kiln/api";
import { mergeFamilies, toPlainFamilies } from "./merge-metrics.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

/** Collects the metrics of all processes in the worker that is scraped. */
export interface MetricsExchange {
  /** Returns the metrics of all processes; only the worker's own if the primary does not respond in time. */
  readonly addOthers: (own: readonly MetricFamily[]) => Promise<readonly MetricFamily[]>;
  /** Handles the primary's request for metrics, or its response. */
  take(message: ToWorker): void;
}

const TIMEOUT_MS = 3000;

export function createMetricsExchange(
  send: (message: FromWorker) => void,
  ownFamilies: () => readonly MetricFamily[],
): MetricsExchange {
  const waiting = new Map<number, (families: readonly MetricFamily[]) => void>();
  let lastId = 0;
  return {
    addOthers: (own) =>
      new Promise((resolve) => {
        lastId += 1;
        const id = lastId;
        const settle = (families: readonly MetricFamily[]) => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(families);
        };
        const timer = setTimeout(() => settle(own), TIMEOUT_MS);
        waiting.set(id, (others) => settle(mergeFamilies([toPlainFamilies(own), toPlainFamilies(others)])));
        send({ type: "ask-metrics", id });
      }),
    take(message) {
      if (message.type === "collect-metrics") {
        send({ type: "collected-metrics", id: message.id, families: toPlainFamilies(ownFamilies()) });
      } else if (message.type === "metrics") {
        waiting.get(message.id)?.(mergeFamilies(message.families));
      }
    },
  };
}
