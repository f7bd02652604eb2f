import { asObject, type JsonObject } from "@kiln/api";
import { type ForkHandle, startKiln, useForks } from "@kiln/testing/helper";
import * as vitest from "vitest";

const { describe, expect, it } = vitest;
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const LABELS = { app: "web" };
const WEB: JsonObject = {
  metadata: { name: "web" },
  spec: {
    replicas: 2,
    selector: { matchLabels: LABELS },
    template: { metadata: { labels: LABELS }, spec: { containers: [{ name: "web", image: "web" }] } },
  },
};

async function readyReplicas(fork: ForkHandle): Promise<unknown> {
  const answer = (await (await fork.fetch(`${DEPLOYMENTS}/web`)).json()) as JsonObject;
  return asObject(answer.status).readyReplicas;
}

const CLOCKS = "/apis/testing.kiln.dev/v1/clocks";
const CRONS = "/apis/batch/v1/namespaces/default/cronjobs";
const JOBS = "/apis/batch/v1/namespaces/default/jobs";

const HOURLY: JsonObject = {
  metadata: { name: "tick" },
  spec: {
    schedule: "0 * * * *",
    successfulJobsHistoryLimit: 100,
    jobTemplate: {
      spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "main", image: "x" }] } } },
    },
  },
};

describe("a clock that is advanced by a day", { timeout: 60_000 }, () => {
  const kiln = useForks(vitest, { start: () => startKiln(), fork: { simulate: true } });

  it("runs every Job of a CronJob at its time, and each ends before the next begins", async () => {
    const send = async (method: string, path: string, body: JsonObject): Promise<number> => {
      const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
      const headers = { "content-type": type };
      return (await kiln.fork.fetch(path, { method, headers, body: JSON.stringify(body) })).status;
    };
    const clock = { apiVersion: "testing.kiln.dev/v1", kind: "Clock", metadata: { name: "cluster" } };
    await send("POST", CLOCKS, { ...clock, spec: { stopped: true, time: "2030-01-01T00:30:00Z" } });
    await send("POST", CRONS, HOURLY);
    expect(await send("PATCH", `${CLOCKS}/cluster`, { spec: { offset: "24h" } })).toBe(200);
    const { items } = (await (await kiln.fork.fetch(JOBS)).json()) as { items: { status: Record<string, string> }[] };
    const hours = Array.from({ length: 24 }, (_, i) => new Date(Date.UTC(2030, 0, 1, i + 1)).toISOString());
    expect(items.map(({ status }) => new Date(status.startTime ?? 0).toISOString()).sort()).toEqual(hours);
    expect(items.map(({ status }) => status.completionTime)).toEqual(items.map(({ status }) => status.startTime));
  });
});

describe("spec.simulate of a fork", { timeout: 60_000 }, () => {
  const kiln = useForks(vitest, { start: () => startKiln(), fork: { simulate: true } });

  it("brings the workloads of that fork to life, and of no other", async () => {
    const plain = await kiln.kiln.fork();
    for (const fork of [plain, kiln.fork]) {
      const headers = { "content-type": "application/json" };
      await fork.fetch(DEPLOYMENTS, { method: "POST", headers, body: JSON.stringify(WEB) });
    }
    await expect.poll(() => readyReplicas(kiln.fork), { timeout: 30_000 }).toBe(2);
    expect(await readyReplicas(plain)).toBeUndefined();
    expect(await (await plain.fetch("/api/v1/nodes")).json()).toMatchObject({ items: [] });
    await plain.delete();
  });
});
