import { asObjects, type JsonObject, objectAt } from "@kiln/api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

const V1 = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
const V2 = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
const TABLE = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

afterEach(() => server.close());

const scaleTargetRef = { kind: "Deployment", name: "d", apiVersion: "apps/v1" };

function autoscaler(spec: JsonObject): JsonObject {
  return { metadata: { name: "h" }, spec: { scaleTargetRef, maxReplicas: 3, ...spec } };
}

function metricOf(metric: JsonObject, target: JsonObject): JsonObject {
  return { type: "Resource", resource: { ...metric, target } };
}

describe("HorizontalPodAutoscalers", () => {
  it("are one object in both versions", async () => {
    const created = await server.send("POST", V1, { body: autoscaler({ targetCPUUtilizationPercentage: 50 }) });
    expect(created.json).toMatchObject({
      apiVersion: "autoscaling/v1",
      spec: { minReplicas: 1, targetCPUUtilizationPercentage: 50 },
    });
    const { json } = await server.send("GET", `${V2}/h`);
    expect(json).toMatchObject({
      apiVersion: "autoscaling/v2",
      spec: { metrics: [metricOf({ name: "cpu" }, { type: "Utilization", averageUtilization: 50 })] },
    });
    expect(objectAt(json ?? {}, "spec").targetCPUUtilizationPercentage).toBeUndefined();
  });

  it("watch the processor if nothing else is said", async () => {
    const { json } = await server.send("POST", V2, { body: autoscaler({}) });
    expect(json?.spec).toMatchObject({
      metrics: [metricOf({ name: "cpu" }, { type: "Utilization", averageUtilization: 80 })],
    });
  });

  it("keep in annotations what the older version has no fields for", async () => {
    const memory = metricOf({ name: "memory" }, { type: "AverageValue", averageValue: "1Gi" });
    const behavior = { scaleDown: { stabilizationWindowSeconds: 5 } };
    await server.send("POST", V2, { body: autoscaler({ metrics: [memory], behavior }) });
    const before = (await server.send("GET", `${V2}/h`)).json as JsonObject;
    const old = (await server.send("GET", `${V1}/h`)).json as JsonObject;
    const { annotations } = old.metadata as JsonObject;
    expect(annotations).toMatchObject({
      "autoscaling.alpha.kubernetes.io/metrics":
        '[{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1Gi"}}]',
    });
    const { json } = await server.send("PUT", `${V1}/h`, { body: old });
    expect(objectAt(json ?? {}, "metadata").resourceVersion).toBe((before.metadata as JsonObject).resourceVersion);
    const after = (await server.send("GET", `${V2}/h`)).json as JsonObject;
    expect(after.spec).toEqual(before.spec);
    expect((after.metadata as JsonObject).annotations).toBeUndefined();
  });

  it.each([V1, V2])("look the same as rows: %s", async (path) => {
    await server.send("POST", V1, { body: autoscaler({ targetCPUUtilizationPercentage: 50 }) });
    const { json } = await server.send("GET", `${path}/h`, { headers: TABLE });
    expect(asObjects(json?.rows)[0]?.cells).toEqual(["h", "Deployment/d", "cpu: <unknown>/50%", "1", 3, 0, "0s"]);
  });
});
