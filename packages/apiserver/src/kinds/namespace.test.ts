import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

const NAMESPACES = "/api/v1/namespaces";
const MERGE = { "content-type": "application/merge-patch+json" };
const UNQUALIFIED = "name is neither a standard finalizer name nor is it fully qualified";

async function start(rest: JsonObject = {}) {
  const server = await startTestServer();
  const created = await server.send("POST", NAMESPACES, { body: { metadata: { name: "a" }, ...rest } });
  return { ...server, created };
}

describe("namespaces", () => {
  it("get a label with their name, whatever a client sends", async () => {
    const labels = { "kubernetes.io/metadata.name": "b", team: "x" };
    const { send, created } = await start({ metadata: { name: "a", labels } });
    const right = { "kubernetes.io/metadata.name": "a", team: "x" };
    expect(created.json).toHaveProperty("metadata.labels", right);
    const patched = await send("PATCH", `${NAMESPACES}/a`, { body: { metadata: { labels } }, headers: MERGE });
    expect(patched.json).toHaveProperty("metadata.labels", right);
    const generated = await send("POST", NAMESPACES, { body: { metadata: { generateName: "g-" } } });
    const { name, labels: made } = (generated.json?.metadata ?? {}) as JsonObject;
    expect(made).toEqual({ "kubernetes.io/metadata.name": name });
  });

  it.each([
    [undefined, ["kubernetes"]],
    [{ finalizers: [] }, ["kubernetes"]],
    [{ finalizers: ["example.com/f"] }, ["example.com/f", "kubernetes"]],
    [{ finalizers: ["kubernetes", "example.com/f"] }, ["kubernetes", "example.com/f"]],
  ])("created with the spec %j have the finalizers %j", async (spec, finalizers) => {
    const { created } = await start(spec === undefined ? {} : { spec });
    expect(created.json).toMatchObject({ spec: { finalizers }, status: { phase: "Active" } });
  });

  it("keep their finalizers and their status in an update", async () => {
    const { send } = await start();
    const body = { metadata: { name: "a" }, spec: { finalizers: ["example.com/f"] }, status: { phase: "Terminating" } };
    expect((await send("PUT", `${NAMESPACES}/a`, { body })).json).toMatchObject({
      spec: { finalizers: ["kubernetes"] },
      status: { phase: "Active" },
    });
  });

  it("take finalizers and metadata through the finalize subresource, and by PUT alone", async () => {
    const { send } = await start({ metadata: { name: "a", annotations: { b: "c" } } });
    const body = { metadata: { name: "a" }, spec: { finalizers: ["example.com/f"] }, status: { phase: "Terminating" } };
    const { json } = await send("PUT", `${NAMESPACES}/a/finalize`, { body });
    expect(json).toMatchObject({ spec: { finalizers: ["example.com/f"] }, status: { phase: "Active" } });
    expect(json?.metadata).not.toHaveProperty("annotations");
    expect((await send("GET", `${NAMESPACES}/a/finalize`)).status).toBe(405);
    const bad = { metadata: { name: "a" }, spec: { finalizers: ["kubernetes", "odd"] } };
    expect((await send("PUT", `${NAMESPACES}/a/finalize`, { body: bad })).json?.message).toBe(
      `Namespace "a" is invalid: spec.finalizers[1]: Invalid value: "odd": ${UNQUALIFIED}`,
    );
  });

  it("take status and metadata through the status subresource", async () => {
    const { send } = await start();
    const body = { metadata: { annotations: { b: "c" } }, spec: { finalizers: [] } };
    expect((await send("PATCH", `${NAMESPACES}/a/status`, { body, headers: MERGE })).json).toMatchObject({
      metadata: { annotations: { b: "c" } },
      spec: { finalizers: ["kubernetes"] },
    });
  });

  it("are Terminating exactly as long as they are being deleted", async () => {
    const { send } = await start();
    const patch = (phase: string) =>
      send("PATCH", `${NAMESPACES}/a/status`, { body: { status: { phase } }, headers: MERGE });
    expect((await patch("Terminating")).json?.message).toBe(
      'Namespace "a" is invalid: status.Phase: Invalid value: "Terminating": may only be \'Active\' if `deletionTimestamp` is empty',
    );
    await send("DELETE", `${NAMESPACES}/a`);
    expect((await patch("Active")).json?.message).toBe(
      'Namespace "a" is invalid: status.Phase: Invalid value: "Active": may only be \'Terminating\' if `deletionTimestamp` is not empty',
    );
  });

  it.each([
    ["with.dot", 'metadata.name: Invalid value: "with.dot": must not contain dots'],
    ["", "metadata.name: Required value: name or generateName is required"],
  ])("may not be called %j", async (name, why) => {
    const { created } = await start({ metadata: { name } });
    expect(created.json?.message).toBe(`Namespace "${name}" is invalid: ${why}`);
  });

  it("refuse finalizers without a domain on create", async () => {
    const { created } = await start({ spec: { finalizers: ["odd"] } });
    expect(created.json?.message).toBe(
      `Namespace "a" is invalid: spec.finalizers: Invalid value: "odd": ${UNQUALIFIED}`,
    );
  });

  it.each(["default", "kube-system", "kube-public"])("called %s are not deleted", async (name) => {
    const { send } = await start();
    const { status, json } = await send("DELETE", `${NAMESPACES}/${name}`);
    expect([status, json?.message]).toEqual([
      403,
      `namespaces "${name}" is forbidden: this namespace may not be deleted`,
    ]);
  });

  it.each([
    ["orphanDependents=false", 202, ["foregroundDeletion"]],
    ["orphanDependents=true", 200, ["orphan"]],
    ["propagationPolicy=Background", 200, undefined],
  ])("deleted with %s answer %i and have the finalizers %j", async (query, status, finalizers) => {
    const { send } = await start();
    const answer = await send("DELETE", `${NAMESPACES}/a?${query}`);
    expect(answer.status).toBe(status);
    expect((answer.json?.metadata ?? {}) as JsonObject).toEqual(
      expect.objectContaining({ deletionTimestamp: "2026-01-02T03:04:05Z", ...(finalizers && { finalizers }) }),
    );
  });

  it("that are being deleted take nothing new, and are not changed by another delete", async () => {
    const { send } = await start();
    const first = await send("DELETE", `${NAMESPACES}/a`);
    expect((await send("DELETE", `${NAMESPACES}/a`)).json).toEqual(first.json);
    const late = await send("POST", `${NAMESPACES}/a/configmaps`, { body: { metadata: { name: "Late_" } } });
    expect([late.status, late.json?.message]).toEqual([
      403,
      'configmaps "Late_" is forbidden: unable to create new content in namespace a because it is being terminated',
    ]);
    expect((await send("POST", NAMESPACES, { body: { metadata: { name: "a" } } })).json?.message).toBe(
      'object is being deleted: namespaces "a" already exists',
    );
  });
});
