import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { DEPLOYMENTS, deployment, startSimulated } from "../testing/start-simulated.ts";

const SCALERS = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
const NO_API =
  "failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)";

function autoscaler(annotations: JsonObject, spec: JsonObject = {}): JsonObject {
  const target = { type: "Utilization", averageUtilization: 50 };
  return {
    metadata: { name: "web", annotations },
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
      maxReplicas: 10,
      metrics: [{ type: "Resource", resource: { name: "cpu", target } }],
      ...spec,
    },
  };
}

async function play(replicas: number | undefined, scaler: JsonObject, ms = 0) {
  const server = await startSimulated();
  if (replicas !== undefined) {
    await server.post(DEPLOYMENTS, deployment("web", { replicas }));
  }
  await server.post(SCALERS, scaler);
  await server.settle(ms);
  const { status } = await server.get(`${SCALERS}/web`);
  const { conditions, ...rest } = status as JsonObject & { conditions: JsonObject[] };
  const events = await server.list("/api/v1/namespaces/default/events");
  return {
    size: replicas === undefined ? 0 : ((await server.get(`${DEPLOYMENTS}/web`)).spec as JsonObject).replicas,
    conditions: conditions.map(({ type, status: value, reason }) => `${type}=${value} ${reason}`),
    messages: conditions.map(({ message }) => message),
    status: rest,
    events: events
      .filter(({ source }) => (source as JsonObject | undefined)?.component === "horizontal-pod-autoscaler")
      .map(({ reason, message }) => `${reason}: ${message}`),
  };
}

describe("a simulated autoscaler", () => {
  it("scales by the metric that an annotation gives, at most to the double size", async () => {
    const { size, conditions, status, events } = await play(2, autoscaler({ "simulate.kiln/metric.cpu": "150" }));
    expect(size).toBe(4);
    expect(status).toMatchObject({ currentReplicas: 2, desiredReplicas: 4, lastScaleTime: expect.any(String) });
    expect(conditions).toEqual([
      "AbleToScale=True SucceededRescale",
      "ScalingActive=True ValidMetricFound",
      "ScalingLimited=True ScaleUpLimit",
    ]);
    expect(events).toEqual([
      "SuccessfulRescale: New size: 4; reason: cpu resource utilization (percentage of request) above target",
    ]);
  });

  it("stops at the maximum", async () => {
    const { size, conditions } = await play(2, autoscaler({ "simulate.kiln/metric.cpu": "150" }), 60_000);
    expect(size).toBe(10);
    expect(conditions).toContain("ScalingLimited=True TooManyReplicas");
  });

  it("keeps the size for the stabilization window", async () => {
    const scaler = autoscaler({ "simulate.kiln/metric.cpu": "10" });
    const before = await play(5, scaler, 240_000);
    expect([before.size, before.conditions[0]]).toEqual([5, "AbleToScale=True ScaleDownStabilized"]);
    expect((await play(5, scaler, 330_000)).size).toBe(1);
  });

  it("reports a metric without a value as a cluster without metrics APIs does", async () => {
    const { conditions, messages, status, events } = await play(3, autoscaler({}));
    expect(conditions).toEqual(["AbleToScale=True SucceededGetScale", "ScalingActive=False FailedGetResourceMetric"]);
    expect(messages[1]).toBe(`the HPA was unable to compute the replica count: ${NO_API}`);
    expect(status).toEqual({ currentMetrics: [{ type: "" }], currentReplicas: 3, desiredReplicas: 0 });
    const all = "invalid metrics (1 invalid out of 1), first error is: failed to get cpu resource metric value";
    expect(events).toEqual([`FailedGetResourceMetric: ${NO_API}`, `FailedComputeMetricsReplicas: ${all}: ${NO_API}`]);
  });

  it("brings the size within the limits without a metric", async () => {
    const { size, conditions, status } = await play(1, autoscaler({}, { minReplicas: 2 }));
    expect(size).toBe(2);
    expect(conditions).toEqual(["AbleToScale=True SucceededRescale"]);
    expect(status).toMatchObject({ currentMetrics: null, currentReplicas: 1, desiredReplicas: 2 });
  });

  it("reports a target that does not exist", async () => {
    const { messages, events } = await play(undefined, autoscaler({}));
    const error = 'deployments.apps "web" not found';
    expect(messages).toEqual([`the HPA controller was unable to get the target's current scale: ${error}`]);
    expect(events).toEqual([`FailedGetScale: ${error}`]);
  });
});
