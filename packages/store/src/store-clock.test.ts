import { afterEach, describe, expect, it, vi } from "vitest";
import { createSystemClock } from "./store-clock.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("createSystemClock()", () => {
  it.each([400, -400])("counts on evenly when the system's clock is set by %d days", (days) => {
    const clock = createSystemClock();
    const before = clock.now();
    expect(Math.abs(before - Date.now())).toBeLessThan(24 * 3600_000);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * 24 * 3600_000 });
    expect(clock.now() - before).toBeGreaterThanOrEqual(0);
    expect(clock.now() - before).toBeLessThan(3600_000);
  });
});
