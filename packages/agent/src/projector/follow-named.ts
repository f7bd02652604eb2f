import type { KubeObject } from "@kiln/api";
import { createBackoff, type Informer, startInformer, wait } from "@kiln/client";
import { type ObjectRef, RESOURCES } from "../references/object-ref.ts";
import { type Follower, type FollowOptions, isImmutable, readIfThere } from "./follower.ts";

/**
 * Follows one object by name. An immutable object is read once, without a watch or poll. When an object becomes
 * immutable later, its watch or poll ends.
 */
export function followNamed(ref: ObjectRef, options: FollowOptions): Follower {
  const stopped = new AbortController();
  const state: State = {
    object: undefined,
    isSettled: false,
    isOpen: true,
    lastContactMs: options.clock.monotonicMs(),
  };
  const run: Run = { ref, options, state, signal: stopped.signal };
  void follow(run);
  return {
    get isSettled() {
      return state.isSettled;
    },
    get isOpen() {
      return state.isOpen;
    },
    get lastContactMs() {
      return Math.max(state.lastContactMs, state.informer?.lastContactMs ?? 0);
    },
    objects: () => (state.object === undefined ? [] : [state.object]),
    stop() {
      stopped.abort();
      state.informer?.stop();
      state.isOpen = false;
    },
  };
}

interface State {
  object: KubeObject | undefined;
  isSettled: boolean;
  isOpen: boolean;
  lastContactMs: number;
  informer?: Informer;
}

interface Run {
  readonly ref: ObjectRef;
  readonly options: FollowOptions;
  readonly state: State;
  readonly signal: AbortSignal;
}

async function follow(run: Run): Promise<void> {
  const { options, state, signal } = run;
  const backoff = createBackoff({ firstMs: 200, lastMs: 30_000, fraction: options.fraction });
  while (!signal.aborted) {
    try {
      take(run, await read(run));
    } catch (error) {
      if (!signal.aborted) {
        options.onError(error);
        await wait(options.clock, backoff.nextMs(), signal);
      }
      continue;
    }
    if (options.method === "once" || (state.object !== undefined && isImmutable(state.object))) {
      state.isOpen = false;
      return;
    }
    if (options.method === "watch") {
      watch(run);
      return;
    }
    backoff.reset();
    await wait(options.clock, options.sleepMs, signal);
  }
}

async function read({ ref, options, signal }: Run): Promise<KubeObject | undefined> {
  const { kind, namespace, name } = ref;
  const object = await readIfThere(() => options.client.get(RESOURCES[kind], { namespace, name }, { signal }));
  return object === undefined ? undefined : { ...object, kind };
}

function watch(run: Run): void {
  const { ref, options, state } = run;
  const { client, clock, fraction, watchSeconds, onError } = options;
  const informer = startInformer({
    client,
    clock,
    fraction,
    type: RESOURCES[ref.kind],
    namespace: ref.namespace,
    fieldSelector: `metadata.name=${ref.name}`,
    watchSeconds: [watchSeconds, watchSeconds],
    onChange: (change) => take(run, change.type === "deleted" ? undefined : { ...change.object, kind: ref.kind }),
    onError,
  });
  state.informer = informer;
  informer.synced.then(
    () => {
      // The object was deleted between the read and the watch: the watch has no event for it.
      if (informer.size === 0) {
        take(run, undefined);
      }
    },
    () => {
      // The list was rejected because the follower was stopped first.
    },
  );
}

function take({ options, state }: Run, object: KubeObject | undefined): void {
  const isNew = object?.metadata.resourceVersion !== state.object?.metadata.resourceVersion || !state.isSettled;
  state.lastContactMs = options.clock.monotonicMs();
  state.object = object;
  state.isSettled = true;
  if (object !== undefined && isImmutable(object)) {
    state.informer?.stop();
    state.isOpen = false;
  }
  if (isNew) {
    options.onChange();
  }
}
