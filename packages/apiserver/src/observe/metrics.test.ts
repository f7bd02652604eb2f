import { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

describe("/metrics", () => {
  it("counts and times requests, and what is stored", async () => {
    const { send, clock } = await startTestServer();
    const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
    await send("POST", "/api/v1/namespaces/default/configmaps", { body });
    await send("GET", "/api/v1/namespaces/default/configmaps/a");
    await send("GET", "/api/v1/namespaces/default/configmaps/b");
    await send("GET", "/apis/made.up/v1/labels/never");
    clock.advance(1000);
    const { text, headers } = await send("GET", "/metrics");
    expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    const about = 'group="",version="v1",resource="configmaps",subresource="",scope="resource",component="apiserver"';
    for (const line of [
      "# TYPE apiserver_request_total counter",
      `apiserver_request_total{verb="POST",dry_run="",${about},code="201"} 1`,
      `apiserver_request_total{verb="GET",dry_run="",${about},code="200"} 1`,
      `apiserver_request_total{verb="GET",dry_run="",${about},code="404"} 1`,
      "# TYPE apiserver_request_duration_seconds histogram",
      `apiserver_request_duration_seconds_bucket{verb="GET",dry_run="",${about},le="0.005"} 2`,
      `apiserver_request_duration_seconds_bucket{verb="GET",dry_run="",${about},le="+Inf"} 2`,
      `apiserver_request_duration_seconds_count{verb="GET",dry_run="",${about}} 2`,
      'apiserver_current_inflight_requests{request_kind="readOnly"} 1',
      'apiserver_storage_objects{resource="configmaps"} 1',
      'apiserver_storage_objects{resource="namespaces"} 4',
    ]) {
      expect(text.split("\n")).toContain(line);
    }
    expect(text).not.toContain("made.up");
  });

  it("gives the results of health checks at /metrics/slis alone", async () => {
    const store = new MemoryStore();
    const { send } = await startTestServer({ store });
    await send("GET", "/readyz");
    await send("GET", "/readyz/ping");
    store.checkHealth = () => Promise.reject(new Error("the disk is gone"));
    await send("GET", "/livez");
    const { text, headers } = await send("GET", "/metrics/slis");
    expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    for (const line of [
      'kubernetes_healthcheck{name="informer-sync",type="readyz"} 1',
      'kubernetes_healthcheck{name="etcd",type="livez"} 0',
      'kubernetes_healthchecks_total{name="ping",status="success",type="readyz"} 1',
      'kubernetes_healthchecks_total{name="etcd",status="error",type="livez"} 1',
    ]) {
      expect(text.split("\n")).toContain(line);
    }
    expect(text).not.toContain("apiserver_request_total");
    expect((await send("GET", "/metrics")).text).not.toContain("kubernetes_healthcheck");
  });

  it("knows how many watches are open", async () => {
    const { send, open } = await startTestServer();
    const ended = new AbortController();
    await open("GET", "/api/v1/configmaps?watch=true", { signal: ended.signal });
    const gauge = async () =>
      /^apiserver_longrunning_requests\{verb="WATCH".*\} (\d+)$/m.exec((await send("GET", "/metrics")).text)?.[1];
    expect(await gauge()).toBe("1");
    ended.abort();
    expect(await gauge()).toBe("0");
  });
});
