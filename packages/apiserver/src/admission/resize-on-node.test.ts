import { selectPlugins } from "@kiln/admission";
import type { JsonObject } from "@kiln/api";
import { beforeEach, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const NODES = "/api/v1/nodes";
const PODS = "/api/v1/namespaces/default/pods";
const MERGE = { "content-type": "application/strategic-merge-patch+json" };

const cpu = (size: string): JsonObject => ({ requests: { cpu: size, memory: "1Gi" } });

const POD: JsonObject = {
  metadata: { name: "p" },
  spec: {
    automountServiceAccountToken: false,
    nodeName: "n",
    initContainers: [{ name: "i", image: "i:1", resources: cpu("1") }],
    containers: [{ name: "c", image: "i:1", resources: cpu("1") }],
  },
};

let server: TestServer;

async function start(node: JsonObject | undefined, disabled: readonly string[] = []): Promise<void> {
  server = await startTestServer({ admission: selectPlugins({ disabled: ["ServiceAccount", ...disabled] }) });
  if (node !== undefined) {
    expect((await server.send("POST", NODES, { body: { metadata: { name: "n" }, ...node } })).status).toBe(201);
  }
  expect((await server.send("POST", PODS, { body: POD })).status).toBe(201);
}

async function resize(spec: JsonObject): Promise<JsonObject> {
  return (await server.send("PATCH", `${PODS}/p/resize`, { headers: MERGE, body: { spec } })).json ?? {};
}

const bigger = (size: string): JsonObject => ({ containers: [{ name: "c", resources: cpu(size) }] });
const node: JsonObject = { status: { allocatable: { cpu: "4", memory: "4Gi" } } };

describe("PodResizeValidator", () => {
  it("allows what the node can have", async () => {
    await start(node);
    expect(await resize(bigger("4"))).toMatchObject({ kind: "Pod", metadata: { generation: 2 } });
  });

  it("forbids more than the node has in all, and names both", async () => {
    await start(node);
    expect(await resize(bigger("4500m"))).toMatchObject({
      reason: "Forbidden",
      message:
        'pods "p" is forbidden: node didn\'t have enough allocatable resources: cpu, requested: 4500, allocatable: 4000',
      details: { causes: [{ reason: "NodeCapacity" }] },
    });
  });

  it.each<[string, JsonObject | undefined, string]>([
    ["is not there", undefined, 'pods "p" is forbidden: node "n" not found'],
    [
      "does not run Linux",
      { metadata: { name: "n", labels: { "kubernetes.io/os": "windows" } } },
      'pods "p" is forbidden: pod resize is only supported on linux nodes, node "n" is "windows"',
    ],
  ])("forbids any resize where the node %s", async (_, other, message) => {
    await start(other);
    expect(await resize(bigger("2"))).toMatchObject({ reason: "Forbidden", message });
  });

  it("allows a request that changes nothing, and any where it is disabled", async () => {
    await start(undefined);
    expect(await resize(bigger("1"))).toMatchObject({ kind: "Pod" });
    await start(undefined, ["PodResizeValidator"]);
    expect(await resize(bigger("9"))).toMatchObject({ kind: "Pod" });
  });
});

describe("NodeDeclaredFeatureValidator", () => {
  const init: JsonObject = { initContainers: [{ name: "i", resources: cpu("2") }] };

  beforeEach(() => start(node));

  it("forbids to resize an init container on a node that does not declare support", async () => {
    expect(await resize(init)).toMatchObject({
      reason: "Forbidden",
      message:
        'pods "p" is forbidden: pod update requires features InPlacePodVerticalScalingInitContainers which are not available on node "n"',
    });
  });

  it("allows it once the node declares the feature", async () => {
    const body = { status: { declaredFeatures: ["InPlacePodVerticalScalingInitContainers"] } };
    await server.send("PATCH", `${NODES}/n/status`, { headers: MERGE, body });
    expect(await resize(init)).toMatchObject({ kind: "Pod" });
  });
});
