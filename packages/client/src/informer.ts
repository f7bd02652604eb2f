import { type Clock, type KubeObject, StatusError } from "@kiln/api";
import { createBackoff } from "./backoff.ts";
import type { Client, ListOptions, WatchOptions } from "./client.ts";
import { itemsOf } from "./items-of.ts";
import type { ResourceType } from "./resource-type.ts";
import type { Headers } from "./transport.ts";
import { wait } from "./wait.ts";

/** One change of an informer's state. `old` is the previous state of the object. */
export type ObjectChange =
  | { readonly type: "added"; readonly object: KubeObject }
  | { readonly type: "modified"; readonly object: KubeObject; readonly old: KubeObject }
  | { readonly type: "deleted"; readonly object: KubeObject };

export interface InformerOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** Source of random numbers from 0 up to, but not including, 1. */
  readonly fraction: () => number;
  readonly type: ResourceType;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Requests metadata only. */
  readonly isMetadataOnly?: boolean;
  /** Bounds of the duration of one watch; a server may end it earlier. Five to ten minutes if absent. */
  readonly watchSeconds?: readonly [shortest: number, longest: number];
  onChange?(change: ObjectChange): void;
  /** Called when a request fails, unless its resourceVersion expired; retried with growing delays. */
  onError?(error: unknown): void;
}

/** Objects of a kind, kept in sync with the server across disconnects. */
export interface Informer {
  /** Resolves when the first state is complete; rejects if stopped before. */
  readonly synced: Promise<void>;
  readonly hasSynced: boolean;
  /** Objects by `namespace/name`, or by `name` for a cluster-scoped kind. */
  get(key: string): KubeObject | undefined;
  list(): Iterable<KubeObject>;
  readonly size: number;
  /** Time of the last contact with the server, on the clock's monotonic scale. */
  readonly lastContactMs: number;
  stop(): void;
}

const METADATA: Headers = {
  accept:
    "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1," +
    "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
};
const INITIAL_EVENTS_END = "k8s.io/initial-events-end";

export function objectKey({ metadata: { namespace, name = "" } }: KubeObject): string {
  return namespace === undefined || namespace === "" ? name : `${namespace}/${name}`;
}

export function startInformer(options: InformerOptions): Informer {
  const { clock } = options;
  const objects = new Map<string, KubeObject>();
  const stopped = new AbortController();
  const state: State = { objects, hasSynced: false, lastContactMs: clock.monotonicMs(), isStreamed: true };
  let markSynced: () => void = () => {};
  let failSynced: (error: Error) => void = () => {};
  const synced = new Promise<void>((resolve, reject) => {
    markSynced = resolve;
    failSynced = reject;
  });
  // Without a caller that awaits it, a failure must not become an unhandled rejection.
  synced.catch(() => {});
  const onSynced = () => {
    state.hasSynced = true;
    markSynced();
  };
  void follow({ options, state, signal: stopped.signal, onSynced });
  return {
    synced,
    get hasSynced() {
      return state.hasSynced;
    },
    get: (key) => objects.get(key),
    list: () => objects.values(),
    get size() {
      return objects.size;
    },
    get lastContactMs() {
      return state.lastContactMs;
    },
    stop() {
      stopped.abort();
      failSynced(new Error("the informer was stopped before it had synced"));
    },
  };
}

interface State {
  readonly objects: Map<string, KubeObject>;
  hasSynced: boolean;
  lastContactMs: number;
  /** Whether the server supports watches with the initial state; assumed until one is refused. */
  isStreamed: boolean;
  /** resourceVersion to resume from; undefined if everything must be listed again. */
  resourceVersion?: string | undefined;
}

interface Run {
  readonly options: InformerOptions;
  readonly state: State;
  readonly signal: AbortSignal;
  readonly onSynced: () => void;
}

async function follow(run: Run): Promise<void> {
  const { options, state, signal } = run;
  const backoff = createBackoff({ firstMs: 400, lastMs: 30_000, fraction: options.fraction });
  while (!signal.aborted) {
    const startedMs = options.clock.monotonicMs();
    try {
      await followOnce(run);
      // A server that ends every watch at once is retried no more often than one that fails.
      if (options.clock.monotonicMs() - startedMs > 1000) {
        backoff.reset();
        continue;
      }
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      // A watch that expired is no failure: after a changed CRD or a compaction everything is listed again.
      if (isGone(error) && state.resourceVersion !== undefined) {
        state.resourceVersion = undefined;
      } else {
        options.onError?.(error);
      }
    }
    await wait(options.clock, backoff.nextMs(), signal);
  }
}

