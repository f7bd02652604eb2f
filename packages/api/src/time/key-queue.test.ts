import { describe, expect, it } from "vitest";
import { createManualClock } from "../testing/manual-clock.ts";
import { createKeyQueue } from "./key-queue.ts";

function start(width?: number) {
  const clock = createManualClock(new Date("2026-01-02T03:04:05Z"));
  const errors: string[] = [];
  const turns: (() => void)[] = [];
  const runs: { key: string; finish: (error?: Error) => void }[] = [];
  const work = (key: string) =>
    new Promise<void>((resolve, reject) => {
      runs.push({ key, finish: (error) => (error === undefined ? resolve() : reject(error)) });
    });
  const queue = createKeyQueue({
    clock,
    work,
    onError: (error, key) => errors.push(`${key}: ${(error as Error).message}`),
    yieldTurn: () =>
      new Promise<void>((resolve) => {
        turns.push(resolve);
      }),
    ...(width === undefined ? {} : { width }),
  });
  return { clock, queue, runs, errors, turns };
}

/** Lets all work run that does not wait for the clock. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) {
    await Promise.resolve();
  }
}

describe("createKeyQueue()", () => {
  it("works on a key once, however often it is added before", async () => {
    const { queue, runs } = start();
    queue.add("a");
    queue.add("a");
    queue.add("b");
    await settle();
    expect(runs.map(({ key }) => key)).toEqual(["a", "b"]);
  });

  it("works on a key again if it is added meanwhile, but never twice at a time", async () => {
    const { queue, runs } = start();
    queue.add("a");
    await settle();
    queue.add("a");
    queue.add("a");
    await settle();
    expect(runs).toHaveLength(1);
    runs[0]?.finish();
    await settle();
    expect(runs).toHaveLength(2);
    runs[1]?.finish();
    await settle();
    expect(runs).toHaveLength(2);
  });

  it("waits for the first delay given", async () => {
    const { clock, queue, runs } = start();
    queue.add("a", 500);
    queue.add("a");
    await settle();
    expect(runs).toHaveLength(0);
    clock.advance(500);
    await settle();
    expect(runs).toHaveLength(1);
  });

  it("tries again what failed, later each time, up to half a minute", async () => {
    const { clock, queue, runs } = start();
    queue.add("a");
    await settle();
    for (const delayMs of [200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]) {
      const { length } = runs;
      runs.at(-1)?.finish(new Error("not yet"));
      await settle();
      clock.advance(delayMs - 1);
      await settle();
      expect(runs).toHaveLength(length);
      clock.advance(1);
      await settle();
      expect(runs).toHaveLength(length + 1);
    }
    runs.at(-1)?.finish();
    await settle();
    expect(clock.pendingTimers()).toBe(0);
  });

  it("works on as many at a time as it may, and begins the next when one ends", async () => {
    const { queue, runs } = start(2);
    for (const key of ["a", "b", "c", "d"]) {
      queue.add(key);
    }
    await settle();
    expect(runs.map(({ key }) => key)).toEqual(["a", "b"]);
    queue.remove("c");
    runs[0]?.finish();
    await settle();
    expect(runs.map(({ key }) => key)).toEqual(["a", "b", "d"]);
  });

  it("is idle when nothing is under way or could begin, and says so once", async () => {
    const { clock, queue, runs, errors } = start(1);
    await queue.idle();
    queue.add("a");
    queue.add("b");
    let isIdle = false;
    const idle = queue.idle().then(() => {
      isIdle = true;
    });
    await settle();
    runs[0]?.finish(new Error("no"));
    await settle();
    expect(isIdle).toBe(false);
    runs[1]?.finish();
    await idle;
    expect(errors).toEqual(["a: no"]);
    queue.stop();
    clock.advance(60_000);
    await queue.idle();
    expect(runs).toHaveLength(2);
  });

  it("does not report failures after it was stopped", async () => {
    const { queue, runs, errors } = start();
    queue.add("a");
    await settle();
    queue.stop();
    runs[0]?.finish(new Error("closed"));
    await queue.idle();
    expect(errors).toEqual([]);
  });

  it("begins only some of many keys before other tasks have a turn", async () => {
    const { queue, runs, turns } = start();
    for (let i = 0; i < 100; i++) {
      queue.add(`key-${i}`);
    }
    await settle();
    expect(runs).toHaveLength(32);
    for (let turn = 0; turn < 3; turn++) {
      turns.shift()?.();
      await settle();
    }
    expect(runs).toHaveLength(100);
  });

  it("leaves no timer behind when stopped or when a key is taken back", async () => {
    const { clock, queue, runs } = start();
    queue.add("a", 500);
    queue.add("b", 500);
    queue.remove("a");
    expect(clock.pendingTimers()).toBe(1);
    queue.stop();
    queue.add("c");
    expect(clock.pendingTimers()).toBe(0);
    await settle();
    expect(runs).toHaveLength(0);
  });
});
