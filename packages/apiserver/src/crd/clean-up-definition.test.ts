import { describe, expect, it } from "vitest";
import { conditionsOf, DEFINITIONS, definition } from "../testing/definitions.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const NAME = "widgets.example.com";
const WIDGETS = "/apis/example.com/v1/namespaces/default/widgets";
const MERGE = { "content-type": "application/merge-patch+json" };

function widget(name: string, finalizers: string[] = []) {
  return { apiVersion: "example.com/v1", kind: "Widget", metadata: { name, finalizers } };
}

async function start(): Promise<TestServer> {
  const server = await startTestServer();
  await server.send("POST", DEFINITIONS, { body: definition() });
  return server;
}

/** Repeats a GET of the CRD until it returns this status code; work after a response takes some turns, never time. */
async function settled({ send }: TestServer, code: number): Promise<number> {
  let status = 0;
  for (let turn = 0; turn < 100 && status !== code; turn++) {
    status = (await send("GET", `${DEFINITIONS}/${NAME}`)).status;
  }
  return status;
}

describe("cleanUpDefinition()", () => {
  it("answers with the definition, held by a finalizer", async () => {
    const { send } = await start();
    const { json } = await send("DELETE", `${DEFINITIONS}/${NAME}`);
    expect(json).toHaveProperty("metadata.finalizers", ["customresourcecleanup.apiextensions.k8s.io"]);
    expect(json).toHaveProperty("metadata.generation", 1);
    expect(json).toHaveProperty("status.conditions.2.reason", "InstanceDeletionPending");
  });

  it("lets a definition without objects go, and its names with it", async () => {
    const server = await start();
    await server.send("DELETE", `${DEFINITIONS}/${NAME}`);
    expect(await settled(server, 404)).toBe(404);
    expect((await server.send("GET", WIDGETS)).status).toBe(404);
    expect((await server.send("POST", DEFINITIONS, { body: definition() })).status).toBe(201);
    expect((await server.send("GET", WIDGETS)).status).toBe(200);
  });

  it("deletes the objects first, and waits for those that finalizers hold", async () => {
    const server = await start();
    await server.send("POST", WIDGETS, { body: widget("plain") });
    await server.send("POST", WIDGETS, { body: widget("held", ["example.com/hold"]) });
    await server.send("DELETE", `${DEFINITIONS}/${NAME}`);
    expect((await conditionsOf(server, NAME))[2]).toBe("Terminating=True InstanceDeletionInProgress");
    expect((await server.send("GET", `${WIDGETS}/plain`)).status).toBe(404);
    const held = await server.send("GET", `${WIDGETS}/held`);
    expect(held.json).toHaveProperty("metadata.deletionGracePeriodSeconds", 0);

    await server.send("PATCH", `${WIDGETS}/held`, { body: { metadata: { finalizers: null } }, headers: MERGE });
    expect(await settled(server, 404)).toBe(404);
  });

  it("refuses new objects meanwhile", async () => {
    const server = await start();
    await server.send("POST", WIDGETS, { body: widget("held", ["example.com/hold"]) });
    await server.send("DELETE", `${DEFINITIONS}/${NAME}`);
    const { status, json } = await server.send("POST", WIDGETS, { body: widget("late") });
    expect(status).toBe(403);
    expect(json?.message).toBe(
      'widgets.example.com "late" is forbidden: create not allowed while custom resource definition is terminating',
    );
  });

  it("goes on after a restart", async () => {
    const first = await start();
    await first.send("POST", WIDGETS, { body: widget("held", ["example.com/hold"]) });
    await first.send("DELETE", `${DEFINITIONS}/${NAME}`);
    await first.send("GET", WIDGETS);
    first.server.close();
    const second = await startTestServer({ store: first.store });
    await second.send("PATCH", `${WIDGETS}/held`, { body: { metadata: { finalizers: null } }, headers: MERGE });
    expect(await settled({ ...second }, 404)).toBe(404);
  });

  it("lets a definition go that was never established", async () => {
    const server = await start();
    const rival = definition({ plural: "gizmos" });
    await server.send("POST", DEFINITIONS, { body: rival });
    await server.send("DELETE", `${DEFINITIONS}/gizmos.example.com`);
    await settled(server, 404);
    expect((await server.send("GET", `${DEFINITIONS}/gizmos.example.com`)).status).toBe(404);
    expect((await server.send("GET", WIDGETS)).status).toBe(200);
  });
});
