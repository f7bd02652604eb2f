import { describe, expect, it } from "vitest";
import { createManualClock } from "./manual-clock.ts";

const start = new Date("2020-01-01T00:00:00Z");

describe("createManualClock()", () => {
  it("stands still until it is advanced", () => {
    const clock = createManualClock(start);
    expect(clock.now()).toEqual(start);
    clock.advance(1500);
    expect(clock.now()).toEqual(new Date("2020-01-01T00:00:01.500Z"));
    expect(clock.monotonicMs()).toBe(1500);
  });

  it("fires timers in the order of their due times, each at its own time", () => {
    const clock = createManualClock(start);
    const fired: string[] = [];
    const note = (name: string) => () => fired.push(`${name} at ${clock.monotonicMs()}`);
    clock.setTimer(20, note("b"));
    clock.setTimer(10, note("a"));
    clock.setTimer(20, note("c"));
    clock.setTimer(30, note("d"));
    clock.advance(25);
    expect(fired).toEqual(["a at 10", "b at 20", "c at 20"]);
    expect(clock.pendingTimers()).toBe(1);
  });

  it("fires what a timer sets within the same move, and no canceled one", () => {
    const clock = createManualClock(start);
    const fired: number[] = [];
    const never = clock.setTimer(15, () => fired.push(-1));
    clock.setTimer(10, () => {
      fired.push(clock.monotonicMs());
      never.cancel();
      clock.setTimer(5, () => fired.push(clock.monotonicMs()));
    });
    clock.advance(15);
    expect(fired).toEqual([10, 15]);
    expect(clock.pendingTimers()).toBe(0);
  });
});
