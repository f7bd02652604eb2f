import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import {
  DEPLOYMENTS,
  deployment,
  PODS,
  REPLICA_SETS,
  type Simulated,
  startSimulated,
  template,
} from "../../testing/start-simulated.ts";

async function conditions(server: Simulated, name: string): Promise<string[]> {
  const { status } = await server.get(`${DEPLOYMENTS}/${name}`);
  return ((status as JsonObject).conditions as JsonObject[]).map(
    ({ type, status: value, reason }) => `${String(type)}=${String(value)} ${String(reason)}`,
  );
}

/** Collects the reasons of conditions in the order in which they are written. */
function recordReasons(server: Simulated): string[] {
  const seen: string[] = [];
  const known = new Map<string, string>();
  server.store.onCommit(({ events }) => {
    for (const { value } of events.filter(({ key }) => key.includes("/deployments/"))) {
      const written = Buffer.from(value ?? []).toString();
      for (const [, type = "", reason = ""] of written.matchAll(/"type":"(\w+)"[^}]*"reason":"(\w+)"/g)) {
        if (known.get(type) !== reason) {
          known.set(type, reason);
          seen.push(reason);
        }
      }
    }
  });
  return seen;
}

const IMAGE_2 = { template: { spec: { containers: [{ name: "main", image: "img:2" }] } } };

