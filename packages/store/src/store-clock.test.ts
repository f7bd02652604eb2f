import { createManualClock } from "@kiln/api/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createStoreClock, toStoreClock } from "./store-clock.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("createStoreClock()", () => {
  it.each([400, -400])("counts on evenly when the system's clock is set by %d days", (days) => {
    const clock = createStoreClock();
    const before = clock.now();
    expect(Math.abs(before - Date.now())).toBeLessThan(24 * 3600_000);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * 24 * 3600_000 });
    expect(clock.now() - before).toBeGreaterThanOrEqual(0);
    expect(clock.now() - before).toBeLessThan(3600_000);
  });
});

describe("toStoreClock()", () => {
  it("ticks by the clock that it is given, until it is stopped", () => {
    const clock = createManualClock(new Date(5000));
    const store = toStoreClock(clock);
    const ticks: number[] = [];
    const stop = store.every(1000, () => ticks.push(store.now()));
    clock.advance(2500);
    stop();
    clock.advance(5000);
    expect(ticks).toEqual([6000, 7000]);
    expect(clock.pendingTimers()).toBe(0);
  });
});
