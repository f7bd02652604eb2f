import { selectPlugins } from "@kiln/admission";
import { type JsonObject, objectAt } from "@kiln/api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { openWatch } from "../../testing/watch-widgets.ts";

const PODS = "/api/v1/namespaces/default/pods";
const MERGE = { "content-type": "application/merge-patch+json" };

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer({ admission: selectPlugins({ disabled: ["ServiceAccount"] }) });
});

afterEach(() => server.close());

async function create(name: string, spec: JsonObject = {}, labels: JsonObject = {}): Promise<JsonObject> {
  const containers = [{ name: "c", image: "example.com/c:1" }];
  const { json } = await server.send("POST", PODS, {
    body: { metadata: { name, labels }, spec: { containers, ...spec } },
  });
  return json as JsonObject;
}

async function bind(name: string): Promise<JsonObject | undefined> {
  const body = { metadata: { name }, target: { name: "n1" } };
  return (await server.send("POST", `${PODS}/${name}/binding`, { body })).json;
}

describe("Pods", () => {
  it("are complete when they are created", async () => {
    const limits = { cpu: "1", memory: "1Gi" };
    const image = "example.com/c";
    expect(await create("p", { containers: [{ name: "c", image, resources: { limits } }] })).toMatchObject({
      metadata: { generation: 1 },
      spec: {
        containers: [
          {
            imagePullPolicy: "Always",
            resources: { limits, requests: limits },
            terminationMessagePath: "/dev/termination-log",
          },
        ],
        dnsPolicy: "ClusterFirst",
        enableServiceLinks: true,
        restartPolicy: "Always",
        schedulerName: "default-scheduler",
        securityContext: {},
        terminationGracePeriodSeconds: 30,
      },
      status: { phase: "Pending", qosClass: "Guaranteed" },
    });
  });

  it("are bound to a node once", async () => {
    await create("p");
    expect(await bind("p")).toMatchObject({ status: "Success", code: 201 });
    const { json } = await server.send("GET", `${PODS}/p`);
    expect(json).toMatchObject({
      spec: { nodeName: "n1" },
      status: { conditions: [{ type: "PodScheduled", status: "True" }] },
    });
    expect(await bind("p")).toMatchObject({
      code: 409,
      message: expect.stringContaining('pod p is already assigned to node "n1"'),
    });
  });

  it("are not bound before their gates are gone", async () => {
    const gated = await create("p", { schedulingGates: [{ name: "example.com/g" }] });
    expect(gated.status).toMatchObject({ conditions: [{ reason: "SchedulingGated" }] });
    expect(await bind("p")).toMatchObject({ code: 409 });
  });

  it("go at once if they run nowhere, and take their time if they do", async () => {
    await create("p");
    const gone = await server.send("DELETE", `${PODS}/p`);
    expect(gone.json?.metadata).toMatchObject({ deletionGracePeriodSeconds: 0, generation: 2 });
    expect((await server.send("GET", `${PODS}/p`)).status).toBe(404);
    await create("q");
    await bind("q");
    const going = await server.send("DELETE", `${PODS}/q`);
    expect(going.json?.metadata).toMatchObject({ deletionGracePeriodSeconds: 30 });
    const slower = await server.send("DELETE", `${PODS}/q?gracePeriodSeconds=40`);
    expect(slower.json?.metadata).toMatchObject({ deletionGracePeriodSeconds: 30 });
    const faster = await server.send("DELETE", `${PODS}/q?gracePeriodSeconds=5`);
    expect(faster.json?.metadata).toMatchObject({ deletionGracePeriodSeconds: 5 });
    await server.send("DELETE", `${PODS}/q?gracePeriodSeconds=0`);
    expect((await server.send("GET", `${PODS}/q`)).status).toBe(404);
  });

  it("are seen to be going before they are gone", async () => {
    await create("p");
    const reader = await openWatch(server, `${PODS}?watch=1`);
    await server.send("DELETE", `${PODS}/p?gracePeriodSeconds=0`);
    const metadata = { generation: 2, deletionTimestamp: expect.any(String) };
    expect(await reader.take(3)).toMatchObject([
      { type: "ADDED", object: { metadata: { generation: 1 } } },
      { type: "MODIFIED", object: { metadata } },
      { type: "DELETED", object: { metadata } },
    ]);
  });

  it("take nothing but what is asked of them on their subresources", async () => {
    await create("p");
    const spec = { activeDeadlineSeconds: 7, ephemeralContainers: [{ name: "e", image: "example.com/e:1" }] };
    const body = { metadata: { labels: { a: "b" } }, spec };
    const { json } = await server.send("PATCH", `${PODS}/p/ephemeralcontainers`, { body, headers: MERGE });
    expect(json).toMatchObject({ metadata: { generation: 2 }, spec: { ephemeralContainers: [{ name: "e" }] } });
    expect([objectAt(json ?? {}, "metadata").labels, objectAt(json ?? {}, "spec").activeDeadlineSeconds]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("are evicted as far as their budget goes", async () => {
    const budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
    const selector = { matchLabels: { app: "a" } };
    await server.send("POST", budgets, { body: { metadata: { name: "b" }, spec: { selector, minAvailable: 1 } } });
    const status = { observedGeneration: 1, disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1 };
    await server.send("PATCH", `${budgets}/b/status`, { body: { status }, headers: MERGE });
    const evict = async (name: string) => {
      await create(name, {}, { app: "a" });
      const running = { status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] } };
      await server.send("PATCH", `${PODS}/${name}/status`, { body: running, headers: MERGE });
      return server.send("POST", `${PODS}/${name}/eviction`, { body: { metadata: { name } } });
    };
    expect((await evict("p")).status).toBe(201);
    expect((await server.send("GET", `${PODS}/p`)).status).toBe(404);
    expect((await evict("q")).json).toMatchObject({
      code: 429,
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
    });
  });
});
