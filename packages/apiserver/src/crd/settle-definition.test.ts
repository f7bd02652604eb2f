import { describe, expect, it } from "vitest";
import { conditionsOf, DEFINITIONS, definition } from "../testing/definitions.ts";
import { startTestServer } from "../testing/start-test-server.ts";

const ESTABLISHED = ["NamesAccepted=True NoConflicts", "Established=True InitialNamesAccepted"];
const MERGE = { "content-type": "application/merge-patch+json" };

const rival = definition({ plural: "gizmos", names: { kind: "Widget", singular: "gizmo", shortNames: ["gz"] } });

describe("settleDefinition()", () => {
  it("gives a definition its names and establishes it in the commit that creates it", async () => {
    const server = await startTestServer();
    const created = await server.send("POST", DEFINITIONS, { body: definition() });
    expect(created.json).toHaveProperty("status.conditions", null);
    expect(await conditionsOf(server, "widgets.example.com")).toEqual(ESTABLISHED);
  });

  it("owns the status that it writes, beside the creator of the CRD", async () => {
    const server = await startTestServer();
    await server.send("POST", DEFINITIONS, { body: definition(), headers: { "user-agent": "me/1" } });
    const { json } = await server.send("GET", `${DEFINITIONS}/widgets.example.com`);
    const { managedFields = [] } = (json?.metadata ?? {}) as {
      managedFields?: { manager: string; fieldsV1: object }[];
    };
    expect(managedFields.map(({ manager }) => manager)).toEqual(["kube-apiserver", "me"]);
    const condition = {
      ".": {},
      "f:lastTransitionTime": {},
      "f:message": {},
      "f:reason": {},
      "f:status": {},
      "f:type": {},
    };
    expect(managedFields[0]).toMatchObject({ operation: "Update", subresource: "status" });
    expect(managedFields[0]?.fieldsV1).toEqual({
      "f:status": {
        "f:acceptedNames": { "f:kind": {}, "f:listKind": {}, "f:plural": {}, "f:singular": {} },
        "f:conditions": { 'k:{"type":"Established"}': condition, 'k:{"type":"NamesAccepted"}': condition },
      },
    });
    expect(managedFields[1]?.fieldsV1).toHaveProperty("f:spec");
  });

  it("refuses a taken name to the second CRD, and accepts the rest", async () => {
    const server = await startTestServer();
    await server.send("POST", DEFINITIONS, { body: definition() });
    await server.send("POST", DEFINITIONS, { body: rival });
    expect(await conditionsOf(server, "gizmos.example.com")).toEqual([
      "NamesAccepted=False ListKindConflict",
      "Established=False NotAccepted",
    ]);
    const { json } = await server.send("GET", `${DEFINITIONS}/gizmos.example.com`);
    expect(json).toHaveProperty("status.acceptedNames", {
      plural: "gizmos",
      singular: "gizmo",
      shortNames: ["gz"],
      kind: "",
    });
    expect((await server.send("GET", "/apis/example.com/v1/gizmos")).status).toBe(404);
  });

  it("decides between two definitions of one batch", async () => {
    const server = await startTestServer();
    await Promise.all([
      server.send("POST", DEFINITIONS, { body: definition() }),
      server.send("POST", DEFINITIONS, { body: rival }),
    ]);
    expect(await conditionsOf(server, "widgets.example.com")).toEqual(ESTABLISHED);
    expect((await conditionsOf(server, "gizmos.example.com"))[0]).toBe("NamesAccepted=False ListKindConflict");
  });

  it("gives a name to the waiting CRD as soon as it is free", async () => {
    const server = await startTestServer();
    await server.send("POST", DEFINITIONS, { body: definition({ names: { shortNames: ["w"] } }) });
    await server.send("POST", DEFINITIONS, {
      body: definition({ plural: "wheels", names: { kind: "Wheel", shortNames: ["w"] } }),
    });
    expect((await conditionsOf(server, "wheels.example.com"))[0]).toBe("NamesAccepted=False ShortNamesConflict");
    const body = { spec: { names: { shortNames: null } } };
    await server.send("PATCH", `${DEFINITIONS}/widgets.example.com`, { body, headers: MERGE });
    expect(await conditionsOf(server, "wheels.example.com")).toEqual(ESTABLISHED);
  });

  it("leaves an established definition established when it asks for a name that is taken", async () => {
    const server = await startTestServer();
    await server.send("POST", DEFINITIONS, { body: definition({ names: { shortNames: ["w"] } }) });
    await server.send("POST", DEFINITIONS, { body: definition({ plural: "wheels", names: { kind: "Wheel" } }) });
    const body = { spec: { names: { shortNames: ["w", "wh"] } } };
    await server.send("PATCH", `${DEFINITIONS}/wheels.example.com`, { body, headers: MERGE });
    expect(await conditionsOf(server, "wheels.example.com")).toEqual([
      "NamesAccepted=False ShortNamesConflict",
      "Established=True InitialNamesAccepted",
    ]);
    expect((await server.send("GET", "/apis/example.com/v1/wheels")).status).toBe(200);
  });

  it("does not let a CRD replace a built-in kind", async () => {
    const server = await startTestServer();
    const body = definition({
      group: "apiextensions.k8s.io",
      plural: "customresourcedefinitions",
      names: { kind: "CustomResourceDefinition" },
      annotations: { "api-approved.kubernetes.io": "unapproved, a test" },
    });
    expect((await server.send("POST", DEFINITIONS, { body })).status).toBe(201);
    expect(await conditionsOf(server, "customresourcedefinitions.apiextensions.k8s.io")).toEqual([
      "NamesAccepted=False ListKindConflict",
      "Established=False NotAccepted",
      "KubernetesAPIApprovalPolicyConformant=False UnapprovedAnnotation",
    ]);
  });

  it("follows the approval of a protected group", async () => {
    const server = await startTestServer();
    const annotations = { "api-approved.kubernetes.io": "https://example.com/pull/1" };
    await server.send("POST", DEFINITIONS, { body: definition({ group: "x.k8s.io", annotations }) });
    expect((await conditionsOf(server, "widgets.x.k8s.io"))[2]).toBe(
      "KubernetesAPIApprovalPolicyConformant=True ApprovedAnnotation",
    );
    const body = { metadata: { annotations: { "api-approved.kubernetes.io": "unapproved" } } };
    await server.send("PATCH", `${DEFINITIONS}/widgets.x.k8s.io`, { body, headers: MERGE });
    expect((await conditionsOf(server, "widgets.x.k8s.io"))[2]).toBe(
      "KubernetesAPIApprovalPolicyConformant=False UnapprovedAnnotation",
    );
  });

  it("restores accepted names that were removed from the status", async () => {
    const server = await startTestServer();
    await server.send("POST", DEFINITIONS, { body: definition() });
    const path = `${DEFINITIONS}/widgets.example.com`;
    await server.send("PATCH", `${path}/status`, { body: { status: null }, headers: MERGE });
    expect(await conditionsOf(server, "widgets.example.com")).toEqual(ESTABLISHED);
    expect((await server.send("GET", path)).json).toHaveProperty("status.acceptedNames.kind", "Widget");
  });

  it("establishes what an earlier server left unsettled", async () => {
    const first = await startTestServer();
    await first.send("POST", DEFINITIONS, { body: definition() });
    const body = { status: { acceptedNames: { plural: "", kind: "" }, conditions: null } };
    first.server.close();
    const key = "/registry/apiextensions.k8s.io/customresourcedefinitions/widgets.example.com";
    const { json } = await first.send("GET", `${DEFINITIONS}/widgets.example.com`);
    const revision = first.store.peek(key)?.revision ?? 0;
    await first.store.replace(key, new TextEncoder().encode(JSON.stringify({ ...json, ...body })), { revision });
    const second = await startTestServer({ store: first.store });
    expect(await conditionsOf(second, "widgets.example.com")).toEqual(ESTABLISHED);
  });
});
