import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { conduct } from "./conduct.ts";
import { beginLog, readLog } from "./experiment-log.ts";
import { makePlan } from "./plan/make-plan.ts";

const plan = makePlan({ seed: 7, minutes: 5, isShort: true, servers: ["kiln"] });
const ids = plan.runs.map(({ id }) => id);
const setting = { startedAt: "2026-01-01T00:00:00.000Z", machine: "a machine", programs: {} };
const result = { phases: ["before"], figures: { startUpP99: 1 }, rows: [] };

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kiln-conduct-"));
  file = join(folder, "runs.jsonl");
  beginLog(file, setting, plan);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a plan in which each run takes a fixed time on a fake clock. */
function conductWith(options: { seconds: number; fails?: (id: string) => boolean; sliceSeconds?: number }) {
  const { seconds, fails = () => false, sliceSeconds = 1e9 } = options;
  let nowMs = 0;
  const begun: string[] = [];
  const said: string[] = [];
  const made: number[] = [];
  const done = conduct({
    file,
    now: () => nowMs,
    say: (line) => said.push(line),
    sliceSeconds,
    hasData: ({ nodes }) => nodes !== 5 || made.length > 0,
    makeData: async ({ nodes }) => {
      made.push(nodes);
    },
    run: async ({ id }) => {
      begun.push(id);
      nowMs += seconds * 1000;
      if (fails(id)) {
        throw new Error("the server fell over");
      }
      return result;
    },
  });
  return { done, begun, said, made };
}

describe("conduct()", () => {
  it("does the runs of the plan in their order", async () => {
    const { done, begun } = conductWith({ seconds: 1 });
    expect((await done).runs.map(({ id }) => id)).toEqual(ids);
    expect(begun).toEqual(ids);
  });

  it("goes on where it was stopped, also in the middle of a line", async () => {
    await conductWith({ seconds: 1 }).done;
    const lines = readFileSync(file, "utf8").split("\n");
    rmSync(file);
    appendFileSync(file, `${lines.slice(0, 3).join("\n")}\n${lines[3]?.slice(0, 40)}`);
    appendFileSync(file, "\n");
    const { done, begun } = conductWith({ seconds: 1 });
    expect((await done).runs).toHaveLength(ids.length);
    expect(begun).toEqual(ids.slice(2));
  });

  it("keeps what failed, with the reason, and does not try it again", async () => {
    const [first = ""] = ids;
    const { done } = conductWith({ seconds: 1, fails: (id) => id === first });
    expect((await done).failures).toEqual([{ id: first, seconds: 1, reason: "Error: the server fell over" }]);
    const again = conductWith({ seconds: 1 });
    await again.done;
    expect(again.begun).toEqual([]);
  });

  it("ends with its slice, and the next call goes on from there", async () => {
    const first = conductWith({ seconds: 10, sliceSeconds: 60 });
    await first.done;
    expect(first.begun.length).toBeGreaterThan(1);
    expect(first.begun.length).toBeLessThanOrEqual(6);
    const second = conductWith({ seconds: 10 });
    await second.done;
    expect([...first.begun, ...second.begun].sort()).toEqual([...ids].sort());
  });

  it("makes stored objects once, and keeps how long that took apart from the run", async () => {
    const { done, made } = conductWith({ seconds: 1 });
    const data = await done;
    expect(made).toEqual([5]);
    expect(data.datasets).toHaveLength(1);
    expect(data.runs.every(({ seconds }) => seconds === 1)).toBe(true);
  });

  it("begins no run that would not end in time, by what earlier ones took", async () => {
    const { done, begun, said } = conductWith({ seconds: 100 });
    await done;
    expect(begun.length).toBeLessThanOrEqual(3);
    expect(begun.length).toBeGreaterThan(0);
    expect(said.filter((line) => line.startsWith("left out"))).toHaveLength(ids.length - begun.length);
    expect(readLog(file)?.runs).toHaveLength(begun.length);
  });
});
