import { type Clock, createKeyQueue } from "@kiln/api";
import type { Client } from "@kiln/client";
import type { AgentLog } from "../agent-options.ts";
import type { ProjectorConfig } from "./projector-config.ts";
import type { ProjectorMetrics } from "./projector-metrics.ts";
import { lastContactOf, openRun, type ProjectorRun, synchronize } from "./projector-run.ts";

/** Folders whose files changed. */
export interface ProjectedChange {
  readonly folders: readonly string[];
  /**
   * Whether this is the first change since the start. It is sent even without changed files, because earlier
   * notifications are unknown.
   */
  readonly isFirst: boolean;
}

export interface ProjectorOptions {
  readonly config: ProjectorConfig;
  readonly client: Client;
  readonly clock: Clock;
  /** Source of random numbers from 0 up to, but not including, 1. */
  readonly fraction: () => number;
  readonly log: AgentLog;
  readonly metrics: ProjectorMetrics;
  /** Called when all folders of a change are written; never for two changes at once. */
  onPublished(change: ProjectedChange): void;
}

export interface ProjectorState {
  /** Whether everything was read and written at least once. */
  readonly isSynced: boolean;
  /** Missing objects and failures, as sentences; empty if there are none. */
  readonly faults: readonly string[];
  /** Time of the last contact with the server; undefined if nothing is followed. */
  readonly lastContactMs: number | undefined;
}

/** Publishes objects as files, and keeps them up to date until it is closed. */
export interface Projector {
  state(): ProjectorState;
  /** Resolves when everything was read and written once, as far as possible. */
  readonly synced: Promise<void>;
  /** Resolves when nothing is missing and nothing failed. */
  readonly complete: Promise<void>;
  close(): Promise<void>;
}

const SYNC = "sync";
const RETRY_MS = 10_000;

/**
 * Starts a projector: one event loop for all kinds and namespaces. Nothing is written before everything was read once.
 */
export function startProjector(options: ProjectorOptions): Projector {
  const { clock, config, log } = options;
  const synced = createGate();
  const complete = createGate();
  const run: ProjectorRun = openRun(options, () => queue.add(SYNC, config.debounceMs));
  const queue = createKeyQueue({
    clock,
    async work() {
      if (!run.followers.every(({ isSettled }) => isSettled)) {
        return;
      }
      await synchronize(run);
      synced.open();
      retry?.cancel();
      if (run.faults.length === 0) {
        complete.open();
      }
      if (run.needsRetry) {
        retry = clock.setTimer(RETRY_MS, () => queue.add(SYNC));
      }
    },
    onError: (error) => log.warn({ err: error }, "project: failed to write folders: retrying"),
  });
  let retry: ReturnType<Clock["setTimer"]> | undefined;
  return {
    synced: synced.passed,
    complete: complete.passed,
    state: () => ({ isSynced: run.isSynced, faults: run.faults, lastContactMs: lastContactOf(run) }),
    async close() {
      for (const follower of run.followers) {
        follower.stop();
      }
      queue.stop();
      await queue.idle();
      retry?.cancel();
      await Promise.all([...run.volumes.values()].map((volume) => volume.close()));
    },
  };
}

function createGate(): { readonly passed: Promise<void>; open(): void } {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}
