import { describe, expect, it } from "vitest";
import { createProgress } from "./progress.ts";

function start(isTTY: boolean, total = 100) {
  const written: string[] = [];
  let nowMs = 0;
  const stream = { isTTY, write: (text: string) => written.push(text) > 0 };
  const progress = createProgress("checking", { total, stream, now: () => nowMs });
  const stepAt = (ms: number) => {
    nowMs = ms;
    progress.step();
  };
  return { written, progress, stepAt };
}

describe("createProgress()", () => {
  it("writes one changing line on a terminal, and takes it away", () => {
    const { written, progress, stepAt } = start(true);
    for (const ms of [10, 100, 150, 250]) {
      stepAt(ms);
    }
    progress.clear();
    progress.clear();
    expect(written).toEqual(["\rchecking 2/100", "\rchecking 4/100", "\r\u001b[K"]);
  });

  it("writes a line into a log after a second, and then every ten", () => {
    const { written, progress, stepAt } = start(false);
    for (const ms of [10, 999, 1_000, 5_000, 11_000]) {
      stepAt(ms);
    }
    progress.clear();
    expect(written).toEqual(["checking 3/100\n", "checking 5/100\n"]);
  });

  it("shows nothing of work without a known length", () => {
    const { written, stepAt } = start(true, 0);
    stepAt(10_000);
    expect(written).toEqual([]);
  });
});
