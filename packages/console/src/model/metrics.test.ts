import { describe, expect, it } from "vitest";
import { compareReadings, readMetrics } from "./metrics.ts";

const text = (get: number, slow: number) => `
# TYPE apiserver_request_total counter
apiserver_request_total{verb="GET",resource="a \\"b\\"",code="200"} ${get}
apiserver_request_total{verb="WATCH",code="200"} 3
apiserver_request_duration_seconds_bucket{verb="GET",le="0.01"} ${get - slow}
apiserver_request_duration_seconds_bucket{verb="GET",le="0.1"} ${get}
apiserver_request_duration_seconds_bucket{verb="GET",le="+Inf"} ${get}
apiserver_request_duration_seconds_bucket{verb="WATCH",le="+Inf"} 99
apiserver_longrunning_requests{verb="WATCH",resource="pods"} 2
apiserver_longrunning_requests{verb="WATCH",resource="nodes"} 5
apiserver_current_inflight_requests{request_kind="readOnly"} 1
process_resident_memory_bytes 9.5e+07
something_else 1
`;

describe("compareReadings()", () => {
  it("gives rates, latencies without watches, and gauges", () => {
    const point = compareReadings(readMetrics(text(100, 0), 0), readMetrics(text(300, 20), 2_000));
    expect(point).toMatchObject({ requestsPerSecond: 100, watches: 7, inFlight: 1, residentBytes: 95_000_000 });
    expect(point.byVerb.get("GET")).toBe(100);
    expect(point.p50Ms).toBeCloseTo(5.56, 1);
    expect(point.p99Ms).toBeCloseTo(91, 0);
  });

  it("counts from zero after a restart, and has no latency without requests", () => {
    const before = readMetrics(text(100, 0), 0);
    expect(compareReadings(before, readMetrics(text(10, 0), 1_000)).byVerb.get("GET")).toBe(10);
    expect(compareReadings(before, readMetrics(text(100, 0), 1_000)).p99Ms).toBeUndefined();
  });
});
