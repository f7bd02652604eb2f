import { createCounter, createGauge, createHistogram, observe, printMetrics } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { mergeFamilies, toPlainFamilies } from "./merge-metrics.ts";

function familiesOf(requests: number, seconds: number, startedAt: number) {
  const counter = createCounter({ name: "requests_total", help: "Requests.", labels: ["verb"] });
  counter.cell(["GET"]).value = requests;
  const histogram = createHistogram({ name: "seconds", help: "Durations." }, [0.1, 1]);
  observe(histogram.cell([]), seconds);
  const start = createGauge({ name: "process_start_time_seconds", help: "Start." });
  start.cell([]).value = startedAt;
  return JSON.parse(JSON.stringify(toPlainFamilies([counter, histogram, start])));
}

describe("mergeFamilies()", () => {
  it("adds the numbers of several processes, and takes the earliest start", () => {
    const text = printMetrics(mergeFamilies([familiesOf(2, 0.05, 200), familiesOf(3, 0.5, 100)]));
    for (const line of [
      'requests_total{verb="GET"} 5',
      'seconds_bucket{le="0.1"} 1',
      'seconds_bucket{le="1"} 2',
      "seconds_count 2",
      "process_start_time_seconds 100",
    ]) {
      expect(text).toContain(line);
    }
  });

  it("keeps a family that only one process has", () => {
    const only = createGauge({ name: "only", help: "One." });
    only.cell([]).value = 4;
    expect(printMetrics(mergeFamilies([toPlainFamilies([only]), familiesOf(1, 1, 1)]))).toContain("only 4");
  });
});
