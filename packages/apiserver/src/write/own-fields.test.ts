import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

async function fieldsOf(path: string, body: JsonObject): Promise<unknown> {
  const { send } = await startTestServer();
  const { json } = await send("POST", `${path}?fieldManager=m`, { body });
  const { managedFields } = (json?.metadata ?? {}) as { managedFields?: { fieldsV1: JsonObject }[] };
  return managedFields?.[0]?.fieldsV1;
}

describe("ownFields()", () => {
  it("makes the creator of a built-in object own what it set, not the structs that Go has anyway", async () => {
    const spec = { ports: [{ port: 80 }] };
    expect(await fieldsOf("/api/v1/namespaces/default/services", { metadata: { name: "s" }, spec })).toEqual({
      "f:spec": {
        "f:internalTrafficPolicy": {},
        "f:ports": {
          ".": {},
          'k:{"port":80,"protocol":"TCP"}': { ".": {}, "f:port": {}, "f:protocol": {}, "f:targetPort": {} },
        },
        "f:sessionAffinity": {},
        "f:type": {},
      },
    });
  });

  it("gives no owner to fields that only a deletion sets", async () => {
    const metadata = { name: "c", deletionGracePeriodSeconds: 5, deletionTimestamp: "2020-01-01T00:00:00Z" };
    expect(await fieldsOf("/api/v1/namespaces/default/configmaps", { metadata, data: { a: "b" } })).toEqual({
      "f:data": { ".": {}, "f:a": {} },
    });
  });

  it("gives what may be anything one owner", async () => {
    const path = "/apis/apps/v1/namespaces/default/controllerrevisions";
    const object = { metadata: { name: "r" }, revision: 1, data: { a: { b: 1 } } };
    expect(await fieldsOf(path, object)).toEqual({ "f:data": {}, "f:revision": {} });
  });

  it("tracks ownership of an empty list without omitempty, and none of an absent one", async () => {
    const path = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";
    const object = { metadata: { name: "e" }, addressType: "IPv4", endpoints: [] };
    expect(await fieldsOf(path, object)).toEqual({ "f:addressType": {}, "f:endpoints": {} });
  });
});
