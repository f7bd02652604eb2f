import type { JsonObject } from "@kiln/api";
import { allFeatures } from "@kiln/kinds";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const MIB = 1024 * 1024;
const KEY = "must consist of alphanumeric characters";
const WHY = "Forbidden: field is immutable when `immutable` is set";

function configMap(rest: JsonObject): JsonObject {
  return { metadata: { name: "c" }, ...rest };
}

async function create(rest: JsonObject) {
  const server = await startTestServer();
  return { ...server, created: await server.send("POST", CONFIG_MAPS, { body: configMap(rest) }) };
}

describe("ConfigMaps", () => {
  it.each([
    [{ data: { a: null, b: "x" } }, { data: { a: "", b: "x" } }],
    [{ data: {}, binaryData: null }, {}],
    [{ binaryData: { a: "aGVs\nbG8=", b: "YR==" } }, { binaryData: { a: "aGVsbG8=", b: "YQ==" } }],
    [{ data: { constructor: "x" } }, { data: { constructor: "x" } }],
    [{ immutable: false }, { immutable: false }],
  ])("given %j hold %j", async (given, held) => {
    const { created } = await create(given);
    const { kind, apiVersion, metadata, ...rest } = created.json ?? {};
    expect([kind, apiVersion, rest]).toEqual(["ConfigMap", "v1", held]);
  });

  it.each([
    [{ data: { "a b": "x" } }, `data[a b]: Invalid value: "a b": a valid config key ${KEY}`],
    [{ binaryData: { "..": "" } }, "binaryData[..]: Invalid value: \"..\": must not be '..'"],
    [
      { data: { a: "1" }, binaryData: { a: "" } },
      'data[a]: Invalid value: "a": duplicate of key present in binaryData',
    ],
    [{ data: { a: "é".repeat(MIB / 2), b: "x" } }, `[]: Too long: may not be more than ${MIB} bytes`],
  ])("given %.40j are refused", async (given, why) => {
    const { created } = await create(given);
    expect(created.status).toBe(422);
    expect(created.json?.message).toContain(`ConfigMap "c" is invalid: ${why}`);
  });

  it("may hold exactly one MiB, in bytes of values", async () => {
    const binaryData = { b: btoa("x".repeat(MIB / 2)) };
    expect((await create({ data: { a: "x".repeat(MIB / 2) }, binaryData })).created.status).toBe(201);
    expect((await create({ data: { a: "x".repeat(MIB / 2 + 1) }, binaryData })).created.status).toBe(422);
  });

  const changes: readonly [change: JsonObject, fields: string[]][] = [
    [{ immutable: true, data: { a: "2" } }, ["data"]],
    [{ immutable: true }, ["data"]],
    [{ data: { a: "1" } }, ["immutable"]],
    [{ immutable: false, data: { a: "1", b: "2" }, binaryData: { c: "" } }, ["immutable", "data", "binaryData"]],
  ];
  it.each(changes)("marked immutable refuse to become %j for the sake of %j", async (change, fields) => {
    const { send } = await create({ immutable: true, data: { a: "1" } });
    const { status, json } = await send("PUT", `${CONFIG_MAPS}/c`, { body: configMap(change) });
    const { causes } = (json?.details ?? {}) as JsonObject;
    expect([status, causes]).toEqual([
      422,
      fields.map((field) => ({ reason: "FieldValueForbidden", message: WHY, field })),
    ]);
  });

  it("marked immutable take labels, writes that change nothing, and deletion", async () => {
    const { send } = await create({ immutable: true, data: { a: "1" } });
    const metadata = { name: "c", labels: { l: "1" } };
    const body = { metadata, immutable: true, data: { a: "1" }, binaryData: {} };
    const labelled = await send("PUT", `${CONFIG_MAPS}/c`, { body });
    expect(labelled.json).toHaveProperty("metadata.labels", { l: "1" });
    expect((await send("PUT", `${CONFIG_MAPS}/c`, { body })).json).toEqual(labelled.json);
    expect((await send("DELETE", `${CONFIG_MAPS}/c`)).status).toBe(200);
  });

  it("may be marked and changed in one write", async () => {
    const { send } = await create({ data: { a: "1" } });
    const body = configMap({ immutable: true, data: { a: "2" } });
    expect((await send("PUT", `${CONFIG_MAPS}/c`, { body })).json).toMatchObject({ immutable: true, data: { a: "2" } });
  });

  it("are not marked while the feature is off, but a mark that is stored counts", async () => {
    const on = await create({ immutable: true, data: { a: "1" } });
    const { store } = on;
    on.server.close();
    const off = await startTestServer({ store, features: { ...allFeatures, ImmutableEphemeralVolumes: false } });
    const fresh = await off.send("POST", CONFIG_MAPS, { body: { metadata: { name: "d" }, immutable: true } });
    expect(fresh.json).not.toHaveProperty("immutable");
    const changed = await off.send("PUT", `${CONFIG_MAPS}/c`, {
      body: configMap({ immutable: true, data: { a: "2" } }),
    });
    expect(changed).toMatchObject({ status: 422, json: { details: { causes: [{ field: "data" }] } } });
    const unmarked = await off.send("PUT", `${CONFIG_MAPS}/c`, { body: configMap({ data: { a: "1" } }) });
    expect(unmarked).toMatchObject({ status: 422, json: { details: { causes: [{ field: "immutable" }] } } });
    const metadata = { name: "c", labels: { l: "1" } };
    const labeled = await off.send("PUT", `${CONFIG_MAPS}/c`, {
      body: { metadata, immutable: true, data: { a: "1" } },
    });
    expect(labeled.status).toBe(200);
    expect((await off.send("DELETE", `${CONFIG_MAPS}/c`)).status).toBe(200);
  });

  it("tell four times what is wrong with metadata in an update, as Kubernetes does", async () => {
    const { send } = await create({});
    const metadata = { name: "c", labels: { "a b": "" } };
    const { json } = await send("PUT", `${CONFIG_MAPS}/c`, { body: { metadata } });
    const { causes } = (json?.details ?? {}) as JsonObject;
    expect(causes).toHaveLength(4);
  });
});
