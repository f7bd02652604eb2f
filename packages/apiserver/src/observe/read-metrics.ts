import { createGauge, encodeUtf8, type MetricFamily, printGroupResource, printMetrics } from "@kiln/api";
import type { Registry } from "@kiln/kinds";
import type { Store } from "@kiln/store";
import type { ApiResponse } from "@kiln/wire";
import type { ServerMetrics } from "./server-metrics.ts";

/** Parts of the server that `/metrics` reads. */
export interface MetricsServices {
  readonly metrics: ServerMetrics;
  /** Process metrics, read on scrape. */
  readonly processMetrics: () => readonly MetricFamily[];
  /** Adds the metrics of other servers at the same address. */
  readonly addMetrics: (own: readonly MetricFamily[]) => Promise<readonly MetricFamily[]>;
  readonly registry: Registry;
  readonly store: Store;
}

/** All metrics in the Prometheus text format. */
export async function readMetrics(services: MetricsServices): Promise<ApiResponse> {
  const families = [...(await services.addMetrics(readFamilies(services))), await countObjects(services)];
  const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };
  return { status: 200, headers, body: encodeUtf8(printMetrics(families)) };
}

/** Metrics of this server itself. */
export function readFamilies({
  metrics,
  processMetrics,
}: Pick<MetricsServices, "metrics" | "processMetrics">): readonly MetricFamily[] {
  return [...metrics.families, ...processMetrics()];
}

/** Number of stored objects by resource, counted by the store on scrape. */
async function countObjects({ registry, store }: MetricsServices): Promise<MetricFamily> {
  const family = createGauge({
    name: "apiserver_storage_objects",
    help: "Number of stored objects, by resource.",
    labels: ["resource"],
  });
  const prefixes = new Map<string, string>();
  for (const { group, names, storage, strategy } of registry.all()) {
    if (strategy.answer === undefined) {
      prefixes.set(printGroupResource({ group, resource: names.plural }), storage.prefix);
    }
  }
  for (const [resource, prefix] of prefixes) {
    family.cell([resource]).value = await store.count({ prefix, minRevision: 0 });
  }
  return family;
}
