import type { Revision, StoreEvent } from "../store.ts";

/**
 * Request and answer of a client, between two ticks of one counter shared by all clients.
 * `unknown` is a write whose answer was lost; `refused` a write whose compare failed.
 */
export interface Operation {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly key: string;
  readonly action:
    | { readonly type: "get"; readonly found: Revision | undefined }
    | { readonly type: "range"; readonly revision: Revision }
    | {
        readonly type: "create" | "replace" | "delete";
        readonly expected?: Revision;
        readonly outcome: Revision | "refused" | "unknown";
      };
}

export interface History {
  /** Every write of the store, in order, from before the first operation. */
  readonly events: readonly StoreEvent[];
  readonly operations: readonly Operation[];
}

/** A key's state from `revision` up to, but not including, `until`. */
interface Span {
  readonly revision: Revision;
  readonly until: Revision;
  readonly isPresent: boolean;
}

/**
 * Whether clients saw one register per key, all written in the order of the revisions: each operation can be given
 * a place in that order, within the time it took, where its answer is true. Returns what is wrong, in sentences.
 *
 * Taking the earliest place each time is enough: a place only ever pushes later operations further back.
 */
export function checkHistory({ events, operations }: History): string[] {
  const faults = checkEvents(events);
  const spans = collectSpans(events);
  const written = new Map(events.map((event) => [event.revision, event]));
  const ticks = operations.flatMap((operation) => [
    { at: operation.startedAt, operation, isStart: true },
    { at: operation.endedAt, operation, isStart: false },
  ]);
  ticks.sort((a, b) => a.at - b.at);
  const floors = new Map<Operation, Revision>();
  let finished: Revision = 0;
  for (const { operation, isStart } of ticks) {
    if (isStart) {
      floors.set(operation, finished);
      continue;
    }
    const place = findPlace(operation, floors.get(operation)!, { spans, written });
    if (place === "anywhere") continue;
    if (place === undefined) faults.push(`no place after ${floors.get(operation)} for ${JSON.stringify(operation)}`);
    else finished = Math.max(finished, place);
  }
  return faults;
}

interface Truth {
  readonly spans: ReadonlyMap<string, readonly Span[]>;
  readonly written: ReadonlyMap<Revision, StoreEvent>;
}

function findPlace(operation: Operation, floor: Revision, truth: Truth): Revision | "anywhere" | undefined {
  const { action, key } = operation;
  if (action.type === "range") return action.revision >= floor ? action.revision : undefined;
  const spans = truth.spans.get(key) ?? [{ revision: 0, until: Number.POSITIVE_INFINITY, isPresent: false }];
  if (action.type === "get") {
    return firstPlace(spans, floor, (span) => (span.isPresent ? span.revision : undefined) === action.found);
  }
  if (action.outcome === "unknown") return "anywhere";
  if (action.outcome === "refused") return firstPlace(spans, floor, (span) => refuses(action, span));
  const event = truth.written.get(action.outcome);
  const isTold = event?.key === key && event.type === action.type && event.previous?.revision === action.expected;
  return isTold && action.outcome > floor ? action.outcome : undefined;
}

function firstPlace(spans: readonly Span[], floor: Revision, isTrue: (span: Span) => boolean): Revision | undefined {
  const span = spans.find((candidate) => candidate.until > floor && isTrue(candidate));
  return span && Math.max(span.revision, floor);
}

function refuses(action: { readonly type: string; readonly expected?: Revision }, span: Span): boolean {
  return action.type === "create" ? span.isPresent : !span.isPresent || span.revision !== action.expected;
}

/** Each event must follow from the one before it on its key, and revisions must only rise. */
function checkEvents(events: readonly StoreEvent[]): string[] {
  const faults: string[] = [];
  const latest = new Map<string, StoreEvent>();
  let revision: Revision = 0;
  for (const event of events) {
    const before = latest.get(event.key);
    const live = before?.type === "delete" ? undefined : before?.revision;
    if (event.revision <= revision) faults.push(`revision ${event.revision} comes after ${revision}`);
    if (event.previous?.revision !== live) {
      faults.push(`event ${event.revision} of ${event.key} has previous ${event.previous?.revision}, not ${live}`);
    }
    if ((event.type === "create") !== (live === undefined)) {
      faults.push(`event ${event.revision} of ${event.key} is a ${event.type} after ${before?.type ?? "nothing"}`);
    }
    latest.set(event.key, event);
    revision = event.revision;
  }
  return faults;
}

function collectSpans(events: readonly StoreEvent[]): Map<string, Span[]> {
  const spans = new Map<string, Span[]>();
  for (const { key, revision, type } of events) {
    const list = spans.get(key) ?? [{ revision: 0, until: Number.POSITIVE_INFINITY, isPresent: false }];
    list.push({ ...list.pop()!, until: revision });
    list.push({ revision, until: Number.POSITIVE_INFINITY, isPresent: type !== "delete" });
    spans.set(key, list);
  }
  return spans;
}
