import type { Revision, Store, StoreEvent } from "../store.ts";
import { isStoreError } from "../store-error.ts";
import { yieldTurn } from "../yield-turn.ts";
import type { History, Operation } from "./check-history.ts";

export interface RecordOptions {
  readonly clients: number;
  readonly operationsPerClient: number;
  readonly keys: readonly string[];
  readonly prefix: string;
  /** A number from 0 up to, but not including, 1. */
  readonly random: () => number;
}

type Action = Operation["action"];

/** Runs clients that get, range, create, replace and delete at random, all at once, and records their answers. */
export async function recordHistory(store: Store, options: RecordOptions): Promise<History> {
  const after = await store.currentRevision();
  const operations: Operation[] = [];
  let tick = 0;
  const client = async (): Promise<void> => {
    let seen: Revision | undefined;
    for (let i = 0; i < options.operationsPerClient; i++) {
      const key = options.keys[Math.floor(options.random() * options.keys.length)]!;
      const startedAt = tick++;
      const action = await act(store, { key, prefix: options.prefix, dice: options.random(), seen });
      operations.push({ startedAt, endedAt: tick++, key, action });
      seen = action.type === "get" ? action.found : undefined;
    }
  };
  await Promise.all(Array.from({ length: options.clients }, client));
  const last = await store.currentRevision();
  return { operations, events: await readEvents(store, { prefix: options.prefix, after, last }) };
}

/** Every event under the prefix between two revisions, both of which have happened. */
export async function readEvents(
  store: Store,
  { prefix, after, last }: { readonly prefix: string; readonly after: Revision; readonly last: Revision },
): Promise<StoreEvent[]> {
  const events: StoreEvent[] = [];
  if (after >= last) return events;
  const watch = await store.watch({ prefix, after });
  watch.requestProgress();
  for await (const batch of watch) {
    for (const event of batch.events) events.push(event);
    if (batch.revision >= last) break;
    // A progress batch comes in a microtask: without a turn for I/O the mirror would never advance.
    await yieldTurn();
    watch.requestProgress();
  }
  return events;
}

interface Move {
  readonly key: string;
  readonly prefix: string;
  readonly dice: number;
  readonly seen: Revision | undefined;
}

async function act(store: Store, { key, prefix, dice, seen }: Move): Promise<Action> {
  if (dice < 0.3) return { type: "get", found: (await store.get(key))?.revision };
  if (dice < 0.35) return { type: "range", revision: (await store.range({ prefix, limit: 1 })).revision };
  // Writers mostly expect the newest revision they can see, and sometimes one that they read earlier.
  const expected = dice < 0.45 ? seen : store.peek(key)?.revision;
  if (expected === undefined) return settle({ type: "create" }, store.create(key, valueFor(key, dice)));
  if (dice < 0.65) return settle({ type: "delete", expected }, store.delete(key, { revision: expected }));
  return settle({ type: "replace", expected }, store.replace(key, valueFor(key, dice), { revision: expected }));
}

function valueFor(key: string, dice: number): Uint8Array {
  return new TextEncoder().encode(`${key} ${dice}`);
}

async function settle(
  write: { readonly type: "create" | "replace" | "delete"; readonly expected?: Revision },
  answer: Promise<Revision>,
): Promise<Action> {
  try {
    return { ...write, outcome: await answer };
  } catch (error) {
    const isRefused = ["key-exists", "key-not-found", "revision-mismatch"].some(
      (code) => isStoreError(error) && error.code === code,
    );
    if (isRefused) return { ...write, outcome: "refused" };
    if (isStoreError(error, "outcome-unknown")) return { ...write, outcome: "unknown" };
    throw error;
  }
}
