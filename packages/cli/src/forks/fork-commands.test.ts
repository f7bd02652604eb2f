import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startKiln } from "@kiln/testing/helper";
import { describe, expect, it, onTestFinished } from "vitest";
import { UsageError } from "../command.ts";
import { runDiff } from "./run-diff.ts";
import { runFork } from "./run-fork.ts";
import { runLog } from "./run-log.ts";
import { runReplay } from "./run-replay.ts";

const KILN = fileURLToPath(new URL("../../bin/kiln.mjs", import.meta.url));

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

  it("name the fork whose kubeconfig they are given", async () => {
    const kiln = await startKiln({ program: KILN });
    onTestFinished(() => kiln.stop());
    const fork = await kiln.fork({ name: "one" });
    const folder = mkdtempSync(join(tmpdir(), "kiln-fork-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "kubeconfig");
    writeFileSync(file, fork.kubeconfig);
    const message = "the kubeconfig is that of fork one: --kubeconfig or KUBECONFIG must name that of the base cluster";
    await expect(runLog(["one", "--kubeconfig", file])).rejects.toThrow(message);
    await expect(runDiff(["one", "--kubeconfig", file])).rejects.toThrow(message);
    await expect(runFork(["--kubeconfig", file])).rejects.toThrow(message);
  });

  it("name the kubeconfig that is missing", async () => {
    await expect(runFork(["--kubeconfig", "/nowhere/kubeconfig"])).rejects.toThrow("/nowhere/kubeconfig");
  });
});
