import { randomUUID } from "node:crypto";
import http from "node:http";
import { hostname } from "node:os";
import { createSystemClock, durationToMs, parseDuration } from "@kiln/api";
import { takePart } from "@kiln/client";
import { type ControllerMetrics, createControllerMetrics, runController } from "@kiln/snapshot";
import { UsageError } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";
import { createLogger } from "../serve/create-logger.ts";
import { withClient } from "./cluster-client.ts";
import { fromGoFlags } from "./go-flags.ts";
import { untilStopped } from "./until-stopped.ts";

/** Runs until a signal. */
export async function runControllerCommand(args: readonly string[]): Promise<number> {
  const flags = readFlags(args);
  const stop = new AbortController();
  void untilStopped().then(() => stop.abort());
  const log = createLogger();
  const clock = createSystemClock(globalThis);
  const metrics = createControllerMetrics();
  const probes = await serveProbes(flags.port, metrics);
  const onError = (error: unknown) => log.warn({ err: error }, "snapshot controller: request failed: retrying");
  process.stdout.write("ready\n");
  await withClient(flags, (client) => {
    const identity = `${hostname()}_${randomUUID()}`;
    const { resyncMs, checksDefaultClass, writesStatus } = flags;
    const onWarning = (message: string) => log.warn({}, message);
    const reports = { metrics, onError, onWarning };
    const options = { client, clock, fraction: Math.random, resyncMs, checksDefaultClass, writesStatus, ...reports };
    const lead = (signal: AbortSignal) => {
      log.info({ identity }, "leader election: acquired lease: this controller writes labels from now on");
      return runController(options, signal);
    };
    const lease = { namespace: flags.namespace, name: "kiln-snapshot-controller" };
    const election = { client, clock, fraction: Math.random, lease, identity, ...flags.times, lead, onError };
    return flags.elects ? takePart(election, stop.signal) : lead(stop.signal);
  });
  probes?.close();
  return 0;
}

function readFlags(args: readonly string[]) {
  const { values } = parseFlags({
    args: fromGoFlags(args, ["leader-election", "check-default-classes", "write-status"]),
    options: {
      kubeconfig: { type: "string" },
      context: { type: "string" },
      "label-resync": { type: "string" },
      "leader-election": { type: "boolean" },
      "leader-election-namespace": { type: "string" },
      "leader-election-lease-duration": { type: "string" },
      "leader-election-renew-deadline": { type: "string" },
      "leader-election-retry-period": { type: "string" },
      "check-default-classes": { type: "boolean" },
      "write-status": { type: "boolean" },
      "probe-port": { type: "string" },
    },
  });
  const port = values["probe-port"] ?? "8080";
  if (!/^(?:off|\d{1,5})$/.test(port)) {
    throw new UsageError(`--probe-port takes a number or off, not "${port}"`);
  }
  return {
    kubeconfig: values.kubeconfig,
    context: values.context,
    resyncMs: readTime(values, "label-resync", "24h"),
    checksDefaultClass: values["check-default-classes"] === true,
    writesStatus: values["write-status"] === true,
    elects: values["leader-election"] === true,
    namespace: values["leader-election-namespace"] ?? "kube-system",
    times: readElectionTimes(values),
    port: port === "off" ? undefined : Number(port),
  };
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

function readElectionTimes(values: Values) {
  const times = {
    leaseMs: readTime(values, "leader-election-lease-duration", "15s"),
    renewDeadlineMs: readTime(values, "leader-election-renew-deadline", "10s"),
    retryMs: readTime(values, "leader-election-retry-period", "2s"),
  };
  // With other values two controllers could lead at the same time, or a leader would give up without a renewal.
  if (times.leaseMs <= times.renewDeadlineMs || times.renewDeadlineMs <= times.retryMs) {
    throw new UsageError("--leader-election-lease-duration must exceed -renew-deadline, and that -retry-period");
  }
  return times;
}

function readTime(values: Values, name: string, fallback: string): number {
  const text = values[name] ?? fallback;
  const { value } = parseDuration(String(text));
  if (value === undefined || value <= 0n) {
    throw new UsageError(`--${name} takes a time such as ${fallback}, not "${text}"`);
  }
  return durationToMs(value);
}

async function serveProbes(port: number | undefined, metrics: ControllerMetrics): Promise<http.Server | undefined> {
  if (port === undefined) {
    return undefined;
  }
  const server = http.createServer((request, response) => {
    const isMetrics = request.url === "/metrics";
    const isProbe = request.url === "/livez" || request.url === "/readyz" || request.url === "/healthz";
    response.writeHead(isMetrics || isProbe ? 200 : 404, { "content-type": "text/plain; version=0.0.4" });
    response.end(isMetrics ? metrics.print() : isProbe ? "ok" : "not found");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, resolve);
  });
  return server;
}
