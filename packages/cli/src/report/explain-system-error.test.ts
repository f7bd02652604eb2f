import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { explainSystemError } from "./explain-system-error.ts";

function caught(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("explainSystemError()", () => {
  it.each([
    ["a file that is not there", () => readFileSync("/nowhere"), "there is no file /nowhere"],
    ["a directory in place of a file", () => readFileSync("/"), "a directory was named where a file should be"],
    [
      "a name with several addresses",
      () => {
        const each = Object.assign(new Error(""), { code: "ECONNREFUSED", address: "127.0.0.1", port: 9 });
        throw new AggregateError([each]);
      },
      "connection refused at 127.0.0.1:9",
    ],
    [
      "what is no error of the system",
      () => {
        throw new Error("x");
      },
      undefined,
    ],
  ])("explains %s", (_, run, sentence) => {
    expect(explainSystemError(caught(run))).toBe(sentence);
  });
});
