import { describe, expect, it } from "vitest";
import type { CelValue } from "../values/value.ts";
import { callOnce, longText } from "./call-once.ts";
import type { Frame } from "./planned.ts";

function countCalls(...values: readonly CelValue[]): number {
  const frame: Frame = { values: [], cost: 0, limit: 0, recent: undefined };
  let calls = 0;
  const call = (value: CelValue): CelValue => {
    calls += 1;
    return String(value).length;
  };
  for (const value of values) {
    expect(callOnce(frame, call, value)).toBe(String(value).length);
  }
  return calls;
}

describe("callOnce()", () => {
  const text = "x".repeat(longText);

  it("reads a long text once, as long as no other comes between", () => {
    expect(countCalls(text, text, text)).toBe(1);
    expect(countCalls(text, `${text}y`, text)).toBe(3);
  });

  it("calls with everything else", () => {
    expect(countCalls("x", "x", 1, 1)).toBe(4);
  });
});
