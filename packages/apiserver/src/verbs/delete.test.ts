import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "../testing/define-widgets.ts";
import { DEFINITIONS } from "../testing/definitions.ts";
import { startTestServer } from "../testing/start-test-server.ts";

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const MERGE = { "content-type": "application/merge-patch+json" };
const NOW = "2026-01-02T03:04:05Z";

async function start() {
  const server = await startTestServer();
  await defineWidgets(server, { size: { type: "integer" } });
  return server;
}

async function startWith(metadata: JsonObject) {
  const server = await start();
  const created = await server.send("POST", WIDGETS, { body: widget("w", { metadata: { name: "w", ...metadata } }) });
  return { ...server, created: created.json?.metadata as JsonObject };
}

describe("delete", () => {
  it("answers that the object is gone", async () => {
    const { send, created } = await startWith({});
    const { status, json } = await send("DELETE", `${WIDGETS}/w`);
    expect([status, json]).toEqual([
      200,
      {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Success",
        details: { name: "w", group: "example.com", kind: "widgets", uid: created.uid },
      },
    ]);
    expect((await send("DELETE", `${WIDGETS}/w`)).status).toBe(404);
  });

  it("marks an object that finalizers hold, once, and answers with it", async () => {
    const { send, created } = await startWith({ finalizers: ["example.com/a"] });
    const first = await send("DELETE", `${WIDGETS}/w`);
    expect(first.json?.metadata).toEqual({
      ...created,
      generation: 2,
      deletionTimestamp: NOW,
      deletionGracePeriodSeconds: 0,
      resourceVersion: expect.not.stringMatching(`^${created.resourceVersion}$`),
    });
    const second = await send("DELETE", `${WIDGETS}/w`);
    expect(second.json).toEqual(first.json);
    expect((await send("POST", WIDGETS, { body: widget("w") })).json?.message).toBe(
      'object is being deleted: widgets.example.com "w" already exists',
    );
  });

  it("is finished by the write that takes the last finalizer away", async () => {
    const { send } = await startWith({ finalizers: ["example.com/a"] });
    await send("DELETE", `${WIDGETS}/w`);
    const patched = await send("PATCH", `${WIDGETS}/w`, { body: { metadata: { finalizers: null } }, headers: MERGE });
    expect(patched.json).toHaveProperty("metadata.deletionTimestamp", NOW);
    expect((await send("GET", `${WIDGETS}/w`)).status).toBe(404);
  });

  const propagations: readonly [options: JsonObject, before: string[], code: number, after: string[] | "gone"][] = [
    [{ propagationPolicy: "Foreground" }, [], 200, ["foregroundDeletion"]],
    [{ propagationPolicy: "Orphan" }, ["example.com/a"], 200, ["example.com/a", "orphan"]],
    [{ propagationPolicy: "Orphan" }, ["foregroundDeletion"], 200, ["orphan"]],
    [{ propagationPolicy: "Background" }, ["foregroundDeletion"], 200, "gone"],
    [{}, ["foregroundDeletion"], 200, ["foregroundDeletion"]],
    [{ orphanDependents: true }, [], 200, ["orphan"]],
    [{ orphanDependents: false }, ["orphan"], 200, "gone"],
    [{ orphanDependents: false }, ["example.com/a"], 202, ["example.com/a"]],
  ];
  it.each(propagations)("with %j makes of the finalizers %j: %i, %j", async (options, finalizers, code, after) => {
    const { send } = await startWith({ finalizers });
    const { status, json } = await send("DELETE", `${WIDGETS}/w`, { body: options });
    expect(status).toBe(code);
    expect(json?.kind === "Status" ? { finalizers: "gone" } : json?.metadata).toMatchObject({ finalizers: after });
  });

  it("lets a later policy take the place of an earlier one", async () => {
    const { send } = await startWith({});
    await send("DELETE", `${WIDGETS}/w?propagationPolicy=Foreground`);
    expect((await send("DELETE", `${WIDGETS}/w?propagationPolicy=Background`)).json?.status).toBe("Success");
    expect((await send("GET", `${WIDGETS}/w`)).status).toBe(404);
  });

  it("changes nothing in a dry run", async () => {
    const { send, created } = await startWith({ finalizers: ["orphan"] });
    const marked = await send("DELETE", `${WIDGETS}/w?dryRun=All`);
    expect(marked.json?.metadata).toMatchObject({ resourceVersion: created.resourceVersion, generation: 2 });
    const gone = await send("DELETE", `${WIDGETS}/w?dryRun=All&propagationPolicy=Background`);
    expect(gone.json?.metadata).toEqual(created);
    expect((await send("GET", `${WIDGETS}/w`)).json?.metadata).toEqual(created);
  });

  it("takes options from the body alone if there is one", async () => {
    const { send } = await startWith({});
    expect((await send("DELETE", `${WIDGETS}/w?dryRun=All`, { body: {} })).status).toBe(200);
    expect((await send("GET", `${WIDGETS}/w`)).status).toBe(404);
  });

  it("bumps the generation of any object that has one", async () => {
    const { send } = await start();
    const metadata = { name: "c", generation: 5, finalizers: ["example.com/a"] };
    await send("POST", CONFIG_MAPS, { body: { metadata } });
    expect((await send("DELETE", `${CONFIG_MAPS}/c`)).json).toHaveProperty("metadata.generation", 6);
  });

  it("marks an object in its storage version", async () => {
    const server = await start();
    const { send } = server;
    const { json } = await send("GET", `${DEFINITIONS}/widgets.example.com`);
    const spec = json?.spec as JsonObject;
    const [v1] = spec.versions as [JsonObject];
    const v2 = { ...v1, name: "v2", storage: false, schema: { openAPIV3Schema: { type: "object" } } };
    await send("PATCH", `${DEFINITIONS}/widgets.example.com`, {
      body: { spec: { versions: [v1, v2] } },
      headers: MERGE,
    });
    const metadata = { name: "w", finalizers: ["example.com/a"] };
    await send("POST", WIDGETS, { body: widget("w", { metadata, spec: { size: 3 } }) });
    const marked = await send("DELETE", `${WIDGETS.replace("v1", "v2")}/w`);
    expect(marked.json).toMatchObject({ apiVersion: "example.com/v2" });
    expect(marked.json?.spec).toBeUndefined();
    expect((await send("GET", `${WIDGETS}/w`)).json).toMatchObject({
      metadata: { deletionTimestamp: NOW },
      spec: { size: 3 },
    });
  });

  const preconditions: readonly [what: string, path: string, given: JsonObject, why: RegExp, kind: string][] = [
    [
      "another uid",
      WIDGETS,
      { uid: "u" },
      /^Operation cannot be fulfilled on Widget.example.com "w": the UID in the precondition \(u\) does not match the UID in record \(0.*\). The object might have been deleted and then recreated$/,
      "Widget",
    ],
    [
      "an older version",
      WIDGETS,
      { resourceVersion: "1" },
      /: the ResourceVersion in the precondition \(1\) does not match the ResourceVersion in record \(\d+\). The object might have been modified$/,
      "Widget",
    ],
    [
      "another uid of a namespace",
      "/api/v1/namespaces",
      { uid: "u" },
      /^Operation cannot be fulfilled on namespaces "w": Precondition failed: UID in precondition: u, UID in object meta: 0.*$/,
      "namespaces",
    ],
  ];
  it.each(preconditions)("refuses to delete %s", async (_what, path, given, why, kind) => {
    const { send } = await startWith({});
    await send("POST", "/api/v1/namespaces", { body: { metadata: { name: "w" } } });
    const { status, json } = await send("DELETE", `${path}/w`, { body: { preconditions: given } });
    expect(status).toBe(409);
    expect(json?.message).toMatch(why);
    expect(json?.details).toMatchObject({ name: "w", kind });
  });

  it.each(["uid=u", "resourceVersion=1"])("takes ?%s for a condition, too", async (query) => {
    const { send } = await startWith({});
    expect((await send("DELETE", `${WIDGETS}/w?${query}`)).status).toBe(409);
  });

  it("deletes exactly the object that was meant", async () => {
    const { send, created } = await startWith({});
    const { uid = "", resourceVersion = "" } = created;
    const { status } = await send("DELETE", `${WIDGETS}/w`, { body: { preconditions: { uid, resourceVersion } } });
    expect(status).toBe(200);
  });
});
