import { StatusError, statusResourceExpired } from "@kiln/api";
import type { Resource } from "@kiln/kinds";
import { isStoreError, type Range, type Revision, type Store, type Watch } from "@kiln/store";
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

/** A client's watch, and the list of watches it is added to. */
interface AskedWatch {
  readonly watches: Watches;
  readonly plan: WatchPlan;
  readonly output: Output;
}

/** Position of a watch before its first event. */
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
    const opened = await openAt(context, plan, Math.max(resource.serving.lifetime?.since ?? 0, watches.oldest));
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

/** `oldest`: earlier resourceVersions are expired. */
async function openAt(context: Context, plan: WatchPlan, oldest: Revision): Promise<Opened> {
  const { store } = context.services;
  const { start, selection } = plan;
  const prefix = selection.onlyKey ?? selection.prefix;
  switch (start.from) {
    case "state": {
      await waitForRevision(context.services, start.notOlderThan ?? 0n, context.request);
      const { notOlderThan } = start;
      const fresh = notOlderThan === undefined ? {} : { minRevision: Number(notOlderThan) };
      const state = await store.range({ prefix, ...fresh });
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
  // A future version is waited for silently.
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
