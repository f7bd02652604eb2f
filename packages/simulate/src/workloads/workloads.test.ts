import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { DEPLOYMENTS, deployment, PODS, startSimulated, template } from "../testing/start-simulated.ts";

const CORE = "/api/v1/namespaces/default";
const SETS = "/apis/apps/v1/namespaces/default/statefulsets";
const DAEMONS = "/apis/apps/v1/namespaces/default/daemonsets";
const JOBS = "/apis/batch/v1/namespaces/default/jobs";
const CRONS = "/apis/batch/v1/namespaces/default/cronjobs";

const names = (objects: readonly JsonObject[]) => objects.map(({ metadata }) => String((metadata as JsonObject).name));

function jobSpec(annotations: JsonObject = {}, more: JsonObject = {}): JsonObject {
  const pod = template("job", { restartPolicy: "Never" });
  Object.assign(pod.metadata as object, { annotations });
  return { template: pod, ...more };
}

describe("a simulated StatefulSet", () => {
  const set = (more: JsonObject = {}): JsonObject => ({
    metadata: { name: "db" },
    spec: {
      replicas: 3,
      serviceName: "db",
      selector: { matchLabels: { app: "db" } },
      template: template("db"),
      volumeClaimTemplates: [
        {
          metadata: { name: "data" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        },
      ],
      ...more,
    },
  });

  it("starts its Pods in order, each with a bound claim", async () => {
    const server = await startSimulated();
    await server.post(SETS, set());
    await server.settle();
    expect(names(await server.list(PODS))).toEqual(["db-0", "db-1", "db-2"]);
    const claims = await server.list(`${CORE}/persistentvolumeclaims`);
    expect(claims.map(({ status }) => (status as JsonObject).phase)).toEqual(["Bound", "Bound", "Bound"]);
    expect((await server.get(`${SETS}/db`)).status).toMatchObject({
      readyReplicas: 3,
      currentReplicas: 3,
      updatedReplicas: 3,
    });
  });

  it("replaces Pods down to the partition", async () => {
    const server = await startSimulated();
    await server.post(SETS, set({ updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 2 } } }));
    await server.settle();
    await server.patch(`${SETS}/db`, { spec: { template: { metadata: { labels: { v: "2" } } } } });
    await server.settle();
    const labels = (await server.list(PODS)).map(({ metadata }) => ((metadata as JsonObject).labels as JsonObject).v);
    expect(labels).toEqual([undefined, undefined, "2"]);
  });

  it("scales down from the end and keeps the claims", async () => {
    const server = await startSimulated();
    await server.post(SETS, set());
    await server.settle();
    await server.patch(`${SETS}/db`, { spec: { replicas: 1 } });
    await server.settle();
    expect(names(await server.list(PODS))).toEqual(["db-0"]);
    expect(await server.list(`${CORE}/persistentvolumeclaims`)).toHaveLength(3);
  });
});

describe("a simulated DaemonSet", () => {
  it("has a Pod on every node, and rolls a new template out node by node", async () => {
    const server = await startSimulated();
    await server.post(DAEMONS, {
      metadata: { name: "agent" },
      spec: { selector: { matchLabels: { app: "agent" } }, template: template("agent") },
    });
    await server.settle();
    expect((await server.get(`${DAEMONS}/agent`)).status).toMatchObject({
      desiredNumberScheduled: 3,
      numberReady: 3,
      numberAvailable: 3,
    });
    await server.patch(`${DAEMONS}/agent`, { spec: { template: { metadata: { labels: { v: "2" } } } } });
    await server.settle();
    const pods = await server.list(PODS);
    expect(pods.map(({ metadata }) => ((metadata as JsonObject).labels as JsonObject).v)).toEqual(["2", "2", "2"]);
    await server.post("/api/v1/nodes", { metadata: { name: "late" } });
    await server.settle();
    expect(await server.list(PODS)).toHaveLength(4);
  });
});

describe("a simulated Job", () => {
  it("completes, and lets go of its Pods", async () => {
    const server = await startSimulated();
    await server.post(JOBS, { metadata: { name: "once" }, spec: jobSpec({}, { completions: 3, parallelism: 2 }) });
    await server.settle();
    const { status } = await server.get(`${JOBS}/once`);
    expect(status).toMatchObject({ succeeded: 3, conditions: [{ type: "SuccessCriteriaMet" }, { type: "Complete" }] });
    const pods = await server.list(PODS);
    expect(pods).toHaveLength(3);
    expect(pods.every(({ metadata }) => (metadata as JsonObject).finalizers === undefined)).toBe(true);
  });

  it("fails at its backoff limit, with growing delays between tries", async () => {
    const server = await startSimulated();
    const spec = jobSpec({ "simulate.kiln/outcome": "fail" }, { backoffLimit: 2 });
    await server.post(JOBS, { metadata: { name: "bad" }, spec });
    await server.settle(5000);
    expect((await server.get(`${JOBS}/bad`)).status).toMatchObject({ failed: 1 });
    await server.settle(60_000);
    expect((await server.get(`${JOBS}/bad`)).status).toMatchObject({
      failed: 3,
      conditions: [
        { type: "FailureTarget", reason: "BackoffLimitExceeded" },
        { type: "Failed", reason: "BackoffLimitExceeded", message: "Job has reached the specified backoff limit" },
      ],
    });
  });

  it("gives every index one Pod", async () => {
    const server = await startSimulated();
    const spec = jobSpec({}, { completions: 3, parallelism: 3, completionMode: "Indexed" });
    await server.post(JOBS, { metadata: { name: "idx" }, spec });
    await server.settle();
    expect((await server.get(`${JOBS}/idx`)).status).toMatchObject({ succeeded: 3, completedIndexes: "0-2" });
  });

  it("ends at its deadline", async () => {
    const server = await startSimulated();
    const spec = jobSpec({ "simulate.kiln/outcome": "run" }, { activeDeadlineSeconds: 10 });
    await server.post(JOBS, { metadata: { name: "slow" }, spec });
    await server.settle(12_000);
    const { status } = await server.get(`${JOBS}/slow`);
    expect(status).toMatchObject({
      conditions: [{ type: "FailureTarget" }, { type: "Failed", reason: "DeadlineExceeded" }],
    });
  });
});

