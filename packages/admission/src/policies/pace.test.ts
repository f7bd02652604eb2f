import { createManualClock } from "@kiln/api/testing";
import { describe, expect, it } from "vitest";
import { type Pause, pace } from "./pace.ts";

describe("pace()", () => {
  function* count(steps: number, between: () => Pause): Generator<Pause, number> {
    for (let i = 0; i < steps; i++) {
      yield between();
    }
    return steps;
  }

  it("answers at once what takes no time", () => {
    expect(
      pace(
        count(1000, () => undefined),
        createManualClock(new Date(0)),
      ),
    ).toBe(1000);
  });

  it("lets others have their turn where steps take long", async () => {
    const clock = createManualClock(new Date(0));
    const turns: string[] = [];
    const slow = () => {
      clock.advance(6);
      turns.push("step");
      return undefined;
    };
    setImmediate(() => turns.push("other"));
    expect(await pace(count(4, slow), clock)).toBe(4);
    expect(turns).toEqual(["step", "step", "other", "step", "step"]);
  });

  it("waits for what a step waits for, and fails if that fails", async () => {
    const clock = createManualClock(new Date(0));
    expect(
      await pace(
        count(2, () => Promise.resolve()),
        clock,
      ),
    ).toBe(2);
    await expect(
      pace(
        count(2, () => Promise.reject(new Error("no"))),
        clock,
      ),
    ).rejects.toThrow("no");
  });
});
