import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const table = "application/json;as=Table;g=meta.k8s.io;v=v1";
const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", labels: { mine: "" } }, data: { k: "v" } };

async function startWithOne(): Promise<TestServer> {
  const server = await startTestServer();
  await server.send("POST", configMaps, { body });
  server.clock.advance(90_000);
  return server;
}

const accepting = (accept: string, more: JsonObject = {}) => ({ headers: { accept }, ...more });

const headingsOf = (json: JsonObject | undefined) =>
  ((json?.columnDefinitions ?? []) as JsonObject[]).map(({ name }) => name);

describe("negotiate()", () => {
  it("writes YAML with sorted keys", async () => {
    const { send } = await startWithOne();
    const { text, headers } = await send("GET", `${configMaps}/a`, accepting("application/yaml"));
    expect(headers["content-type"]).toBe("application/yaml");
    expect(text).toMatch(/^apiVersion: v1\ndata:\n {2}k: v\nkind: ConfigMap\nmetadata:\n/);
    const list = await send("GET", `${configMaps}?labelSelector=mine`, accepting("application/yaml"));
    expect(list.text).toMatch(/^apiVersion: v1\nitems:\n- data:\n {4}k: v\n {2}metadata:\n/);
    expect((await send("GET", `${configMaps}?labelSelector=no`, accepting("application/yaml"))).text).toMatch(
      /^apiVersion: v1\nitems: \[\]\nkind: ConfigMapList\nmetadata:\n {2}resourceVersion: "\d+"\n$/,
    );
  });

  it("breaks lines when asked, of objects and of lists", async () => {
    const { send } = await startWithOne();
    for (const target of [`${configMaps}/a?pretty=true`, `${configMaps}?pretty=true`]) {
      const { text, json } = await send("GET", target);
      expect(text).toBe(JSON.stringify(json, null, 2));
    }
    const empty = await send("GET", `${configMaps}?labelSelector=no&pretty=1`);
    expect(empty.text).toBe(JSON.stringify(empty.json, null, 2));
  });

  it("draws a table of one object, of a list and of what a write gives", async () => {
    const { send } = await startWithOne();
    const one = await send("GET", `${configMaps}/a`, accepting(table));
    expect(one.json).toMatchObject({
      kind: "Table",
      apiVersion: "meta.k8s.io/v1",
      rows: [{ cells: ["a", 1, "90s"], object: { kind: "PartialObjectMetadata" } }],
    });
    const list = await send("GET", `${configMaps}?labelSelector=mine&includeObject=None`, accepting(table));
    expect(list.json).toMatchObject({ rows: [{ cells: ["a", 1, "90s"], object: null }] });
    expect(headingsOf(list.json)).toEqual(["Name", "Data", "Age"]);
    const write = await send("POST", `${configMaps}?includeObject=Object`, {
      ...accepting(table),
      body: { ...body, metadata: { name: "b" } },
    });
    expect(write.status).toBe(201);
    expect(write.json).toMatchObject({ rows: [{ cells: ["b", 1, "0s"], object: { kind: "ConfigMap" } }] });
  });

  it("draws kinds without columns with the time of their creation, and null without rows", async () => {
    const { send } = await startTestServer();
    const { json } = await send("GET", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", accepting(table));
    expect(headingsOf(json)).toEqual(["Name", "Created At"]);
    expect(json?.rows).toBeNull();
  });

  it("gives the metadata alone", async () => {
    const { send } = await startWithOne();
    const partial = (kind: string) => accepting(`application/json;as=${kind};g=meta.k8s.io;v=v1`);
    const one = await send("GET", `${configMaps}/a`, partial("PartialObjectMetadata"));
    expect(Object.keys(one.json ?? {})).toEqual(["kind", "apiVersion", "metadata"]);
    const list = await send("GET", `${configMaps}?labelSelector=mine`, partial("PartialObjectMetadataList"));
    expect(list.json).toMatchObject({ kind: "PartialObjectMetadataList", items: [one.json] });
    expect(
      (await send("GET", `${configMaps}?labelSelector=no`, partial("PartialObjectMetadataList"))).json?.items,
    ).toBe(null);
    expect((await send("GET", configMaps, partial("PartialObjectMetadata"))).status).toBe(406);
    expect((await send("GET", `${configMaps}/a`, partial("PartialObjectMetadataList"))).status).toBe(406);
  });

  it.each([
    [
      "application/xml",
      "406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf",
    ],
    [
      "application/*",
      "406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf",
    ],
    [
      "application/json;v=9",
      "only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf",
    ],
  ])("refuses a built-in kind as %s", async (accept, message) => {
    const { send } = await startWithOne();
    expect((await send("GET", `${configMaps}/a`, accepting(accept))).json).toMatchObject({ code: 406, message });
  });

  it("writes failures in the encoding asked for, but never as a table", async () => {
    const { send } = await startTestServer();
    const yaml = await send("GET", `${configMaps}/no`, accepting("application/yaml"));
    expect(yaml.headers["content-type"]).toBe("application/yaml");
    expect(yaml.text).toMatch(/^apiVersion: v1\ncode: 404\n/);
    const json = await send("GET", `${configMaps}/no`, accepting("application/yaml;as=Table;g=meta.k8s.io;v=v1"));
    expect(json.text).toBe(JSON.stringify(json.json, null, 2));
  });

  it("finds a bad includeObject only when there is something to answer with", async () => {
    const { send } = await startWithOne();
    const none = await send("GET", `${configMaps}/no?includeObject=Bogus`, accepting(table));
    expect(none.status).toBe(404);
    const one = await send("GET", `${configMaps}/a?includeObject=Bogus`, accepting(table));
    expect(one.json?.message).toBe(
      "Unable to convert to Table as requested: includeObject: Invalid value: \"Bogus\": must be 'Metadata', 'Object', 'None', or empty",
    );
  });
});
