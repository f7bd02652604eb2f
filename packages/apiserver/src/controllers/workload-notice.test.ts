import { type JsonObject, objectAt, objectsAt } from "@kiln/api";
import { WORKLOAD_NOTICE_MS, workloadNotice } from "@kiln/controllers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { settle } from "../testing/settle.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
const body = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: { selector: { matchLabels: { a: "b" } }, template },
};

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ addedControllers: [workloadNotice] });
});
afterEach(() => server.close());

async function noticesAfter(ms: number): Promise<JsonObject[]> {
  server.clock.advance(ms);
  await settle(server);
  const { json } = await server.send("GET", "/api/v1/namespaces/default/events");
  return objectsAt(json as JsonObject, "items");
}

describe("workloadNotice", () => {
  it("explains on a Deployment that no controller reconciles it", async () => {
    await server.send("POST", DEPLOYMENTS, { body });
    expect(await noticesAfter(WORKLOAD_NOTICE_MS - 1)).toEqual([]);
    const [event, ...more] = await noticesAfter(1);
    expect(more).toEqual([]);
    expect(objectAt(event as JsonObject, "involvedObject")).toMatchObject({ kind: "Deployment", name: "web" });
    expect(event).toMatchObject({ reason: "NoWorkloadController", message: expect.stringContaining("--simulate") });
  });

  it("says nothing of one that a controller has reconciled, or that is gone", async () => {
    await server.send("POST", DEPLOYMENTS, { body });
    await server.send("POST", DEPLOYMENTS, { body: { ...body, metadata: { name: "gone" } } });
    await server.send("DELETE", `${DEPLOYMENTS}/gone`);
    const headers = { "content-type": "application/merge-patch+json" };
    await server.send("PATCH", `${DEPLOYMENTS}/web/status`, { headers, body: { status: { observedGeneration: 1 } } });
    expect(await noticesAfter(WORKLOAD_NOTICE_MS)).toEqual([]);
  });
});
