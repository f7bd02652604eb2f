import { describe, expect, it } from "vitest";
import { createSystemClock, type TimerHost } from "./clock.ts";

/** Records the timers that a clock sets, and fires them on demand. */
function createHost() {
  const timeouts = new Map<number, { delayMs: number; callback: () => void }>();
  let next = 1;
  const host: TimerHost = {
    setTimeout(callback, delayMs) {
      timeouts.set(next, { delayMs, callback });
      return next++;
    },
    clearTimeout: (handle: number) => timeouts.delete(handle),
    performance: { now: () => 12.5 },
  };
  const fire = () => {
    const [handle, timeout] = [...timeouts][0] ?? [];
    timeouts.delete(handle as number);
    timeout?.callback();
  };
  return { host, fire, delays: () => [...timeouts.values()].map((timeout) => timeout.delayMs) };
}

describe("createSystemClock()", () => {
  it("asks its host for the passing time", () => {
    const { host } = createHost();
    const clock = createSystemClock(host);
    expect(clock.monotonicMs()).toBe(12.5);
    expect(clock.now()).toBeInstanceOf(Date);
  });

  it("fires a timer once", () => {
    const { host, fire, delays } = createHost();
    let fired = 0;
    createSystemClock(host).setTimer(-5, () => fired++);
    expect(delays()).toEqual([0]);
    fire();
    fire();
    expect(fired).toBe(1);
  });

  it("cancels a timer", () => {
    const { host, delays } = createHost();
    createSystemClock(host)
      .setTimer(10, () => undefined)
      .cancel();
    expect(delays()).toEqual([]);
  });

  it("waits in steps for what its host cannot count", () => {
    const { host, fire, delays } = createHost();
    let fired = 0;
    const timer = createSystemClock(host).setTimer(2 ** 31 + 9, () => fired++);
    expect(delays()).toEqual([2 ** 31 - 1]);
    fire();
    expect([fired, ...delays()]).toEqual([0, 10]);
    fire();
    expect(fired).toBe(1);
    timer.cancel();
  });
});
