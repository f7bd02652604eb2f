import { createManualClock } from "@kiln/api/testing";
import { describe, expect, it } from "vitest";
import { createSettlement, type PlannedWrite } from "./settle-writes.ts";

const LABEL: PlannedWrite = { key: "VolumeSnapshot default/a", field: "label", text: "add", generation: 1 };

function start() {
  const clock = createManualClock(new Date("2026-01-02T03:04:05Z"));
  const contested: string[] = [];
  const settlement = createSettlement({ clock, onContested: ({ key }) => contested.push(key) });
  return { clock, settlement, contested };
}

describe("createSettlement()", () => {
  it("restores a field once at once, then after pauses that grow to a day", () => {
    const { clock, settlement } = start();
    const pauses = Array.from({ length: 8 }, () => {
      const pause = settlement.pauseOf(LABEL);
      clock.advance(pause);
      expect(settlement.pauseOf(LABEL)).toBe(0);
      settlement.record(LABEL);
      return pause / 1000;
    });
    expect(pauses).toEqual([0, 0, 10, 100, 1000, 10_000, 86_400, 86_400]);
  });

  it("reports an object once", () => {
    const { settlement, contested } = start();
    for (let times = 0; times < 5; times++) {
      settlement.record(LABEL);
    }
    settlement.record({ ...LABEL, key: "VolumeSnapshot default/b" });
    expect(contested).toEqual([LABEL.key]);
    expect(settlement.contested()).toBe(1);
  });

  it.each([
    ["another generation", { generation: 2 }],
    ["another text", { text: "remove" }],
    ["another field", { field: "status" as const }],
    ["another object", { key: "VolumeSnapshot default/b" }],
  ])("begins anew with %s", (_, change) => {
    const { settlement } = start();
    for (let times = 0; times < 3; times++) {
      settlement.record(LABEL);
    }
    expect(settlement.pauseOf(LABEL)).toBe(100_000);
    expect(settlement.pauseOf({ ...LABEL, ...change })).toBe(0);
  });

  it("forgets a deleted object", () => {
    const { settlement } = start();
    for (let times = 0; times < 3; times++) {
      settlement.record(LABEL);
    }
    settlement.forget(LABEL.key);
    expect(settlement.contested()).toBe(0);
    expect(settlement.pauseOf(LABEL)).toBe(0);
  });
});