describe("a simulated CronJob", () => {
  it("starts Jobs by the clock, named after their minute, and keeps a history", async () => {
    const server = await startSimulated();
    await server.post(CRONS, {
      metadata: { name: "tick" },
      spec: { schedule: "* * * * *", successfulJobsHistoryLimit: 2, jobTemplate: { spec: jobSpec() } },
    });
    await server.settle(230_000);
    const jobs = names(await server.list(JOBS));
    expect(jobs).toHaveLength(2);
    expect(jobs.every((name) => /^tick-\d{8}$/.test(name))).toBe(true);
  });
});

describe("Services of simulated Pods", () => {
  it("have Endpoints and EndpointSlices that follow readiness", async () => {
    const server = await startSimulated();
    await server.post(`${CORE}/services`, {
      metadata: { name: "web" },
      spec: { selector: { app: "web" }, ports: [{ port: 80, targetPort: 8080 }] },
    });
    await server.post(DEPLOYMENTS, deployment("web"));
    await server.settle();
    const { subsets } = await server.get(`${CORE}/endpoints/web`);
    expect(subsets).toMatchObject([{ addresses: [{}, {}, {}], ports: [{ port: 8080, protocol: "TCP" }] }]);
    const [slice] = (await server.list("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices")).filter(
      ({ metadata }) => ((metadata as JsonObject).labels as JsonObject)["kubernetes.io/service-name"] === "web",
    );
    expect(slice).toMatchObject({ addressType: "IPv4", ports: [{ name: "", port: 8080 }] });
    expect(((slice?.endpoints ?? []) as JsonObject[]).map(({ conditions }) => conditions)).toEqual(
      Array(3).fill({ ready: true, serving: true, terminating: false }),
    );
  });

  it("are mirrored from Endpoints where they have no selector", async () => {
    const server = await startSimulated();
    await server.post(`${CORE}/services`, { metadata: { name: "ext" }, spec: { ports: [{ port: 80 }] } });
    await server.post(`${CORE}/endpoints`, {
      metadata: { name: "ext" },
      subsets: [{ addresses: [{ ip: "192.0.2.1" }], ports: [{ port: 80 }] }],
    });
    await server.settle();
    const slices = await server.list("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices");
    expect(slices.map(({ endpoints }) => endpoints)).toContainEqual([
      { addresses: ["192.0.2.1"], conditions: { ready: true } },
    ]);
  });
});

describe("simulated disruptions", () => {
  it("are counted by a PodDisruptionBudget", async () => {
    const server = await startSimulated();
    await server.post("/apis/policy/v1/namespaces/default/poddisruptionbudgets", {
      metadata: { name: "web" },
      spec: { minAvailable: 2, selector: { matchLabels: { app: "web" } } },
    });
    await server.post(DEPLOYMENTS, deployment("web"));
    await server.settle();
    const { status } = await server.get("/apis/policy/v1/namespaces/default/poddisruptionbudgets/web");
    expect(status).toMatchObject({ disruptionsAllowed: 1, currentHealthy: 3, desiredHealthy: 2, expectedPods: 3 });
  });

  it("keep the scheduler's reason when a node is deleted on which they did not fit", async () => {
    const server = await startSimulated({ nodes: 2 });
    await server.post(PODS, {
      metadata: { name: "p" },
      spec: { ...(template("p").spec as JsonObject), nodeSelector: { no: "where" } },
    });
    await server.settle();
    await server.send("DELETE", "/api/v1/nodes/kiln-node-0");
    await server.settle();
    const { status } = await server.get(`${PODS}/p`);
    expect((status as { conditions: JsonObject[] }).conditions[0]?.message).toMatch(/^0\/2 nodes are available/);
  });

  it("move Pods away from a lost node when their toleration ends", async () => {
    const server = await startSimulated({ nodes: 2 });
    await server.post(DEPLOYMENTS, deployment("web", { replicas: 2 }));
    await server.settle();
    await server.patch("/api/v1/nodes/kiln-node-0", {
      metadata: { annotations: { "simulate.kiln/node-state": "lost" } },
    });
    await server.settle(60_000);
    expect((await server.get("/api/v1/nodes/kiln-node-0")).spec).toMatchObject({
      taints: [
        { key: "node.kubernetes.io/unreachable", effect: "NoSchedule" },
        { key: "node.kubernetes.io/unreachable", effect: "NoExecute" },
      ],
    });
    await server.settle(310_000);
    const running = (await server.list(PODS)).filter(
      ({ metadata }) => (metadata as JsonObject).deletionTimestamp === undefined,
    );
    expect(running.map(({ spec }) => (spec as JsonObject).nodeName)).toEqual(["kiln-node-1", "kiln-node-1"]);
  });
});
