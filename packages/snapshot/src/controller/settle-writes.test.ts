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
  it("restores a field after pauses that grow to a day", () => {
    const { clock, settlement } = start();
    const pauses = Array.from({ length: 6 }, () => {
      const pause = settlement.pauseBefore(LABEL);
      clock.advance(pause);
      expect(settlement.pauseBefore(LABEL)).toBe(0);
      settlement.record(LABEL);
      return pause / 3_600_000;
    });
    expect(pauses).toEqual([0, 1, 5, 24, 24, 24]);
  });

  it("restores a field at once that another writer changed long after it was written", () => {
    const { clock, settlement, contested } = start();
    settlement.record(LABEL);
    clock.advance(3_600_000);
    expect(settlement.pauseBefore(LABEL)).toBe(0);
    expect(contested).toEqual([]);
  });

  it("reports a reverted field once, and counts its object until it is written again", () => {
    const { clock, settlement, contested } = start();
    settlement.record(LABEL);
    settlement.record({ ...LABEL, key: "VolumeSnapshot default/b" });
    expect(settlement.contested()).toBe(0);
    settlement.pauseBefore(LABEL);
    clock.advance(settlement.pauseBefore(LABEL) - 1);
    settlement.pauseBefore(LABEL);
    expect(contested).toEqual([LABEL.key]);
    expect(settlement.contested()).toBe(1);
    settlement.record(LABEL);
    expect(settlement.contested()).toBe(0);
  });

  it.each([
    ["another generation", { generation: 2 }],
    ["another text", { text: "remove" }],
    ["another field", { field: "status" as const }],
    ["another object", { key: "VolumeSnapshot default/b" }],
  ])("begins anew with %s", (_, change) => {
    const { settlement } = start();
    settlement.record(LABEL);
    expect(settlement.pauseBefore(LABEL)).toBe(3_600_000);
    expect(settlement.pauseBefore({ ...LABEL, ...change })).toBe(0);
  });

  it("forgets a deleted object", () => {
    const { settlement } = start();
    settlement.record(LABEL);
    settlement.pauseBefore(LABEL);
    settlement.forget(LABEL.key);
    expect(settlement.contested()).toBe(0);
    expect(settlement.pauseBefore(LABEL)).toBe(0);
  });
});
