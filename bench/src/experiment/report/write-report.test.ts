import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hypotheses } from "../hypotheses/index.ts";
import { sampleData, sampleRuns } from "../testing/sample-data.ts";
import { writeReport } from "./write-report.ts";

function report(): { readonly text: string; readonly charts: readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), "kiln-report-"));
  try {
    const text = readFileSync(
      writeReport(sampleData([...sampleRuns("kiln"), ...sampleRuns("kube-apiserver")]), folder),
      "utf8",
    );
    return { text, charts: readdirSync(folder).filter((name) => name.endsWith(".svg")) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("writeReport()", () => {
  const { text, charts } = report();

  it("judges each claim for each server, and says what decided", () => {
    expect(text.match(/\*\*holds\*\*/g)).toHaveLength(2 * hypotheses.length);
    expect(text).toContain("at rest at most 0 by the proxy and 0 by the server");
  });

  it("shows every chart that it draws", () => {
    expect(charts).toHaveLength(5);
    for (const chart of charts) {
      expect(text).toContain(`(${chart})`);
    }
  });

  it("says that the large cluster is arithmetic, with the slope of the runs", () => {
    expect(text).toContain("**This was not measured.**");
    expect(text).toMatch(/\| kiln \| 32 ± \S+ KiB \| 9\.16 ± \S+ GiB \|/);
  });

  it("says what was shortened, what was left out and what was not done", () => {
    expect(text).toContain("| rest | start-up, steady, restart | 2 | 12 | 0 | 90 | × 120 |");
    expect(text).toContain("comparison with real kubelets");
    expect(text).toMatch(/before \d+ further repeats, and \d+ points were left out:/);
  });

  it("says which runs were made with which versions", () => {
    const folder = mkdtempSync(join(tmpdir(), "kiln-report-"));
    const later = { startedAt: "2026-02-01T00:00:00.000Z", programs: { node: "v24" }, minutes: 45 };
    const runs = sampleRuns("kiln").map((run, index) =>
      index < 3 ? { ...run, startedAt: "2026-02-01T01:00:00.000Z" } : run,
    );
    try {
      const text = readFileSync(writeReport({ ...sampleData(runs), sessions: [later] }, folder), "utf8");
      expect(text).toContain(`| 2026-01-01 00:00 UTC | ${runs.length - 3} | node v20 |`);
      expect(text).toContain("| 2026-02-01 00:00 UTC | 3 | node v24 |");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("has tables whose rows are as long as their heads", () => {
    for (const table of text.split("\n\n").filter((block) => block.startsWith("|"))) {
      const widths = table
        .trim()
        .split("\n")
        .map((line) => line.split(/(?<!\\)\|/).length);
      expect(new Set(widths).size, table.slice(0, 80)).toBe(1);
    }
  });
});
