import { describe, expect, it } from "vitest";
import { DEPLOYMENTS, deployment, PODS, startSimulated } from "../testing/start-simulated.ts";

/** Writes to the store from the creation of a Deployment until all of its Pods are ready. */
async function writesOf(replicas: number): Promise<number> {
  const server = await startSimulated();
  const before = server.store.revision;
  await server.post(DEPLOYMENTS, deployment("web", { replicas }));
  await server.settle();
  expect((await server.get(`${DEPLOYMENTS}/web`)).status).toMatchObject({ readyReplicas: replicas });
  expect(await server.list(PODS)).toHaveLength(replicas);
  return server.store.revision - before;
}

describe("a simulated Pod", () => {
  it("is ready after five writes, two of them events, however many there are", async () => {
    const [few, many] = [await writesOf(5), await writesOf(20)];
    // Its creation, its node, its status, and the events about the first two; some more of its ReplicaSet and Deployment.
    expect((many - few) / 15).toBeLessThanOrEqual(6);
    expect(few).toBeLessThanOrEqual(50);
  });
});
