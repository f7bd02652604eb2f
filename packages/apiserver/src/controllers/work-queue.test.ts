import { createManualClock } from "@kiln/api/testing";
import { describe, expect, it } from "vitest";
import { createWorkQueue } from "./work-queue.ts";

function start() {
  const clock = createManualClock(new Date("2026-01-02T03:04:05Z"));
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const runs: { key: string; finish: (error?: Error) => void }[] = [];
  const work = (key: string) =>
    new Promise<void>((resolve, reject) => {
      runs.push({ key, finish: (error) => (error === undefined ? resolve() : reject(error)) });
    });
  const queue = createWorkQueue({ services: { clock, log }, name: "work", work });
  return { clock, queue, runs };
}

/** Lets everything happen that waits for no clock. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) {
    await Promise.resolve();
  }
}

describe("createWorkQueue()", () => {
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

  it("waits as long as it was told first", async () => {
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

  it("begins only some of many keys before everybody else has a turn", async () => {
    const { queue, runs } = start();
    for (let i = 0; i < 100; i++) {
      queue.add(`key-${i}`);
    }
    await settle();
    expect(runs.length).toBeLessThan(100);
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
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
