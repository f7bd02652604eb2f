import { type Clock, createKeyQueue, type KeyQueue, type KubeObject, StatusError } from "@kiln/api";
import { type Client, createEventRecorder, type Informer, objectKey, startInformer, wait } from "@kiln/client";
import type { SnapshotKind, SnapshotVersion } from "../rules/rule-set.ts";
import { findVersion, SNAPSHOT_KINDS, typeOf } from "../snapshot-types.ts";
import type { ControllerMetrics } from "./controller-metrics.ts";
import { followDefaultClasses } from "./follow-default-classes.ts";
import { VALIDATION_ERRORS } from "./invalid-labels.ts";
import { planMarking } from "./plan-marking.ts";

export interface ControllerOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** From 0 up to but not including 1. */
  readonly fraction: () => number;
  /** How often every object is looked at, whether it changed or not. */
  readonly resyncMs: number;
  /** Also reports drivers with several default classes. */
  readonly checksDefaultClass?: boolean;
  readonly metrics: ControllerMetrics;
  readonly onError: (error: unknown) => void;
}

const RETRY_MS = 5000;
const WIDTH = 8;
const MANAGER = "kiln-snapshot-controller";

/**
 * Labels what is invalid, takes the label from what is not, and says why in status and event. It holds no finalizer and
 * denies nothing, so that nothing waits for it. Runs until the signal fires.
 */
export async function runController(options: ControllerOptions, signal: AbortSignal): Promise<void> {
  const { client, clock, onError } = options;
  while (!signal.aborted) {
    const version = await findVersion(client).catch((error) => {
      onError(error);
      return undefined;
    });
    if (version !== undefined) {
      await followVersion(options, version, signal);
    }
    // The kinds are not there yet, or their versions change: a phase begins.
    await wait(clock, RETRY_MS, signal);
  }
}

/** Ends when the signal fires, or when the version is served no longer. */
async function followVersion(options: ControllerOptions, version: SnapshotVersion, signal: AbortSignal): Promise<void> {
  const { clock, resyncMs, metrics } = options;
  const gone = new AbortController();
  const ended = AbortSignal.any([signal, gone.signal]);
  const informers = new Map<SnapshotKind, Informer>();
  const queue = createMarkingQueue(options, version, informers);
  for (const kind of SNAPSHOT_KINDS) {
    informers.set(kind, followKind(options, { kind, version, queue, onGone: () => gone.abort() }));
  }
  const classes = options.checksDefaultClass
    ? followDefaultClasses({ ...options, version, component: MANAGER })
    : undefined;
  metrics.follow(informers, classes);
  while (!ended.aborted) {
    await wait(clock, resyncMs, ended);
    for (const [kind, informer] of ended.aborted ? [] : informers) {
      for (const object of informer.list()) {
        queue.add(`${kind} ${objectKey(object)}`);
      }
    }
    metrics.swept(clock.now());
  }
  queue.stop();
  for (const informer of [...informers.values(), ...(classes === undefined ? [] : [classes])]) {
    informer.stop();
  }
  await queue.idle();
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
    onChange: ({ type, object }) => {
      if (type !== "deleted") {
        queue.add(`${kind} ${objectKey(object)}`);
      }
    },
    onError: (error) => {
      onError(error);
      if (error instanceof StatusError && error.status.code === 404) {
        onGone();
      }
    },
  });
}

function createMarkingQueue(
  options: ControllerOptions,
  version: SnapshotVersion,
  informers: ReadonlyMap<SnapshotKind, Informer>,
): KeyQueue {
  const { client, clock, metrics, onError } = options;
  const recorder = createEventRecorder({ client, clock, component: MANAGER, onError });
  const mark = async (kind: SnapshotKind, object: KubeObject): Promise<void> => {
    const { labels, status, news } = planMarking(kind, object, clock.now());
    const type = typeOf(kind, version);
    const { namespace, name } = object.metadata;
    const place = { namespace, name };
    if (labels !== undefined) {
      await client.patch(type, place, { type: "merge", body: labels }, { fieldManager: MANAGER });
    }
    if (status !== undefined) {
      await client.patch(
        type,
        place,
        { type: "merge", body: status },
        { fieldManager: MANAGER, subresource: "status" },
      );
    }
    if (news !== undefined) {
      await recorder.record(object, { type: "Warning", reason: VALIDATION_ERRORS[kind], message: news });
    }
    metrics.count(labels !== undefined || status !== undefined ? "written" : "unchanged");
  };
  return createKeyQueue({
    clock,
    width: WIDTH,
    async work(text) {
      const [kind = "", key = ""] = text.split(" ");
      const object = informers.get(kind as SnapshotKind)?.get(key);
      await (object === undefined ? undefined : mark(kind as SnapshotKind, object).catch(ignoreGone));
    },
    onError(error) {
      metrics.count("failed");
      onError(error);
    },
  });
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof StatusError && error.status.code === 404)) {
    throw error;
  }
}
