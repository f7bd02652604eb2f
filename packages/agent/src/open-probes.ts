import http from "node:http";
import type { AddressInfo } from "node:net";
import { createFamilies, printMetrics } from "@kiln/api";
import type { Agent, AgentState } from "./agent-options.ts";

export interface Probes {
  readonly port: number;
  close(): Promise<void>;
}

export interface ProbesOptions {
  readonly agent: Agent;
  readonly host: string;
  /** Port to listen on; 0 for any free port. */
  readonly port: number;
}

interface Page {
  readonly status: number;
  readonly type?: string;
  readonly text: string;
}

/**
 * Serves liveness, readiness, metrics and the state of each Pod; without TLS. The agent is ready once it has listed its
 * Pods, unless a running Pod has a token that cannot be renewed. A Pod with a missing object does not affect readiness.
 */
export async function openProbes({ agent, host, port }: ProbesOptions): Promise<Probes> {
  const pages: Readonly<Record<string, () => Page>> = {
    "/livez": () => ({ status: 200, text: "ok" }),
    "/readyz": () => toReadiness(agent.state()),
    "/metrics": () => ({
      status: 200,
      type: "text/plain; version=0.0.4",
      text: agent.metrics.print() + printProcess(),
    }),
    "/pods": () => ({ status: 200, type: "application/json", text: `${JSON.stringify(agent.pods(), null, 2)}\n` }),
  };
  const server = http.createServer(({ url = "", method }, response) => {
    const path = String(url.split("?")[0]);
    const page = Object.hasOwn(pages, path) ? pages[path]?.() : undefined;
    const { status, type = "text/plain", text } = page ?? { status: 404, text: "not found" };
    response.writeHead(status, { "content-type": type });
    response.end(method === "HEAD" ? undefined : text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function toReadiness({ hasSynced, staleTokens }: AgentState): Page {
  if (!hasSynced) {
    return { status: 503, text: "waiting for the list of Pods of the node" };
  }
  const lines = staleTokens.map((line) => `service account token cannot be renewed: ${line}`);
  return lines.length === 0 ? { status: 200, text: "ok" } : { status: 503, text: lines.join("\n") };
}

/** Metrics of the whole process, under the names that Prometheus clients use. */
export const PROCESS_METRICS = {
  process_resident_memory_bytes: { type: "gauge", help: "Resident memory size in bytes." },
  process_cpu_seconds_total: { type: "counter", help: "Total user and system CPU time spent in seconds." },
} as const;

function printProcess(): string {
  const { user, system } = process.cpuUsage();
  const families = createFamilies(PROCESS_METRICS);
  families.process_resident_memory_bytes.cell([]).value = process.memoryUsage.rss();
  families.process_cpu_seconds_total.cell([]).value = (user + system) / 1e6;
  return printMetrics(Object.values(families));
}
