import { type Clock, createKeyQueue } from "@kiln/api";
import { wait } from "@kiln/client";
import type { AgentLog } from "../../agent-options.ts";
import type { ProjectorMetrics } from "../projector-metrics.ts";
import type { ProjectedChange } from "../start-projector.ts";

/** One way to notify a program of changed files. Throws if it failed, and when aborted. */
export interface Notification {
  /** Value of the metric's label. */
  readonly means: "script" | "signal" | "request";
  /** Whether the first publication causes no notification. */
  readonly skipsFirst: boolean;
  tell(change: ProjectedChange, signal: AbortSignal): Promise<void>;
}

export interface NotifierOptions {
  /** Notifications for each change, in the order of execution. */
  readonly notifications: readonly Notification[];
  readonly clock: Clock;
  readonly log: AgentLog;
  readonly metrics: ProjectorMetrics;
}

/** Sends notifications of changes in order, retrying until all succeeded. */
export interface Notifier {
  /** Adds a change. Changes before the next attempt share one notification. */
  owe(change: ProjectedChange): void;
  /** Sends the pending notifications, with at most `tries` attempts. False if one failed. */
  settle(tries: number): Promise<boolean>;
  stop(): Promise<void>;
}

const OWED = "owed";
const PAUSE_MS = 1000;

export function createNotifier({ notifications, clock, log, metrics }: NotifierOptions): Notifier {
  const stopped = new AbortController();
  let owed: ProjectedChange | undefined;
  const tellAll = async (): Promise<void> => {
    const change = owed;
    if (change === undefined) {
      return;
    }
    for (const { means, skipsFirst, tell } of notifications) {
      if (stopped.signal.aborted) {
        return;
      }
      if (change.isFirst && skipsFirst) {
        continue;
      }
      try {
        await tell(change, stopped.signal);
        metrics.add("kiln_project_notifications_total", [means, "done"]);
      } catch (error) {
        metrics.add("kiln_project_notifications_total", [means, "failed"]);
        throw error;
      }
    }
    // Changes that were added meanwhile are still pending.
    owed = owed === change ? undefined : owed;
  };
  const onError = (error: unknown) => log.warn({ err: error }, "notification of changed files failed: retrying");
  const queue = createKeyQueue({ clock, work: tellAll, onError });
  return {
    owe(change) {
      owed = owed === undefined ? change : merge(owed, change);
      queue.add(OWED);
    },
    async settle(tries) {
      queue.stop();
      await queue.idle();
      for (let attempt = 1; owed !== undefined && attempt <= tries; attempt++) {
        await tellAll().catch(onError);
        if (owed !== undefined && attempt < tries) {
          await wait(clock, PAUSE_MS, new AbortController().signal);
        }
      }
      return owed === undefined;
    },
    async stop() {
      stopped.abort();
      queue.stop();
      await queue.idle();
    },
  };
}

function merge(one: ProjectedChange, other: ProjectedChange): ProjectedChange {
  return { folders: [...new Set([...one.folders, ...other.folders])], isFirst: one.isFirst && other.isFirst };
}
