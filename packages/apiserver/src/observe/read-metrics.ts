import { createGauge, encodeUtf8, type MetricFamily, printGroupResource, printMetrics } from "@kiln/api";
import type { ApiResponse } from "@kiln/wire";
import type { Context } from "../request/context.ts";

/** Everything that is counted, in the text form that Prometheus reads. */
export async function readMetrics(context: Context): Promise<ApiResponse> {
  const { metrics, processMetrics } = context.services;
  const families = [...metrics.families, await countObjects(context), ...processMetrics()];
  const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };
  return { status: 200, headers, body: encodeUtf8(printMetrics(families)) };
}

/** Counted when asked: the store knows. */
async function countObjects({ services }: Context): Promise<MetricFamily> {
  const family = createGauge({
    name: "apiserver_storage_objects",
    help: "Number of stored objects at the time of last check split by kind.",
    labels: ["resource"],
  });
  const prefixes = new Map<string, string>();
  for (const { group, names, storage, strategy } of services.registry.all()) {
    if (strategy.answer === undefined) {
      prefixes.set(printGroupResource({ group, resource: names.plural }), storage.prefix);
    }
  }
  for (const [resource, prefix] of prefixes) {
    family.cell([resource]).value = await services.store.count({ prefix, minRevision: 0 });
  }
  return family;
}
