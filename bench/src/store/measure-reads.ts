import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { EventBatch, Store } from "@kiln/store";
import { openLmdbStore } from "@kiln/store/lmdb";
import { MemoryStore } from "@kiln/store/memory";
import type { Figure } from "../benchmark.ts";
import { median } from "../measure-ratio.ts";
import { fillStore } from "./write-targets.ts";

const prefix = "/registry/";

/**
 * Measures ranges of 10,000 entries, and the longest delay of the event loop during each. The median of those counts,
 * since a busy machine delays every program now and then.
 */
export async function measureRange(): Promise<readonly Figure[]> {
  return withStore(async (store) => {
    await fillStore(store, 10_000);
    const times: number[] = [];
    const pauses: number[] = [];
    for (let i = 0; i < 20; i++) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const start = performance.now();
      for await (const slice of await store.range({ prefix })) void slice;
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 5));
      delay.disable();
      pauses.push(delay.max / 1e6);
    }
    return [
      { name: "range of 10,000", value: median(times), unit: "ms" },
      { name: "longest pause", value: median(pauses), unit: "ms", bound: { most: 20 } },
    ];
  });
}

/** Measures the cost of one more watcher of a prefix: a delivery, without building the event again. */
export async function measureWatchers(): Promise<readonly Figure[]> {
  const store = new MemoryStore();
  const watcherCount = 1000;
  const writes = 200;
  const alone = await timeWatchers(store, 1, writes);
  const many = await timeWatchers(store, watcherCount, writes);
  await store.close();
  return [
    { name: "events built for 1,000 watchers", value: many.built / writes, unit: "a write", bound: { most: 1 } },
    {
      name: "one more watcher",
      value: ((many.milliseconds - alone.milliseconds) * 1000) / writes / (watcherCount - 1),
      unit: "µs a write",
      bound: { most: 5 },
    },
  ];
}

async function timeWatchers(
  store: Store,
  watcherCount: number,
  writes: number,
): Promise<{ readonly milliseconds: number; readonly built: number }> {
  const after = await store.currentRevision();
  const seen = new Set<EventBatch["events"][number]>();
  const watchers = Array.from({ length: watcherCount }, async () => {
    let count = 0;
    for await (const { events } of await store.watch({ prefix, after })) {
      for (const event of events) seen.add(event);
      count += events.length;
      if (count === writes) break;
    }
  });
  const start = performance.now();
  for (let i = 0; i < writes; i++) await store.create(`${prefix}${after}-${i}`, new Uint8Array(1024));
  await Promise.all(watchers);
  return { milliseconds: performance.now() - start, built: seen.size };
}

/** Measures a store of a million keys: the time to open it, and its heap. */
export async function measureMillion(): Promise<readonly Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), "kiln-bench-"));
  try {
    const filling = await openLmdbStore({ directory, unsafeNoSync: true });
    await fillStore(filling, 1_000_000, new Uint8Array(100));
    await filling.close();
    const before = process.memoryUsage();
    const start = performance.now();
    const store = await openLmdbStore({ directory });
    const openMs = performance.now() - start;
    const after = process.memoryUsage();
    const countStart = performance.now();
    const count = await store.count({ prefix });
    const countMs = performance.now() - countStart;
    await store.close();
    if (count !== 1_000_000) throw new Error(`${count} keys instead of a million`);
    return [
      { name: "open", value: openMs, unit: "ms", bound: { most: 1000 } },
      { name: "heap", value: (after.heapUsed - before.heapUsed) / 2 ** 20, unit: "MiB", bound: { most: 32 } },
      { name: "count", value: countMs, unit: "ms" },
    ];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), "kiln-bench-"));
  const store = await openLmdbStore({ directory });
  try {
    return await work(store);
  } finally {
    await store.close();
    rmSync(directory, { recursive: true });
  }
}
