import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../../testing/start-test-server.ts";

const PATH = "/api/v1/componentstatuses";

function lease(name: string, renewTime: string): JsonObject {
  const spec = { holderIdentity: "h", leaseDurationSeconds: 15, renewTime };
  return { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name }, spec };
}

describe("componentstatuses", () => {
  it("lists the three components of Kubernetes, by lease and store", async () => {
    const { send, clock } = await startTestServer();
    const leases = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
    const now = `${clock.now().toISOString().slice(0, 19)}.000000Z`;
    await send("POST", leases, { body: lease("kube-scheduler", now) });
    await send("POST", leases, { body: lease("kube-controller-manager", "2001-01-01T00:00:00.000000Z") });
    const { json } = await send("GET", PATH);
    expect(json).toMatchObject({
      kind: "ComponentStatusList",
      metadata: {},
      items: [
        { metadata: { name: "scheduler" }, conditions: [{ type: "Healthy", status: "True", message: "ok" }] },
        { metadata: { name: "controller-manager" }, conditions: [{ type: "Healthy", status: "False" }] },
        { metadata: { name: "etcd-0" }, conditions: [{ type: "Healthy", status: "True", message: "ok" }] },
      ],
    });
    const chosen = await send("GET", `${PATH}?fieldSelector=metadata.name=etcd-0`);
    expect(chosen.json?.items).toHaveLength(1);
  });

  it("has a Table, and messages", async () => {
    const { send } = await startTestServer();
    const table = await send("GET", PATH, { headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } });
    expect(table.json?.rows).toMatchObject([
      { cells: ["scheduler", "Unhealthy", expect.stringContaining("not found"), ""] },
      { cells: ["controller-manager", "Unhealthy", expect.stringContaining("not found"), ""] },
      { cells: ["etcd-0", "Healthy", "ok", ""] },
    ]);
    const message = await send("GET", PATH, { headers: { accept: "application/vnd.kubernetes.protobuf" } });
    expect(message.status).toBe(200);
  });

  it("shows one, and says of another that it is not found", async () => {
    const { send } = await startTestServer();
    expect((await send("GET", `${PATH}/scheduler`)).json).toMatchObject({
      kind: "ComponentStatus",
      metadata: { name: "scheduler" },
    });
    const { status, json } = await send("GET", `${PATH}/nope`);
    expect([status, json?.message]).toEqual([404, 'componentstatus "nope" not found']);
  });
});
