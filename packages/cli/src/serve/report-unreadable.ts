import type { MetricFamily } from "@kiln/api";
import { createGauge, type Logger } from "@kiln/api";
import type { StoreError, UnreadableListener } from "@kiln/store";

export interface UnreadableReport {
  readonly onUnreadable: UnreadableListener;
  readonly metrics: () => readonly MetricFamily[];
}

/** Logs each stored value that cannot be decoded, and counts them for /metrics. */
export function createUnreadableReport(log: Logger): UnreadableReport {
  const family = createGauge({
    name: "kiln_store_unreadable_values",
    help: "Number of stored values found damaged or undecodable since the start. Each is named in the log.",
  });
  const cell = family.cell([]);
  cell.value = 0;
  return {
    onUnreadable(error: StoreError) {
      cell.value += 1;
      log.error({ key: error.key, revision: error.revision }, `stored value unreadable: ${error.message}`);
    },
    metrics: () => [family],
  };
}