describe("a simulated Deployment", () => {
  it("skips the reason NewReplicaSetCreated when it is resumed", async () => {
    const server = await startSimulated();
    await server.post(DEPLOYMENTS, deployment("web"));
    await server.settle();
    await server.patch(`${DEPLOYMENTS}/web`, { spec: { paused: true, ...IMAGE_2 } });
    await server.settle();
    const reasons = recordReasons(server);
    await server.patch(`${DEPLOYMENTS}/web`, { spec: { paused: false } });
    await server.settle();
    expect(reasons.slice(reasons.indexOf("DeploymentResumed"))).toEqual([
      "DeploymentResumed",
      "ReplicaSetUpdated",
      "NewReplicaSetAvailable",
    ]);
  });

  it("is unavailable before it recreates Pods", async () => {
    const server = await startSimulated();
    await server.post(DEPLOYMENTS, deployment("web", { strategy: { type: "Recreate" } }));
    await server.settle();
    const reasons = recordReasons(server);
    await server.patch(`${DEPLOYMENTS}/web`, { spec: IMAGE_2 });
    await server.settle();
    expect(reasons.slice(reasons.indexOf("MinimumReplicasUnavailable"))).toEqual([
      "MinimumReplicasUnavailable",
      "NewReplicaSetCreated",
      "ReplicaSetUpdated",
      "MinimumReplicasAvailable",
      "NewReplicaSetAvailable",
    ]);
  });

  it("becomes ready", async () => {
    const server = await startSimulated();
    await server.post(DEPLOYMENTS, deployment("web"));
    await server.settle();
    expect((await server.get(`${DEPLOYMENTS}/web`)).status).toMatchObject({
      observedGeneration: 1,
      replicas: 3,
      updatedReplicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      terminatingReplicas: 0,
    });
    expect(await conditions(server, "web")).toEqual(
      expect.arrayContaining(["Available=True MinimumReplicasAvailable", "Progressing=True NewReplicaSetAvailable"]),
    );
    const pods = await server.list(PODS);
    expect(pods.map(({ status }) => (status as JsonObject).phase)).toEqual(["Running", "Running", "Running"]);
    expect(new Set(pods.map(({ spec }) => (spec as JsonObject).nodeName)).size).toBe(3);
  });

  it("rolls out a new template and keeps the old ReplicaSet at zero", async () => {
    const server = await startSimulated();
    await server.post(DEPLOYMENTS, deployment("web"));
    await server.settle();
    await server.patch(`${DEPLOYMENTS}/web`, {
      spec: { template: { spec: { containers: [{ name: "main", image: "img:2" }] } } },
    });
    await server.settle();
    const sets = await server.list(REPLICA_SETS);
    expect(sets.map(({ spec }) => (spec as JsonObject).replicas).sort()).toEqual([0, 3]);
    const images = (await server.list(PODS)).map(
      ({ spec }) => ((spec as JsonObject).containers as JsonObject[])[0]?.image,
    );
    expect(images).toEqual(["img:2", "img:2", "img:2"]);
    expect((await server.get(`${DEPLOYMENTS}/web`)).metadata).toHaveProperty(
      ["annotations", "deployment.kubernetes.io/revision"],
      "2",
    );
  });

  it("stops at maxUnavailable where new Pods never become ready, and is late after its deadline", async () => {
    const server = await startSimulated();
    await server.post(DEPLOYMENTS, deployment("web", { progressDeadlineSeconds: 30 }));
    await server.settle();
    const stalled = template("web");
    Object.assign(stalled.metadata as object, { annotations: { "simulate.kiln/outcome": "stall" } });
    await server.patch(`${DEPLOYMENTS}/web`, { spec: { template: stalled } });
    await server.settle();
    expect((await server.get(`${DEPLOYMENTS}/web`)).status).toMatchObject({ readyReplicas: 3, updatedReplicas: 1 });
    await server.settle(40_000);
    expect(await conditions(server, "web")).toContain("Progressing=False ProgressDeadlineExceeded");
  });

  it("recreates: no new Pod before the last old one is gone", async () => {
    const server = await startSimulated();
    await server.post(DEPLOYMENTS, deployment("web", { strategy: { type: "Recreate" } }));
    await server.settle();
    await server.patch(`${DEPLOYMENTS}/web`, { spec: { template: { metadata: { labels: { v: "2" } } } } });
    await server.settle();
    const pods = await server.list(PODS);
    expect(pods).toHaveLength(3);
    expect(pods.every(({ metadata }) => ((metadata as JsonObject).labels as JsonObject).v === "2")).toBe(true);
  });

  it("scales, pauses and resumes", async () => {
    const server = await startSimulated();
    await server.post(DEPLOYMENTS, deployment("web"));
    await server.settle();
    await server.patch(`${DEPLOYMENTS}/web`, { spec: { replicas: 5, paused: true } });
    await server.settle();
    expect((await server.list(PODS)).length).toBe(5);
    expect(await conditions(server, "web")).toContain("Progressing=Unknown DeploymentPaused");
    await server.patch(`${DEPLOYMENTS}/web`, { spec: { replicas: 1, paused: false } });
    await server.settle();
    expect((await server.list(PODS)).length).toBe(1);
  });

  it("leaves with its ReplicaSets and Pods", async () => {
    const server = await startSimulated();
    await server.post(DEPLOYMENTS, deployment("web"));
    await server.settle();
    await server.send("DELETE", `${DEPLOYMENTS}/web`);
    await server.settle(2000);
    expect(await server.list(REPLICA_SETS)).toEqual([]);
    expect(await server.list(PODS)).toEqual([]);
  });

  it("continues revisions beyond the numbers that JavaScript counts exactly", async () => {
    const server = await startSimulated();
    await server.post(REPLICA_SETS, {
      metadata: {
        name: "old",
        labels: { app: "web" },
        annotations: { "deployment.kubernetes.io/revision": "3546343826724305832" },
      },
      spec: { replicas: 1, selector: { matchLabels: { app: "web" } }, template: template("web") },
    });
    await server.settle();
    await server.post(DEPLOYMENTS, deployment("web", { template: template("web", { hostNetwork: true }) }));
    await server.settle();
    const { annotations } = (await server.get(`${DEPLOYMENTS}/web`)).metadata as { annotations: object };
    expect(annotations).toMatchObject({ "deployment.kubernetes.io/revision": "3546343826724305833" });
  });
});
