import { describe, expect, it } from "vitest";
import { createWaitingLine } from "./waiting-line.ts";

describe("createWaitingLine()", () => {
  it("gives the highest priority first, then the first added, each once", () => {
    const line = createWaitingLine();
    line.add("a", 0);
    line.add("b", 10);
    line.add("c", 0);
    line.add("d", -5);
    line.add("a", 10);
    expect([line.take(2), line.size]).toEqual([["b", "a"], 2]);
    line.add("e", 10);
    line.delete("c");
    expect([line.take(9), line.take(9), line.size]).toEqual([["e", "d"], [], 0]);
  });

  it("agrees with a sorted list, whatever is added, deleted and taken", () => {
    let state = 7;
    const next = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (state >> 8) % below;
    };
    const line = createWaitingLine();
    let model: { key: string; priority: number }[] = [];
    for (let step = 0; step < 2000; step++) {
      const key = `p${next(50)}`;
      const action = next(10);
      if (action < 6) {
        const priority = next(4);
        line.add(key, priority);
        model = model.some((one) => one.key === key) ? model : [...model, { key, priority }];
      } else if (action < 8) {
        line.delete(key);
        model = model.filter((one) => one.key !== key);
      } else {
        const sorted = [...model].sort((a, b) => b.priority - a.priority).slice(0, next(5));
        expect(line.take(sorted.length)).toEqual(sorted.map((one) => one.key));
        model = model.filter((one) => !sorted.includes(one));
      }
      expect(line.size).toBe(model.length);
    }
  });
});
