import { createManualClock } from "@kiln/api/testing";
import { describe, expect, it } from "vitest";
import { createSteeredClock, MOST_STEPS } from "./steered-clock.ts";

const START = new Date("2026-01-02T03:04:05Z");
const HOUR_MS = 3600_000;

function start() {
  const real = createManualClock(START);
  return { real, clock: createSteeredClock(real) };
}

describe("createSteeredClock()", () => {
  it("has the time of the clock behind it until it is moved", () => {
    const { real, clock } = start();
    const fired: string[] = [];
    clock.setTimer(1000, () => fired.push(clock.now().toISOString()));
    real.advance(1500);
    expect(fired).toEqual(["2026-01-02T03:04:06.000Z"]);
    expect(clock.now()).toEqual(real.now());
  });

  it("fires nothing while it is stopped, and goes on where it stopped", async () => {
    const { real, clock } = start();
    let fired = 0;
    clock.setTimer(1000, () => fired++);
    real.advance(400);
    await clock.move({ isStopped: true });
    real.advance(HOUR_MS);
    expect([fired, clock.now().toISOString()]).toEqual([0, "2026-01-02T03:04:05.400Z"]);
    await clock.move({ isStopped: false });
    real.advance(599);
    expect(fired).toBe(0);
    real.advance(1);
    expect(fired).toBe(1);
  });

  it("fires what falls due on the way in order, with what that sets in turn", async () => {
    const { clock } = start();
    const fired: string[] = [];
    const note = (name: string) => fired.push(`${name} ${clock.now().toISOString().slice(11, 19)}`);
    clock.setTimer(120_000, () => note("late"));
    clock.setTimer(60_000, () => {
      note("early");
      void Promise.resolve().then(() => clock.setTimer(30_000, () => note("between")));
    });
    await clock.move({ isStopped: true, byMs: HOUR_MS });
    expect(fired).toEqual(["early 03:05:05", "between 03:05:35", "late 03:06:05"]);
    expect(clock.now().toISOString()).toBe("2026-01-02T04:04:05.000Z");
  });

  it("fires the timers of one millisecond together, as a running clock does, and then waits", async () => {
    const { clock } = start();
    await clock.move({ isStopped: true });
    const seen: string[] = [];
    const work = async (name: string) => {
      seen.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`${name} ends`);
    };
    for (const [name, ms] of [
      ["b", 60_000],
      ["c", 60_001],
      ["a", 60_000],
    ] as const) {
      clock.setTimer(ms, () => clock.noteWork(work(name)));
    }
    await clock.move({ isStopped: true, byMs: HOUR_MS });
    expect(seen).toEqual(["b begins", "a begins", "b ends", "a ends", "c begins", "c ends"]);
  });

  it("waits for work that a timer began, and for work that this begins, before the next timer fires", async () => {
    const { clock } = start();
    const done: string[] = [];
    // As a write to a disk, which takes longer than some turns of the event loop.
    const work = async (name: string, next: () => void = () => {}) => {
      for (let turn = 0; turn < 50; turn++) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      done.push(`${name} ${clock.now().toISOString().slice(11, 19)}`);
      next();
    };
    clock.setTimer(1000, () => clock.noteWork(work("first", () => clock.noteWork(work("second")))));
    clock.setTimer(2000, () => done.push("next"));
    await clock.move({ isStopped: true, byMs: HOUR_MS });
    expect(done).toEqual(["first 03:04:06", "second 03:04:06", "next"]);
  });

  it("fires a periodic timer once in a move, at its end", async () => {
    const { clock } = start();
    const fired: string[] = [];
    const beat = () => {
      fired.push(`beat ${clock.now().toISOString().slice(11, 19)}`);
      clock.setTimer(10_000, beat, { isPeriodic: true });
    };
    clock.setTimer(10_000, beat, { isPeriodic: true });
    clock.setTimer(60_000, () => fired.push("other"));
    await clock.move({ isStopped: true, byMs: HOUR_MS });
    expect(fired).toEqual(["other", "beat 04:04:05"]);
  });

  it("moves to a time, and fires nothing when that is behind", async () => {
    const { clock } = start();
    let fired = 0;
    clock.setTimer(1000, () => fired++);
    await clock.move({ isStopped: true, time: new Date("2020-01-01T00:00:00Z") });
    expect([fired, clock.now().getUTCFullYear(), clock.monotonicMs()]).toEqual([0, 2020, 0]);
    await clock.move({ isStopped: true, time: new Date("2020-01-01T00:00:01Z") });
    expect(fired).toBe(1);
  });

  it("takes the rest of a long way at once", async () => {
    const { clock } = start();
    let fired = 0;
    const again = () => {
      fired++;
      clock.setTimer(1000, again);
    };
    clock.setTimer(1000, again);
    await clock.move({ isStopped: true, byMs: 10 * 365 * 24 * HOUR_MS });
    expect(fired).toBe(MOST_STEPS + 1);
    expect(clock.now().getUTCFullYear()).toBe(2035);
  });

  it("ticks for a store once for all the intervals that a move passes", async () => {
    const { real, clock } = start();
    const ticks: number[] = [];
    const stop = clock.storeClock.every(1000, () => ticks.push(clock.storeClock.now() - START.getTime()));
    real.advance(2000);
    await clock.move({ isStopped: true, byMs: HOUR_MS });
    stop();
    expect(ticks).toEqual([1000, 2000, HOUR_MS + 2000]);
  });

  it("leaves no timer behind when it is closed", () => {
    const { real, clock } = start();
    clock.setTimer(1000, () => {});
    clock.storeClock.every(1000, () => {});
    clock.close();
    clock.setTimer(1000, () => {});
    expect([clock.pendingTimers(), real.pendingTimers()]).toEqual([0, 0]);
  });
});
