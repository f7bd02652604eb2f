import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "../testing/define-widgets.ts";
import { DEFINITIONS } from "../testing/definitions.ts";
import { startTestServer } from "../testing/start-test-server.ts";

const HELD = { finalizers: ["example.com/hold"] };

async function start(path = WIDGETS) {
  const server = await startTestServer();
  await defineWidgets(server, { size: { type: "integer" } });
  if (path !== WIDGETS) {
    await server.send("POST", "/api/v1/namespaces", { body: { metadata: { name: "going" } } });
  }
  await server.send("POST", path, { body: widget("w", { metadata: { name: "w", ...HELD } }) });
  return server;
}

describe("writes of what is being deleted", () => {
  async function startDeleting() {
    const server = await start();
    await server.send("DELETE", `${WIDGETS}/w`);
    const { metadata } = (await server.send("GET", `${WIDGETS}/w`)).json as { metadata: JsonObject };
    const put = (change: JsonObject, query = "") =>
      server.send("PUT", `${WIDGETS}/w${query}`, { body: widget("w", { metadata: { ...metadata, ...change } }) });
    return { ...server, metadata, put };
  }

  it("let it go when the last finalizer goes, and answer with what it was", async () => {
    const { send, put, metadata } = await startDeleting();
    const dry = await put({ finalizers: [] }, "?dryRun=All");
    expect([dry.status, (await send("GET", `${WIDGETS}/w`)).status]).toEqual([200, 200]);
    const { finalizers: _, managedFields: __, ...rest } = metadata;
    const gone = await put({ finalizers: [] });
    expect([gone.status, gone.json?.metadata]).toEqual([200, rest]);
    expect((await send("GET", `${WIDGETS}/w`)).status).toBe(404);
  });

  it("may change it, but neither hold it longer nor call it back", async () => {
    const { put } = await startDeleting();
    const held = await put({ finalizers: [...HELD.finalizers, "example.com/more"] });
    const why =
      "Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers " +
      '[]string{"example.com/more"}';
    const cause = { reason: "FieldValueForbidden", message: why, field: "metadata.finalizers" };
    expect(held.json).toMatchObject({ code: 422, details: { causes: [cause, cause] } });
    const changed = await put({ labels: { a: "b" }, deletionTimestamp: null, deletionGracePeriodSeconds: null });
    expect(changed.json?.metadata).toMatchObject({ labels: { a: "b" }, deletionTimestamp: expect.any(String) });
  });

  it("say of its name that it will be free", async () => {
    const { send } = await startDeleting();
    const again = await send("POST", WIDGETS, { body: widget("w") });
    expect([again.status, again.json?.message]).toEqual([
      409,
      'object is being deleted: widgets.example.com "w" already exists',
    ]);
  });
});

describe("creates where everything is being deleted", () => {
  it("are refused in a namespace, before anything else is said of them", async () => {
    const path = WIDGETS.replace("default", "going");
    const { send } = await start(path);
    await send("DELETE", "/api/v1/namespaces/going");
    const refused = await send("POST", `${path}?dryRun=All`, { body: widget("Bad_Name") });
    expect(refused.json).toMatchObject({
      code: 403,
      message:
        'widgets.example.com "Bad_Name" is forbidden: unable to create new content in namespace going because it is ' +
        "being terminated",
      details: { causes: [{ reason: "NamespaceTerminating", field: "metadata.namespace" }] },
    });
  });

  it("are refused for a kind", async () => {
    const { send } = await start();
    await send("DELETE", `${DEFINITIONS}/widgets.example.com`);
    const refused = await send("POST", WIDGETS, { body: widget("other") });
    expect([refused.status, refused.json?.message]).toEqual([
      403,
      'widgets.example.com "other" is forbidden: create not allowed while custom resource definition is terminating',
    ]);
    expect((await send("PUT", `${WIDGETS}/other`, { body: widget("other") })).status).toBe(404);
  });
});
