import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { UsageError } from "../command.ts";
import { runDiff } from "./run-diff.ts";
import { runFork } from "./run-fork.ts";
import { runLog } from "./run-log.ts";
import { runReplay } from "./run-replay.ts";

describe("the commands for forks", () => {
  it.each([
    [runFork, ["a", "b"], "kiln fork takes one NAME, not a b"],
    [runFork, ["a", "--empty", "--reset"], "--empty and --reset exclude each other"],
    [runFork, ["--delete"], "--delete needs the NAME of a fork"],
    [runFork, ["a", "--form-fork", "b"], "Unknown option '--form-fork'"],
    [runDiff, [], "kiln diff takes the name of one fork"],
    [runDiff, ["a", "--output", "xml"], '--output takes diff or json or manifests, not "xml"'],
    [runLog, ["--save", "run.json"], "--save needs the name of a fork"],
    [runReplay, [], "kiln replay takes one file"],
    [runReplay, [fileURLToPath(import.meta.url)], "is not a saved log: kiln log FORK --save FILE writes one"],
    [runReplay, ["/nowhere/run.json"], "/nowhere/run.json cannot be read"],
    [runLog, ["a", "--after", "x"], '--after takes the number of a request, not "x"'],
  ])("refuse invalid arguments: %# %j", async (run, args, message) => {
    const refused = run(args);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(message);
  });

  it("name the kubeconfig that is missing", async () => {
    await expect(runFork(["--kubeconfig", "/nowhere/kubeconfig"])).rejects.toThrow("/nowhere/kubeconfig");
  });
});
