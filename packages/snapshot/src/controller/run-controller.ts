import { type Clock, type KeyQueue, StatusError } from "@kiln/api";
import { type Client, type Informer, objectKey, startInformer, wait } from "@kiln/client";
import type { SnapshotKind, SnapshotVersion } from "../rules/rule-set.ts";
import { findVersion, SNAPSHOT_KINDS, typeOf } from "../snapshot-types.ts";
import type { ControllerMetrics } from "./controller-metrics.ts";
import { followDefaultClasses } from "./follow-default-classes.ts";
import { createMarkingQueue, MANAGER, markingKey } from "./marking-queue.ts";

export interface ControllerOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** Source of random numbers from 0 up to, but not including, 1. */
  readonly fraction: () => number;
  /** Interval at which every object is handled even if it did not change. */
  readonly resyncMs: number;
  /** Whether to report drivers with several default classes. */
  readonly checksDefaultClass?: boolean;
  /**
   * Whether to write `status.error` and an event as well, for clusters without snapshot-controller, which writes its
   * own. Never changes `status.readyToUse`: a working snapshot must keep working.
   */
  readonly writesStatus?: boolean;
  readonly metrics: ControllerMetrics;
  readonly onError: (error: unknown) => void;
  readonly onWarning?: (message: string) => void;
}

const RETRY_MS = 5000;

/**
 * Labels invalid objects and removes the label from valid ones. Holds no finalizer and denies nothing, so that nothing
 * waits for it. Runs until the signal is aborted.
 */
export async function runController(options: ControllerOptions, signal: AbortSignal): Promise<void> {
  const { client, clock, onError } = options;
  while (!signal.aborted) {
    const version = await findVersion(client, signal).catch((error) => {
      if (!signal.aborted) {
        onError(error);
      }
      return undefined;
    });
    if (version !== undefined) {
      await followVersion(options, version, signal);
    }
    // The CRDs do not exist yet, or their versions change with a migration phase.
    await wait(clock, RETRY_MS, signal);
  }
}

/** Ends when the signal is aborted, or when the version is no longer served. */
async function followVersion(options: ControllerOptions, version: SnapshotVersion, signal: AbortSignal): Promise<void> {
  const { clock, resyncMs, metrics } = options;
  const gone = new AbortController();
  const ended = AbortSignal.any([signal, gone.signal]);
  const informers = new Map<SnapshotKind, Informer>();
  const queue = createMarkingQueue({ ...options, version, informers, signal: ended });
  for (const kind of SNAPSHOT_KINDS) {
    informers.set(kind, followKind(options, { kind, version, queue, onGone: () => gone.abort() }));
  }
  const classes = options.checksDefaultClass
    ? followDefaultClasses({ ...options, version, component: MANAGER })
    : undefined;
  metrics.follow(informers, classes);
  await untilSynced(informers, ended);
  while (!ended.aborted) {
    metrics.swept(clock.now());
    await wait(clock, resyncMs, ended);
    for (const [kind, informer] of informers) {
      for (const object of informer.list()) {
        queue.add(markingKey(kind, objectKey(object)));
      }
    }
  }
  queue.stop();
  for (const informer of [...informers.values(), ...(classes === undefined ? [] : [classes])]) {
    informer.stop();
  }
  await queue.idle();
}

/** Resolves when all informers are synced, or when the signal is aborted. */
async function untilSynced(informers: ReadonlyMap<SnapshotKind, Informer>, signal: AbortSignal): Promise<void> {
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const synced = [...informers.values()].map((informer) => informer.synced);
  await (signal.aborted ? undefined : Promise.race([Promise.all(synced), aborted]));
}

interface Followed {
  readonly kind: SnapshotKind;
  readonly version: SnapshotVersion;
  readonly queue: KeyQueue;
  readonly onGone: () => void;
}

function followKind(options: ControllerOptions, { kind, version, queue, onGone }: Followed): Informer {
  const { client, clock, fraction, onError } = options;
  return startInformer({
    client,
    clock,
    fraction,
    type: typeOf(kind, version),
    // Deleted objects are queued too, so that their state is dropped.
    onChange: ({ object }) => queue.add(markingKey(kind, objectKey(object))),
    onError: (error) => {
      onError(error);
      if (error instanceof StatusError && error.status.code === 404) {
        onGone();
      }
    },
  });
}
