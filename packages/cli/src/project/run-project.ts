import { readFileSync } from "node:fs";
import {
  createNotifier,
  createProjectorMetrics,
  type Notifier,
  numberOf,
  type ProjectorConfig,
  readNotifications,
  readProjectSettings,
  SettingError,
  type SettingValues,
  serveHealth,
  startProjector,
} from "@kiln/agent/project";
import { type Clock, createSystemClock } from "@kiln/api";
import { type Client, createClient, wait } from "@kiln/client";
import { type ClusterAccess, loadAccess, openTransport } from "@kiln/client/node";
import { UsageError } from "../command.ts";
import { makeFolder } from "../make-folder.ts";
import { untilStopped } from "../snapshot/until-stopped.ts";
import { createLineLog, type LineLog } from "./create-line-log.ts";
import { parseProjectFlags } from "./parse-project-flags.ts";

/** Runs until a signal or, with --once, until all files are written. */
export async function runProject(args: readonly string[]): Promise<number> {
  const values = parseProjectFlags(args, process.env);
  const access = openAccess(values);
  const clock = createSystemClock(globalThis);
  const work = asUsage(() => readWork(values, access, clock));
  const client = createClient({ transport: openTransport(access), userAgent: "kiln-project/1" });
  for (const root of work.config.roots) {
    makeFolder(root);
  }
  try {
    return await (work.config.method === "once" ? runOnce : runLong)({ ...work, values, client, clock });
  } finally {
    client.close();
  }
}

interface Work {
  readonly config: ProjectorConfig;
  readonly notifications: ReturnType<typeof readNotifications>;
  readonly log: LineLog;
}

interface Run extends Work {
  readonly values: SettingValues;
  readonly client: Client;
  readonly clock: Clock;
}

function openAccess(values: SettingValues): ClusterAccess {
  const access = loadAccess({ file: values.get("kubeconfig"), context: values.get("context") });
  return values.get("skip-tls-verify")?.toLowerCase() === "true" ? { ...access, isInsecure: true } : access;
}

function readWork(values: SettingValues, { namespace }: ClusterAccess, clock: Clock): Work {
  if (values.has("log-config")) {
    throw new SettingError("LOG_CONFIG is for Python's logging; use LOG_LEVEL, LOG_FORMAT and LOG_TZ");
  }
  const surroundings = { namespace, readFile: (path: string) => readFileSync(path, "utf8") };
  return {
    config: readProjectSettings(values, surroundings),
    notifications: readNotifications(values, surroundings, clock),
    log: createLineLog(values, (line) => process.stderr.write(`${line}\n`), clock.now),
  };
}

/** Converts the error of an invalid setting to that of an invalid argument. */
export function asUsage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof SettingError ? new UsageError(error.message) : error;
  }
}

function start({ config, notifications, log, client, clock }: Run) {
  const metrics = createProjectorMetrics();
  const notifier: Notifier = createNotifier({ notifications, clock, log, metrics });
  const onPublished = notifier.owe;
  const projector = startProjector({ config, client, clock, fraction: Math.random, log, metrics, onPublished });
  return { metrics, notifier, projector };
}

async function runLong(run: Run): Promise<number> {
  const { values, client, clock } = run;
  const { metrics, notifier, projector } = start(run);
  const port = values.get("health-port") ?? "8080";
  const host = values.get("health-host");
  try {
    const health =
      port === "off"
        ? undefined
        : await serveHealth({ port: numberOf(values, "health-port", 0), host, projector, client, clock, metrics });
    process.stdout.write(health === undefined ? "started\n" : `health on port ${health.port}\n`);
    void projector.synced.then(() => process.stdout.write("synced\n"));
    await untilStopped();
    health?.close();
  } finally {
    await projector.close();
    await notifier.stop();
  }
  return 0;
}

/** Exit code 0 if all requested files were written and all notifications sent; otherwise 1. */
async function runOnce(run: Run): Promise<number> {
  const { config, values, clock } = run;
  const isPatient = config.waitFor.length > 0;
  // Awaited objects may appear later, and with them files that depend on them.
  const { notifier, projector } = start({ ...run, config: { ...config, method: isPatient ? "watch" : "once" } });
  const seconds = numberOf(values, "wait-timeout", 300);
  const isInTime = await within(clock, seconds * 1000, isPatient ? projector.complete : projector.synced);
  const { isSynced, faults } = projector.state();
  await projector.close();
  const isTold = await notifier.settle(3);
  sayWhy({ isInTime, seconds, faults });
  return isSynced && faults.length === 0 && isTold ? 0 : 1;
}

interface Verdict {
  readonly isInTime: boolean;
  readonly seconds: number;
  readonly faults: readonly string[];
}

function sayWhy({ isInTime, seconds, faults }: Verdict): void {
  if (!isInTime) {
    process.stderr.write(`not everything was there after ${seconds} seconds\n`);
  }
  for (const fault of faults) {
    process.stderr.write(`${fault}\n`);
  }
}

async function within(clock: Clock, delayMs: number, done: Promise<void>): Promise<boolean> {
  const stop = new AbortController();
  const isDone = await Promise.race([done.then(() => true), wait(clock, delayMs, stop.signal).then(() => false)]);
  stop.abort();
  return isDone;
}
