import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "../testing/define-widgets.ts";
import { startTestServer, type TestAnswer } from "../testing/start-test-server.ts";

async function start() {
  const server = await startTestServer();
  await defineWidgets(server, {});
  for (const [name, metal] of Object.entries({ a: "gold", b: "gold", c: "iron" })) {
    await server.send("POST", WIDGETS, { body: widget(name, { metadata: { name, labels: { metal } } }) });
  }
  return server;
}

function names({ json }: TestAnswer): unknown {
  return Array.isArray(json?.items)
    ? json.items.map((item) => ((item as JsonObject).metadata as JsonObject).name)
    : json;
}

describe("deletecollection", () => {
  it.each([
    ["", ["a", "b", "c"], []],
    ["?labelSelector=metal%3Dgold", ["a", "b"], ["c"]],
    ["?fieldSelector=metadata.name%3Dc", ["c"], ["a", "b"]],
    ["?limit=2", ["a", "b"], ["c"]],
    ["?labelSelector=metal%3Dtin", [], ["a", "b", "c"]],
    ["?dryRun=All", ["a", "b", "c"], ["a", "b", "c"]],
  ])("with %j answers with %j and leaves %j", async (query, deleted, left) => {
    const { send } = await start();
    expect(names(await send("DELETE", WIDGETS + query))).toEqual(deleted);
    expect(names(await send("GET", WIDGETS))).toEqual(left);
  });

  it("shows objects as they were before", async () => {
    const { send } = await start();
    const held = { name: "d", finalizers: ["example.com/a"] };
    const created = await send("POST", WIDGETS, { body: widget("d", { metadata: held }) });
    const { json } = await send("DELETE", `${WIDGETS}?fieldSelector=metadata.name%3Dd`);
    expect(json?.items).toEqual([created.json]);
    expect((await send("GET", `${WIDGETS}/d`)).json).toHaveProperty("metadata.deletionGracePeriodSeconds", 0);
  });

  it("stops at the first object that is not the one meant", async () => {
    const { send } = await start();
    const first = await send("GET", `${WIDGETS}/a`);
    const { uid = "" } = (first.json?.metadata ?? {}) as JsonObject;
    const refused = await send("DELETE", WIDGETS, { body: { preconditions: { uid } } });
    expect(refused.status).toBe(409);
    expect(refused.json?.details).toMatchObject({ name: "b", kind: "Widget" });
    expect(names(await send("GET", WIDGETS))).toEqual(["b", "c"]);
  });

  it.each([
    ["?limit=abc", 400],
    ["?labelSelector=a%20in%20(", 400],
    ["?fieldSelector=spec.x%3D1", 400],
    ["?resourceVersionMatch=Exact", 422],
    ["?propagationPolicy=Odd", 422],
  ])("refuses %j with %i", async (query, status) => {
    const { send } = await start();
    expect((await send("DELETE", WIDGETS + query)).status).toBe(status);
    expect(names(await send("GET", WIDGETS))).toEqual(["a", "b", "c"]);
  });

  it("has nothing to delete where nothing is, and is not for namespaces", async () => {
    const { send } = await start();
    expect(names(await send("DELETE", WIDGETS.replace("default", "nowhere")))).toEqual([]);
    expect((await send("DELETE", "/api/v1/namespaces")).status).toBe(405);
  });
});
