import { describe, expect, it } from "vitest";
import { RecentValues } from "./recent-values.ts";

function entry(revision: number, size: number) {
  return { key: `/k/${revision}`, value: new Uint8Array(size), revision };
}

describe("RecentValues", () => {
  it("lets the first go when there are too many bytes", () => {
    const recent = new RecentValues(1000);
    const entries = [entry(1, 100), entry(2, 100), entry(3, 50), entry(4, 0)];
    for (const each of entries) recent.add(each);
    expect([1, 2, 3, 4].map((revision) => recent.get(revision))).toEqual([undefined, ...entries.slice(1)]);
  });

  it("counts an entry once, however often it is read", () => {
    const recent = new RecentValues(1000);
    const [first, second] = [entry(1, 200), entry(2, 200)];
    for (const each of [first, second, second, first, second]) recent.add(each);
    expect([recent.get(1), recent.get(2)]).toEqual([first, second]);
  });

  it("has no room for large values", () => {
    const recent = new RecentValues(1_000_000);
    const small = entry(1, 1000);
    recent.add(small);
    recent.add(entry(2, 100_000));
    expect([recent.get(1), recent.get(2)]).toEqual([small, undefined]);
  });
});
