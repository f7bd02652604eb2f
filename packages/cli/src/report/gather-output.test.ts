import { describe, expect, it } from "vitest";
import { gatherOutput } from "./gather-output.ts";

function openRecorder() {
  const seen: string[] = [];
  const time = { now: 0 };
  const stream = { write: (text: string) => seen.push(text) };
  return { seen, time, output: gatherOutput({ stream, now: () => time.now, onFlush: () => seen.push("<") }) };
}

describe("gatherOutput()", () => {
  it("writes the first at once, and what follows within 50 ms together", () => {
    const { seen, time, output } = openRecorder();
    output.write("a");
    output.write("b");
    time.now = 49;
    output.write("c");
    expect(seen).toEqual(["<", "a"]);
    time.now = 50;
    output.write("d");
    expect(seen).toEqual(["<", "a", "<", "bcd"]);
  });

  it("does not gather more than 16 KiB", () => {
    const { seen, output } = openRecorder();
    output.write("a");
    const line = "x".repeat(1024);
    for (let count = 0; count < 17; count++) {
      output.write(line);
    }
    expect(seen.slice(2)).toEqual(["<", line.repeat(16)]);
  });

  it("writes the rest at the end, and nothing if there is none", () => {
    const { seen, output } = openRecorder();
    output.write("a");
    output.write("b");
    output.flush();
    output.flush();
    expect(seen).toEqual(["<", "a", "<", "b"]);
  });
});
