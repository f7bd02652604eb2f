import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { appendLog, beginLog, forgetRuns, readLog } from "./experiment-log.ts";
import { makePlan } from "./plan/make-plan.ts";
import { sampleRun } from "./testing/sample-data.ts";

const plan = makePlan({ seed: 7, minutes: 5, isShort: true, servers: ["kiln"] });
const setting = { startedAt: "2026-01-01T00:00:00.000Z", machine: "a machine", programs: { node: "v20" } };
const session = { startedAt: "2026-01-02T00:00:00.000Z", programs: { node: "v24" }, minutes: 60 };

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kiln-experiment-log-"));
  file = join(folder, "runs.jsonl");
  beginLog(file, setting, plan);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("readLog()", () => {
  it("reads the minutes of the plan, or those that a later call was given", () => {
    expect(readLog(file)?.plan.minutes).toBe(5);
    appendLog(file, { session });
    expect(readLog(file)).toMatchObject({ sessions: [session], plan: { minutes: 60 } });
  });
});

describe("forgetRuns()", () => {
  it("removes finished and failed runs by the start of their names, and nothing else", () => {
    const [kiln, peer] = [sampleRun({ server: "kiln" }), sampleRun({ server: "kube-apiserver" })];
    appendLog(file, { run: kiln });
    appendLog(file, { run: peer });
    appendLog(file, { failed: { id: "kiln n500", seconds: 1, reason: "it ended" } });
    appendLog(file, { data: { key: "kiln-50", seconds: 1 } });
    expect(forgetRuns(file, "kiln ")).toBe(2);
    const data = readLog(file);
    expect([data?.runs.map(({ id }) => id), data?.failures, data?.datasets.length]).toEqual([[peer.id], [], 1]);
    expect(forgetRuns(file, "kiln ")).toBe(0);
  });
});
