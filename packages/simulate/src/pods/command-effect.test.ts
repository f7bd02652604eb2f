import { describe, expect, it } from "vitest";
import { commandEffect } from "./command-effect.ts";

const effect = (...command: string[]) => {
  const { runMs, exitCode } = commandEffect({ command });
  return [runMs / 1000, exitCode];
};

describe("commandEffect()", () => {
  it.each([
    [
      ["sleep", "30"],
      [30, 0],
    ],
    [
      ["/bin/sleep", "infinity"],
      [Number.POSITIVE_INFINITY, 0],
    ],
    [["false"], [0, 1]],
    [
      ["sh", "-c", "exit 42"],
      [0, 42],
    ],
    [
      ["/bin/sh", "-c", "sleep 2; echo 'done; exit 1'\nsleep 3 && exit 7; unknown"],
      [5, 7],
    ],
    [
      ["sh", "-c", "false; exit"],
      [0, 1],
    ],
    [
      ["sh", "-c", "false && sleep 9; echo"],
      [0, 0],
    ],
    [
      ["bash", "-c", "false && sleep 9"],
      [0, 1],
    ],
  ])("knows how %j ends", (command, ends) => {
    expect(effect(...command)).toEqual(ends);
  });

  it.each([
    [["server", "--port=80"]],
    [["sh", "-c", "exit $CODE"]],
    [["sh", "-c", "run; exit 3"]],
    [["sh", "-c", "sleep 3 | exit 3"]],
    [["sh", "-c", "if true; then exit 3; fi"]],
    [["sh", "script.sh", "exit 3"]],
    [["sleep", "1", "2"]],
  ])("does not guess how %j ends", (command) => {
    expect(effect(...command)).toEqual([0, 0]);
  });

  it("joins command and arguments", () => {
    expect(commandEffect({ command: ["sh", "-c"], args: ["exit 3"] }).exitCode).toBe(3);
  });

  it.each([
    ["registry.k8s.io/pause:3.10", true],
    ["pause", true],
    ["example.com/pause/app:1", false],
  ])("%s runs until it is stopped: %j", (image, isEndless) => {
    expect(commandEffect({ image }).runMs === Number.POSITIVE_INFINITY).toBe(isEndless);
  });
});