/** Follows one watch until it ends. */
async function followOnce(run: Run): Promise<void> {
  const { state } = run;
  if (state.resourceVersion === undefined && state.isStreamed) {
    try {
      await followWatch(run, { sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" });
      return;
    } catch (error) {
      const code = error instanceof StatusError ? (error.status.code ?? 0) : undefined;
      // Without permission to watch, or when throttled, a list would not help.
      if (code === undefined || state.resourceVersion !== undefined || [401, 403, 429].includes(code)) {
        throw error;
      }
      // Kubernetes: servers before 1.32 reject these parameters unless a feature gate is on (KEP-3157). Other failures,
      // such as an etcd that is too old, are retried at the next list.
      state.isStreamed = ![400, 422].includes(code);
    }
  }
  if (state.resourceVersion === undefined) {
    await readState(run);
  }
  await followWatch(run, { resourceVersion: state.resourceVersion ?? "" });
}

async function readState(run: Run): Promise<void> {
  const { options, state } = run;
  const listed = new Map<string, KubeObject>();
  const page = await options.client.list(options.type, { ...selection(run), resourceVersion: "0" });
  for (const object of itemsOf(page)) {
    listed.set(objectKey(object), object);
  }
  replaceAll(run, listed);
  state.resourceVersion = page.metadata.resourceVersion;
}

async function followWatch(run: Run, start: WatchOptions): Promise<void> {
  const { options, state } = run;
  const [shortest, longest] = options.watchSeconds ?? [300, 600];
  const timeoutSeconds = Math.round(shortest + options.fraction() * (longest - shortest));
  const events = options.client.watch(options.type, {
    ...selection(run),
    ...start,
    allowWatchBookmarks: true,
    timeoutSeconds,
  });
  let initial = start.sendInitialEvents ? new Map<string, KubeObject>() : undefined;
  for await (const { type, object } of events) {
    state.lastContactMs = options.clock.monotonicMs();
    if (initial !== undefined) {
      if (type !== "BOOKMARK") {
        initial.set(objectKey(object), object);
      } else if (object.metadata.annotations?.[INITIAL_EVENTS_END] === "true") {
        replaceAll(run, initial);
        initial = undefined;
        state.resourceVersion = object.metadata.resourceVersion;
      }
      continue;
    }
    if (type !== "BOOKMARK") {
      takeEvent(run, object, type === "DELETED");
    }
    state.resourceVersion = object.metadata.resourceVersion;
  }
}

function selection({ options, signal }: Run): ListOptions {
  const { namespace, labelSelector, fieldSelector, isMetadataOnly } = options;
  return { namespace, labelSelector, fieldSelector, signal, ...(isMetadataOnly ? { headers: METADATA } : {}) };
}

function takeEvent({ options, state }: Run, object: KubeObject, isDeleted: boolean): void {
  const key = objectKey(object);
  const old = state.objects.get(key);
  if (isDeleted) {
    state.objects.delete(key);
    options.onChange?.({ type: "deleted", object });
    return;
  }
  state.objects.set(key, object);
  options.onChange?.(old === undefined ? { type: "added", object } : { type: "modified", object, old });
}

/** Reports objects deleted while no watch was open as deleted, with their last known state. */
function replaceAll(run: Run, listed: ReadonlyMap<string, KubeObject>): void {
  const { options, state } = run;
  state.lastContactMs = options.clock.monotonicMs();
  for (const [key, old] of state.objects) {
    if (listed.get(key)?.metadata.uid !== old.metadata.uid) {
      takeEvent(run, old, true);
    }
  }
  for (const object of listed.values()) {
    const known = state.objects.get(objectKey(object));
    if (known?.metadata.resourceVersion !== object.metadata.resourceVersion) {
      takeEvent(run, object, false);
    }
  }
  if (!state.hasSynced) {
    run.onSynced();
  }
}

function isGone(error: unknown): boolean {
  return error instanceof StatusError && (error.status.code === 410 || error.status.reason === "Expired");
}
