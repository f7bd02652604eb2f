import { StatusError, statusResourceExpired } from "@kiln/api";
import type { Resource } from "@kiln/kinds";
import { isStoreError, type Range, type Revision, type Store, type Watch } from "@kiln/store";
import type { Selection } from "../list/selection.ts";
import { takeSelected } from "../list/take-selected.ts";
import { waitForRevision } from "../list/wait-for-revision.ts";
import type { Output } from "../output/output.ts";
import type { Context } from "../request/context.ts";
import { fromStoreError } from "../request/store-errors.ts";
import { createEventConverter } from "./convert-events.ts";
import { encodeError } from "./encode-event.ts";
import { createEventView } from "./event-view.ts";
import { WatchBody } from "./watch-body.ts";
import type { WatchPlan } from "./watch-plan.ts";
import { WatchSession } from "./watch-session.ts";
import type { Watches } from "./watches.ts";

/** A watch to open, and the list of open watches. */
interface AskedWatch {
  readonly watches: Watches;
  readonly plan: WatchPlan;
  readonly output: Output;
}

/** State of a watch before its first event. */
interface Opened {
  readonly state: Range | undefined;
  readonly events: Watch;
  readonly after: Revision;
}

/**
 * The body of a watch. Kubernetes: errors from here on are events of type ERROR, since the status is already 200
 * (handlers/watch.go HandleHTTP, v1.36).
 */
export async function openWatch(
  context: Context,
  resource: Resource,
  { watches, plan, output }: AskedWatch,
): Promise<AsyncIterable<Uint8Array>> {
  const { services, request, unread } = context;
  try {
    const opened = await openAt(
      context,
      { plan, resource },
      Math.max(resource.serving.lifetime?.since ?? 0, watches.oldest),
    );
    const session = new WatchSession({
      store: services.store,
      clock: services.clock,
      watches,
      timeoutMs: plan.timeoutMs,
      allowsBookmarks: plan.allowsBookmarks,
      events: opened.events,
      lifetime: resource.serving.lifetime,
      signal: request.signal,
    });
    const encoded = watches.encodedOf(resource);
    const view = createEventView({ ...plan, resource, output, encoded });
    const converter = createEventConverter({ resource, selection: plan.selection, encoded });
    return new WatchBody({ ...plan, ...opened, session, view, output, converter, unread, log: services.log });
  } catch (error) {
    return oneError(error, resource, output);
  }
}

async function* oneError(error: unknown, resource: Resource, output: Output): AsyncGenerator<Uint8Array> {
  const status = isStoreError(error) ? fromStoreError(error, resource, "") : error;
  if (!(status instanceof StatusError)) {
    throw error;
  }
  yield encodeError(output, status.status);
}

/** Opens the store's watch. Versions before `oldest` are expired. */
async function openAt(
  context: Context,
  { plan, resource }: { readonly plan: WatchPlan; readonly resource: Resource },
  oldest: Revision,
): Promise<Opened> {
  const { store } = context.services;
  const { start, selection } = plan;
  const prefix = selection.onlyKey ?? selection.prefix;
  switch (start.from) {
    case "state": {
      await waitForRevision(context.services, start.notOlderThan ?? 0n, context.request);
      const state = await openState(context, { resource, selection, notOlderThan: start.notOlderThan });
      return { state, events: await store.watch({ prefix, after: state.revision }), after: state.revision };
    }
    case "version":
      return openAfter(store, { prefix, version: start.version, oldest });
    case "now": {
      const now = start.isAnyFine ? store.revision : await store.currentRevision();
      return openAfter(store, { prefix, version: BigInt(now), oldest: 0 });
    }
  }
}

interface StateRequest {
  readonly resource: Resource;
  readonly selection: Selection;
  /** Minimum version of the initial objects; undefined: the newest. */
  readonly notOlderThan: bigint | undefined;
}

/** Initial objects of a watch. With a selector only the selected ones are read, as for a list. */
async function openState({ services }: Context, request: StateRequest): Promise<Range> {
  const { resource, selection, notOlderThan } = request;
  const { store, heads } = services;
  const { onlyKey, term } = selection;
  const minRevision = notOlderThan === undefined ? undefined : Number(notOlderThan);
  const snapshot =
    selection.isEverything || onlyKey !== undefined
      ? undefined
      : await heads.snapshot(resource, { after: minRevision ?? (await store.currentRevision()), term });
  if (snapshot === undefined) {
    return store.range({ prefix: onlyKey ?? selection.prefix, minRevision });
  }
  const page = { snapshot, selection, start: undefined, limit: 0, onFull: () => {} };
  return {
    revision: snapshot.revision,
    async *[Symbol.asyncIterator]() {
      for await (const entries of takeSelected(store, page)) {
        yield { entries };
      }
    },
  };
}

interface Place {
  readonly prefix: string;
  readonly version: bigint;
  /**
   * Kubernetes: a watch cannot start before the last change of its CRD (apiserver/customresource_handler.go
   * getOrCreateServingInfoFor, v1.36).
   */
  readonly oldest: Revision;
}

async function openAfter(store: Store, { prefix, version, oldest }: Place): Promise<Opened> {
  if (version < BigInt(oldest)) {
    throw tooOld(version, oldest);
  }
  // A version in the future is not an error: the watch sends nothing until the store has passed it.
  const after = version > BigInt(store.revision) ? store.revision : Number(version);
  try {
    return { state: undefined, events: await store.watch({ prefix, after }), after: Number(version) };
  } catch (error) {
    throw isStoreError(error, "compacted") ? tooOld(version, error.oldest ?? store.revision) : error;
  }
}

function tooOld(version: bigint, oldest: Revision): StatusError {
  return statusResourceExpired(`too old resource version: ${version} (${oldest})`);
}
