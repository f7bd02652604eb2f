import { createGauge, encodeUtf8, type MetricFamily, printGroupResource, printMetrics } from "@kiln/api";
import type { Registry } from "@kiln/kinds";
import type { Store } from "@kiln/store";
import type { ApiResponse } from "@kiln/wire";
import type { Health } from "./health.ts";
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
  readonly health: Pick<Health, "slis">;
}

/** All metrics in the Prometheus text format. */
export async function readMetrics(services: MetricsServices): Promise<ApiResponse> {
  const own = new Set(services.health.slis.map(({ name }) => name));
  const all = await services.addMetrics(readFamilies(services));
  return respond([...all.filter(({ name }) => !own.has(name)), await countObjects(services)]);
}

/**
 * Metrics of service level indicators: results of health checks. Kubernetes: they are not in /metrics
 * (metrics/prometheus/slis/routes.go SLIMetrics.Install, v1.36).
 */
export async function readSlis(services: MetricsServices): Promise<ApiResponse> {
  const wanted = new Set([...services.health.slis.map(({ name }) => name), "process_start_time_seconds"]);
  const all = await services.addMetrics(readFamilies(services));
  return respond(all.filter(({ name }) => wanted.has(name)));
}

function respond(families: readonly MetricFamily[]): ApiResponse {
  const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };
  return { status: 200, headers, body: encodeUtf8(printMetrics(families)) };
}

/** Metrics of this server itself. */
export function readFamilies({
  health,
  metrics,
  processMetrics,
}: Pick<MetricsServices, "health" | "metrics" | "processMetrics">): readonly MetricFamily[] {
  return [...metrics.families, ...health.slis, ...processMetrics()];
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
