import http from "node:http";
import type { Clock } from "@kiln/api";
import type { Client } from "@kiln/client";
import type { ProjectorMetrics } from "./projector-metrics.ts";
import type { Projector } from "./start-projector.ts";

export interface HealthOptions {
  readonly port: number;
  readonly host: string | undefined;
  readonly projector: Projector;
  readonly client: Client;
  readonly clock: Clock;
  readonly metrics: ProjectorMetrics;
}

export interface HealthServer {
  readonly port: number;
  close(): void;
}

/** Time without contact after which the server is probed. */
const ASK_AFTER_MS = 30_000;
const SILENT_MS = 60_000;
const PATIENCE_MS = 5000;

/**
 * Serves four paths. `readyz`: everything was read and written, and nothing is missing. `livez`: contact with the API
 * server within a minute, if anything is followed. `healthz`: both, as in the sidecar. `metrics`: those of Prometheus.
 */
export async function serveHealth(options: HealthOptions): Promise<HealthServer> {
  let contactMs = options.clock.monotonicMs();
  let asking: Promise<boolean> | undefined;
  /** One request at a time, however many probes come. */
  const askOnce = (): Promise<boolean> => {
    asking ??= isAnswering(options.client).finally(() => {
      asking = undefined;
    });
    return asking;
  };
  const isLive = async (): Promise<boolean> => {
    const { lastContactMs } = options.projector.state();
    if (lastContactMs === undefined) {
      return true;
    }
    contactMs = Math.max(contactMs, lastContactMs);
    if (options.clock.monotonicMs() - contactMs > ASK_AFTER_MS && (await askOnce())) {
      contactMs = options.clock.monotonicMs();
    }
    return options.clock.monotonicMs() - contactMs < SILENT_MS;
  };
  const server = http.createServer((request, response) => {
    void answer(options, String(request.url), isLive).then(({ status, text }) => {
      response.writeHead(status, { "content-type": "text/plain; version=0.0.4" });
      response.end(text);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : options.port,
    close: () => void server.close(),
  };
}

async function answer(
  { projector, metrics }: HealthOptions,
  path: string,
  isLive: () => Promise<boolean>,
): Promise<{ readonly status: number; readonly text: string }> {
  if (path === "/metrics") {
    return { status: 200, text: metrics.print() };
  }
  if (!["/healthz", "/readyz", "/livez"].includes(path)) {
    return { status: 404, text: "not found\n" };
  }
  const { isSynced, faults } = projector.state();
  const problems = [
    ...(path !== "/livez" ? (isSynced ? faults : ["not everything was read yet"]) : []),
    ...(path !== "/readyz" && !(await isLive()) ? ["the API server has not been heard of for a minute"] : []),
  ];
  return problems.length === 0 ? { status: 200, text: "ok\n" } : { status: 503, text: `${problems.join("\n")}\n` };
}

/** Whether the server responds; a response of any code counts. */
async function isAnswering(client: Client): Promise<boolean> {
  try {
    const { body } = await client.send("GET", "/version", { signal: AbortSignal.timeout(PATIENCE_MS) });
    for await (const _ of body) {
      // The body is read to its end, which releases the connection.
    }
    return true;
  } catch {
    return false;
  }
}
