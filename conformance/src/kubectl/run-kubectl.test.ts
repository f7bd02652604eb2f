import { describe, expect, it } from "vitest";
import { splitWords } from "./run-kubectl.ts";

describe("splitWords()", () => {
  it("splits at spaces, except between quotes", () => {
    expect(splitWords(`patch x -p '{"a": "b c"}' --type "m n"`)).toEqual([
      "patch",
      "x",
      "-p",
      '{"a": "b c"}',
      "--type",
      "m n",
    ]);
  });
});
