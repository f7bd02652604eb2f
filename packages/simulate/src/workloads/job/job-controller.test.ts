import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { PODS, type Simulated, startSimulated, template } from "../../testing/start-simulated.ts";

const JOBS = "/apis/batch/v1/namespaces/default/jobs";
const INDEX = "batch.kubernetes.io/job-completion-index";

function job(spec: JsonObject, outcome = "run", restartPolicy = "Never"): JsonObject {
  const pod = template("job", { restartPolicy });
  Object.assign(pod.metadata as object, { annotations: { "simulate.kiln/outcome": outcome } });
  return { metadata: { name: "j" }, spec: { template: pod, ...spec } };
}

const INDEXED = { completionMode: "Indexed", completions: 4, parallelism: 4 };

async function start(object: JsonObject): Promise<Simulated> {
  const server = await startSimulated();
  await server.post(JOBS, object);
  await server.settle();
  return server;
}

async function statusOf(server: Simulated): Promise<JsonObject & { conditions?: JsonObject[] }> {
  return (await server.get(`${JOBS}/j`)).status as never;
}

/** Ends the Pods of these indexes with an outcome. */
async function endPods(server: Simulated, indexes: readonly number[], outcome = "succeed"): Promise<void> {
  for (const { metadata } of await server.list(PODS)) {
    const { name, labels, deletionTimestamp } = metadata as JsonObject & { labels: Record<string, string> };
    if (indexes.includes(Number(labels[INDEX])) && deletionTimestamp === undefined) {
      await server.patch(`${PODS}/${String(name)}`, {
        metadata: { annotations: { "simulate.kiln/outcome": outcome } },
      });
    }
  }
  await server.settle();
}

describe("the success policy of a simulated Job", () => {
  it.each([
    { rules: [{ succeededIndexes: "0-1" }], done: [0, 1], message: "Matched rules at index 0" },
    { rules: [{ succeededCount: 3 }, { succeededIndexes: "2" }], done: [2], message: "Matched rules at index 1" },
    { rules: [{ succeededIndexes: "0-3", succeededCount: 2 }], done: [1, 3], message: "Matched rules at index 0" },
  ])("$rules ends it when Pods $done have succeeded, and stops the others", async ({ rules, done, message }) => {
    const server = await start(job({ ...INDEXED, successPolicy: { rules } }));
    await endPods(server, done.slice(1));
    await endPods(server, done.slice(0, 1));
    const status = await statusOf(server);
    expect(status).toMatchObject({ succeeded: done.length, terminating: 0, completionTime: expect.any(String) });
    expect(status.conditions?.map(({ type, reason, message: text }) => [type, reason, text])).toEqual([
      ["SuccessCriteriaMet", "SuccessPolicy", message],
      ["Complete", "SuccessPolicy", message],
    ]);
    expect(await server.list(PODS)).toHaveLength(done.length);
  });

  it("leaves it alone as long as no rule is satisfied", async () => {
    const server = await start(job({ ...INDEXED, successPolicy: { rules: [{ succeededIndexes: "0-1" }] } }));
    await endPods(server, [0, 2]);
    const status = await statusOf(server);
    expect(status).toMatchObject({ active: 2, completedIndexes: "0,2" });
    expect(status.conditions).toBeUndefined();
  });
});

describe("the backoff limit of an index of a simulated Job", () => {
  it("is counted in annotations, and a failed index does not stop the others", async () => {
    const server = await start(job({ ...INDEXED, backoffLimitPerIndex: 1 }));
    await endPods(server, [1], "fail");
    await server.settle(11_000);
    const counts = (await server.list(PODS))
      .filter(({ status }) => (status as JsonObject).phase === "Running")
      .map(({ metadata }) => (metadata as JsonObject).annotations as JsonObject)
      .map((all) => `${String(all[INDEX])}: ${String(all["batch.kubernetes.io/job-index-failure-count"])}`);
    expect(counts.sort()).toEqual(["0: 0", "1: 1", "2: 0", "3: 0"]);
    await endPods(server, [1], "fail");
    expect(await statusOf(server)).toMatchObject({ failed: 2, failedIndexes: "1", active: 3 });
    await endPods(server, [0, 2, 3]);
    const { conditions, ...status } = await statusOf(server);
    expect(status).toMatchObject({ succeeded: 3, completedIndexes: "0,2,3", failedIndexes: "1" });
    expect(conditions?.at(-1)).toMatchObject({ type: "Failed", reason: "FailedIndexes" });
  });
});

describe("a simulated Job whose containers are restarted in place", () => {
  it("ends at the limit of restarts", async () => {
    const server = await start(job({ backoffLimit: 2 }, "crash-loop", "OnFailure"));
    await server.settle(60_000);
    expect((await statusOf(server)).conditions?.at(-1)).toMatchObject({
      type: "Failed",
      reason: "BackoffLimitExceeded",
    });
  });
});

describe("a Pod of a simulated Job", () => {
  it("runs as long as its command sleeps", async () => {
    const containers = [{ name: "main", image: "img:1", command: ["sleep", "30"] }];
    const pod = template("job", { restartPolicy: "Never", containers });
    const server = await start({ metadata: { name: "j" }, spec: { template: pod } });
    await server.settle(20_000);
    expect(await statusOf(server)).toMatchObject({ active: 1, ready: 1 });
    await server.settle(11_000);
    expect(await statusOf(server)).toMatchObject({ succeeded: 1 });
  });

  it("fails as its command exits", async () => {
    const containers = [{ name: "main", image: "img:1", command: ["sh", "-c", "sleep 5; exit 3"] }];
    const rules = [{ action: "FailJob", onExitCodes: { operator: "In", values: [3] } }];
    const pod = template("job", { restartPolicy: "Never", containers });
    const server = await start({ metadata: { name: "j" }, spec: { template: pod, podFailurePolicy: { rules } } });
    await server.settle(10_000);
    expect((await statusOf(server)).conditions?.at(-1)).toMatchObject({ type: "Failed", reason: "PodFailurePolicy" });
  });

  it("runs until it is stopped if its image is the pause image", async () => {
    const pod = template("job", {
      restartPolicy: "Never",
      containers: [{ name: "main", image: "example.com/pause:1" }],
    });
    const server = await start({ metadata: { name: "j" }, spec: { template: pod } });
    await server.settle(60_000);
    expect(await statusOf(server)).toMatchObject({ active: 1, ready: 1 });
  });
});
