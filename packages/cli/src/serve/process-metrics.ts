import { readdirSync } from "node:fs";
import type { MetricFamily } from "@kiln/api";
import { createCounter, createGauge } from "@kiln/api";

/** Metrics of this process from Node and the operating system, under the names that Prometheus clients use. */
export function processMetrics(): readonly MetricFamily[] {
  const { user, system } = process.cpuUsage();
  const { rss } = process.memoryUsage();
  const startedAt = Date.now() / 1000 - process.uptime();
  return [
    counter("process_cpu_seconds_total", "Total user and system CPU time spent in seconds.", (user + system) / 1e6),
    gauge("process_resident_memory_bytes", "Resident memory size in bytes.", rss),
    gauge("process_start_time_seconds", "Start time of the process since unix epoch in seconds.", startedAt),
    gauge("process_open_fds", "Number of open file descriptors.", countOpenFiles()),
  ];
}

function counter(name: string, help: string, value: number): MetricFamily {
  const family = createCounter({ name, help });
  family.cell([]).value = value;
  return family;
}

function gauge(name: string, help: string, value: number): MetricFamily {
  const family = createGauge({ name, help });
  family.cell([]).value = value;
  return family;
}

function countOpenFiles(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    // Only Linux reports the value; elsewhere it is unknown.
    return 0;
  }
}
