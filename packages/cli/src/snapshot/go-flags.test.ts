import { describe, expect, it } from "vitest";
import { fromGoFlags } from "./go-flags.ts";

describe("fromGoFlags()", () => {
  it.each([
    [
      ["webhook", "--port=1"],
      ["webhook", "--port=1"],
    ],
    [
      ["-port=1", "--port", "2"],
      ["--port=1", "--port", "2"],
    ],
    [
      ["--on=true", "--on", "-on=1"],
      ["--on", "--on", "--on"],
    ],
    [["--on=false"], []],
    [["-v=5", "--logtostderr", "--stderrthreshold=2"], []],
  ])("makes %j of Go's words", (args, words) => {
    expect(fromGoFlags(args, ["on"])).toEqual(words);
  });
});
