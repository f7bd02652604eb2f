import { readServerMetrics } from "./metrics-text.ts";
import type { Agents } from "./processes/agents.ts";
import type { Child } from "./processes/child.ts";
import { processUsage } from "./processes/process-usage.ts";
import type { ProxyAnswers } from "./processes/proxy-process.ts";
import type { Traffic } from "./proxy/traffic-count.ts";
import type { Admin } from "./servers/admin.ts";
import type { TestedServer } from "./servers/tested-server.ts";

/**
 * Columns of a sample, taken each second. Times and processor times are in seconds, memory in MiB; counts only
 * increase.
 */
export const COLUMNS = [
  "seconds",
  "phase",
  "serverMiB",
  "serverCpu",
  "storeMiB",
  "storeCpu",
  "agentsMiB",
  "agentsCpu",
  "proxyCpu",
  "requests",
  "answers",
  "bytesUp",
  "bytesDown",
  "connections",
  "mutableWatches",
  "immutableWatches",
  "immutableOpened",
  "podWatches",
  "readyPods",
  "serverWatches",
  "heldMiB",
] as const;

export type Column = (typeof COLUMNS)[number];
/** One value for each column; null for values that were not sampled. */
export type Row = readonly (number | null)[];

export interface Sampled {
  readonly server: TestedServer;
  readonly agents: Agents;
  readonly proxy: Child<ProxyAnswers>;
}

const EVERY_MS = 1000;

/** Adds a row each second until it is stopped. */
export class Sampler {
  readonly rows: Row[] = [];
  readonly phases: string[] = [];
  readonly #sampled: Sampled;
  readonly #startMs = performance.now();
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(sampled: Sampled) {
    this.#sampled = sampled;
  }

  begin(phase: string): void {
    this.phases.push(phase);
  }

  start(): void {
    // A process has ended: the phase that needs it fails with a better error than a missing row.
    this.#running = this.#run().catch(() => {});
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  /**
   * Samples a row now. With an administrator's client it also reads the server's metrics, which some servers answer
   * slowly.
   */
  async sample(admin?: Admin): Promise<Readonly<Record<Column, number>>> {
    const { server, agents, proxy } = this.#sampled;
    const [reading, traffic, metrics] = await Promise.all([
      agents.read(),
      proxy.ask("read", undefined),
      admin?.sendText("GET", "/metrics"),
    ]);
    const held = admin === undefined ? undefined : await server.heldBytes();
    const [served, stored] = [server.pid, server.storePid].map(processUsage);
    const acted = agents.pids.map(processUsage);
    const watches = countWatches(traffic);
    const values: Record<Column, number | null> = {
      seconds: (performance.now() - this.#startMs) / 1000,
      phase: this.phases.length - 1,
      serverMiB: toMiB(served?.residentBytes),
      serverCpu: served?.cpuSeconds ?? 0,
      storeMiB: toMiB(stored?.residentBytes),
      storeCpu: stored?.cpuSeconds ?? 0,
      agentsMiB: toMiB(acted.reduce((sum, { residentBytes }) => sum + residentBytes, 0)),
      agentsCpu: acted.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
      proxyCpu: processUsage(proxy.pid).cpuSeconds,
      requests: sumOf(traffic?.requests),
      answers: sumOf(traffic?.codes),
      bytesUp: traffic?.bytesUp ?? 0,
      bytesDown: traffic?.bytesDown ?? 0,
      connections: traffic?.connections ?? 0,
      ...watches,
      readyPods: reading.readyPods,
      serverWatches: metrics === undefined ? null : readServerMetrics(metrics.body).watches,
      heldMiB: held === undefined ? null : toMiB(held),
    };
    this.rows.push(COLUMNS.map((column) => round(values[column])));
    return values as Record<Column, number>;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const started = performance.now();
      await this.sample();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, EVERY_MS - (performance.now() - started))));
    }
  }
}

function countWatches(traffic: Traffic | undefined) {
  const open = traffic?.openWatches ?? {};
  return {
    mutableWatches: sumOf(open, (key) => key.endsWith(" m")),
    immutableWatches: sumOf(open, (key) => key.endsWith(" i")),
    immutableOpened: sumOf(traffic?.openedWatches, (key) => key.endsWith(" i")),
    podWatches: sumOf(open, (key) => key === "pods"),
  };
}

function sumOf(counts: Readonly<Record<string, number>> | undefined, isMeant: (key: string) => boolean = () => true) {
  return Object.entries(counts ?? {}).reduce((sum, [key, value]) => (isMeant(key) ? sum + value : sum), 0);
}

function toMiB(bytes: number | undefined): number {
  return (bytes ?? 0) / 2 ** 20;
}

/** Rounds to a tenth of a millisecond, or less than a page of memory. */
function round(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10_000) / 10_000;
}
