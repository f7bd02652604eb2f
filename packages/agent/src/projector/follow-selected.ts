import { createKeyQueue, type KeyQueue, type KubeObject } from "@kiln/api";
import { createBackoff, type Informer, itemsOf, objectKey, startInformer, wait } from "@kiln/client";
import { type ObjectKind, RESOURCES } from "../references/object-ref.ts";
import { type Follower, type FollowOptions, isImmutable, readIfThere } from "./follower.ts";

export interface Selection {
  readonly kind: ObjectKind;
  /** Namespace of the objects; undefined for all. */
  readonly namespace: string | undefined;
  readonly labelSelector: string;
}

/** Number of objects that are read concurrently. */
const WIDTH = 8;
const METADATA_LIST = { accept: "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1" };

/**
 * Follows all objects with a label. Only their metadata is watched; an object is read when it is new or has changed. An
 * immutable one is read once, because only its metadata can change.
 */
export function followSelected(selection: Selection, options: FollowOptions): Follower {
  const stopped = new AbortController();
  const { clock } = options;
  const state: State = { objects: new Map(), unread: new Map(), isListed: false, lastContactMs: clock.monotonicMs() };
  const work = (key: string): Promise<void> => readOne(run, key);
  const queue = createKeyQueue({ clock, width: WIDTH, work, onError: options.onError });
  const run: Run = { selection, options, state, signal: stopped.signal, queue };
  if (options.method === "watch") {
    watch(run);
  } else {
    void poll(run);
  }
  return {
    get isSettled() {
      return state.isListed && state.unread.size === 0;
    },
    isOpen: options.method !== "once",
    get lastContactMs() {
      return Math.max(state.lastContactMs, state.informer?.lastContactMs ?? 0);
    },
    objects: () => [...state.objects.values()],
    stop() {
      stopped.abort();
      queue.stop();
      state.informer?.stop();
    },
  };
}

interface State {
  readonly objects: Map<string, KubeObject>;
  /** Metadata of the objects that must be read. */
  readonly unread: Map<string, KubeObject>;
  isListed: boolean;
  lastContactMs: number;
  informer?: Informer;
}

interface Run {
  readonly selection: Selection;
  readonly options: FollowOptions;
  readonly state: State;
  readonly signal: AbortSignal;
  readonly queue: KeyQueue;
}

function watch(run: Run): void {
  const { selection, options, state } = run;
  const { client, clock, fraction, watchSeconds, onError } = options;
  const { namespace, labelSelector } = selection;
  state.informer = startInformer({
    client,
    clock,
    fraction,
    type: RESOURCES[selection.kind],
    ...(namespace === undefined ? {} : { namespace }),
    labelSelector,
    isMetadataOnly: true,
    watchSeconds: [watchSeconds, watchSeconds],
    onChange: ({ type, object }) => (type === "deleted" ? forget(run, objectKey(object)) : notice(run, object)),
    onError,
  });
  state.informer.synced.then(
    () => {
      state.isListed = true;
      options.onChange();
    },
    // The list was rejected because the follower was stopped first.
    () => {},
  );
}

async function poll(run: Run): Promise<void> {
  const { options, state, signal } = run;
  const backoff = createBackoff({ firstMs: 200, lastMs: 30_000, fraction: options.fraction });
  while (!signal.aborted) {
    try {
      await (options.method === "once" ? readAll(run) : listMetadata(run));
      state.isListed = true;
      options.onChange();
    } catch (error) {
      if (!signal.aborted) {
        options.onError(error);
        await wait(options.clock, backoff.nextMs(), signal);
      }
      continue;
    }
    if (options.method === "once") {
      return;
    }
    backoff.reset();
    await wait(options.clock, options.sleepMs, signal);
  }
}

/** Reads all objects at once: in this mode nothing is watched afterwards. */
async function readAll({ selection, options, state, signal }: Run): Promise<void> {
  const { kind, ...place } = selection;
  for await (const object of options.client.listAll(RESOURCES[kind], { ...place, signal })) {
    state.objects.set(objectKey(object), { ...object, kind });
  }
}

async function listMetadata(run: Run): Promise<void> {
  const { selection, options, state, signal } = run;
  const { kind, ...place } = selection;
  const page = await options.client.list(RESOURCES[kind], { ...place, signal, headers: METADATA_LIST });
  state.lastContactMs = options.clock.monotonicMs();
  const listed = new Set<string>();
  for (const object of itemsOf(page)) {
    listed.add(objectKey(object));
    notice(run, object);
  }
  for (const key of [...state.objects.keys(), ...state.unread.keys()]) {
    if (!listed.has(key)) {
      forget(run, key);
    }
  }
}

function forget({ options, state, queue }: Run, key: string): void {
  queue.remove(key);
  state.unread.delete(key);
  state.objects.delete(key);
  options.onChange();
}

function notice(run: Run, found: KubeObject): void {
  const { options, state, queue } = run;
  const key = objectKey(found);
  const known = state.objects.get(key);
  if (known?.metadata.resourceVersion === found.metadata.resourceVersion) {
    return;
  }
  if (known !== undefined && isImmutable(known) && known.metadata.uid === found.metadata.uid) {
    state.objects.set(key, { ...known, metadata: found.metadata });
    options.onChange();
    return;
  }
  state.unread.set(key, found);
  queue.add(key);
}

async function readOne(run: Run, key: string): Promise<void> {
  const { selection, options, state, signal } = run;
  const wanted = state.unread.get(key);
  if (wanted === undefined) {
    return;
  }
  const { namespace, name } = wanted.metadata;
  const object = await readIfThere(() =>
    options.client.get(RESOURCES[selection.kind], { namespace, name }, { signal }),
  );
  state.lastContactMs = options.clock.monotonicMs();
  // A newer version of the object, or its deletion, arrived meanwhile, and is handled separately.
  if (state.unread.get(key) !== wanted) {
    return;
  }
  state.unread.delete(key);
  if (object === undefined) {
    state.objects.delete(key);
  } else {
    state.objects.set(key, { ...object, kind: selection.kind });
  }
  options.onChange();
}
