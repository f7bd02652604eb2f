import { describe, expect, it } from "vitest";
import { readServerMetrics } from "./metrics-text.ts";

describe("readServerMetrics()", () => {
  it("adds up open watches of Secrets and ConfigMaps, whatever their scope", () => {
    const text = [
      "# HELP apiserver_longrunning_requests Gauge of all active long-running apiserver requests.",
      "# TYPE apiserver_longrunning_requests gauge",
      'apiserver_longrunning_requests{component="apiserver",resource="secrets",scope="namespace",verb="WATCH"} 7',
      'apiserver_longrunning_requests{component="apiserver",resource="configmaps",scope="resource",verb="WATCH"} 4',
      'apiserver_longrunning_requests{component="apiserver",resource="pods",scope="cluster",verb="WATCH"} 100',
      'apiserver_longrunning_requests{component="apiserver",resource="secrets",scope="resource",verb="CONNECT"} 1',
      "go_goroutines 1234",
      "",
    ].join("\n");
    expect(readServerMetrics(text)).toEqual({ watches: 11, goroutines: 1234 });
  });

  it("counts none where the server says nothing", () => {
    expect(readServerMetrics("")).toEqual({ watches: 0 });
  });
});
