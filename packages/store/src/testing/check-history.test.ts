import { describe, expect, it } from "vitest";
import type { StoreEvent } from "../store.ts";
import { checkHistory, type Operation } from "./check-history.ts";

const value = new Uint8Array();
const events: StoreEvent[] = [
  { type: "create", key: "a", revision: 1, value },
  { type: "replace", key: "a", revision: 2, value, previous: { key: "a", value, revision: 1 } },
  { type: "delete", key: "a", revision: 3, previous: { key: "a", value, revision: 2 } },
];
const made: Operation[] = [
  { startedAt: 1, endedAt: 2, key: "a", action: { type: "create", outcome: 1 } },
  { startedAt: 3, endedAt: 6, key: "a", action: { type: "replace", expected: 1, outcome: 2 } },
  { startedAt: 9, endedAt: 10, key: "a", action: { type: "delete", expected: 2, outcome: 3 } },
];

const cases: { name: string; operation: Operation; isFault: boolean }[] = [
  {
    name: "a read during a write that saw the value before",
    operation: { startedAt: 4, endedAt: 5, key: "a", action: { type: "get", found: 1 } },
    isFault: false,
  },
  {
    name: "a read during a write that saw the value after",
    operation: { startedAt: 4, endedAt: 5, key: "a", action: { type: "get", found: 2 } },
    isFault: false,
  },
  {
    name: "a stale read",
    operation: { startedAt: 7, endedAt: 8, key: "a", action: { type: "get", found: 1 } },
    isFault: true,
  },
  {
    name: "a read of a value that was never written",
    operation: { startedAt: 7, endedAt: 8, key: "a", action: { type: "get", found: 9 } },
    isFault: true,
  },
  {
    name: "a stale range",
    operation: { startedAt: 7, endedAt: 8, key: "", action: { type: "range", revision: 1 } },
    isFault: true,
  },
  {
    name: "a create refused while the key was there",
    operation: { startedAt: 7, endedAt: 8, key: "a", action: { type: "create", outcome: "refused" } },
    isFault: false,
  },
  {
    name: "a create refused although the key was gone",
    operation: { startedAt: 11, endedAt: 12, key: "a", action: { type: "create", outcome: "refused" } },
    isFault: true,
  },
  {
    name: "a replace refused although nothing had changed",
    operation: { startedAt: 7, endedAt: 8, key: "a", action: { type: "replace", expected: 2, outcome: "refused" } },
    isFault: true,
  },
  {
    name: "an acknowledged write that is not there",
    operation: { startedAt: 11, endedAt: 12, key: "a", action: { type: "create", outcome: 4 } },
    isFault: true,
  },
];

describe("checkHistory()", () => {
  it.each(cases)("judges $name", ({ operation, isFault }) => {
    const operations = [...made, operation];
    expect(checkHistory({ events, operations }).length > 0).toBe(isFault);
  });

  it("finds a lost, a doubled and an untrue event", () => {
    expect(checkHistory({ events: [events[0]!, events[2]!], operations: [] })).toHaveLength(1);
    expect(checkHistory({ events: [events[0]!, events[0]!], operations: [] })).not.toHaveLength(0);
    expect(checkHistory({ events: [events[1]!], operations: [] })).not.toHaveLength(0);
  });

  it("finds two reads, one after the other, that saw time go back", () => {
    const reads: Operation[] = [
      { startedAt: 4, endedAt: 4.5, key: "a", action: { type: "get", found: 2 } },
      { startedAt: 5, endedAt: 5.5, key: "a", action: { type: "get", found: 1 } },
    ];
    expect(checkHistory({ events, operations: [...made, ...reads] })).toHaveLength(1);
  });
});
