import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "../testing/define-widgets.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const mine = "labelSelector=mine";

async function startWith(names: readonly string[]): Promise<TestServer> {
  const server = await startTestServer();
  for (const [index, name] of names.entries()) {
    const body = { metadata: { name, labels: { mine: "", index: String(index) } }, data: { text: name } };
    const { status, text } = await server.send("POST", configMaps, {
      body: { apiVersion: "v1", kind: "ConfigMap", ...body },
    });
    expect(status, text).toBe(201);
  }
  return server;
}

function namesOf(json: JsonObject | undefined): string[] {
  const items = (json?.items ?? []) as { metadata: { name: string } }[];
  return items.map(({ metadata }) => metadata.name);
}

const metadataOf = (json: JsonObject | undefined) => json?.metadata as JsonObject;

describe("list", () => {
  it("gives built-in objects without apiVersion and kind", async () => {
    const { send } = await startWith(["a"]);
    const { json } = await send("GET", `${configMaps}?${mine}`);
    expect(json).toMatchObject({ kind: "ConfigMapList", apiVersion: "v1", items: [{ data: { text: "a" } }] });
    const [item = {}] = (json?.items ?? []) as JsonObject[];
    expect(Object.keys(item)).toEqual(["metadata", "data"]);
  });

  const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
  const columns = ["columnDefinitions", "rows"];
  it.each([
    ["a built-in list", configMaps, "application/json", ["metadata", "items"]],
    ["a page of it", `${configMaps}?limit=1`, "application/json", ["metadata", "items"]],
    ["a Table", configMaps, table, ["metadata", ...columns]],
    ["a page of a Table", `${configMaps}?limit=1`, table, ["metadata", ...columns]],
  ])("gives the fields of %s in Kubernetes' order", async (_, path, accept, rest) => {
    const { send } = await startWith(["a", "b"]);
    for (const pretty of ["", "pretty=true"]) {
      const { json } = await send("GET", `${path}${path.includes("?") ? "&" : "?"}${pretty}`, { headers: { accept } });
      expect(Object.keys(json ?? {})).toEqual(["kind", "apiVersion", ...rest]);
    }
  });

  it("gives the fields of a list of custom resources in the order of the alphabet", async () => {
    const server = await startTestServer();
    await defineWidgets(server, { size: { type: "integer" } });
    await server.send("POST", WIDGETS, { body: widget("a") });
    for (const search of ["", "?limit=1", "?pretty=true"]) {
      const { json } = await server.send("GET", WIDGETS + search);
      expect(Object.keys(json ?? {})).toEqual(["apiVersion", "items", "kind", "metadata"]);
      expect(Object.keys(metadataOf(json))).toEqual(["continue", "resourceVersion"]);
    }
  });

  it.each([
    ["labelSelector=index%3D1", ["b"]],
    ["labelSelector=index!%3D1,mine", ["a", "c"]],
    ["labelSelector=index%20in%20(0,2)", ["a", "c"]],
    ["labelSelector=index>0", ["b", "c"]],
    ["labelSelector=nothing", []],
    ["fieldSelector=metadata.name%3Db", ["b"]],
    ["fieldSelector=metadata.name%3Db,metadata.namespace!%3Ddefault", []],
    [`fieldSelector=metadata.name!%3Db&${mine}`, ["a", "c"]],
  ])("selects by %s", async (search, expected) => {
    const { send } = await startWith(["a", "b", "c"]);
    expect(namesOf((await send("GET", `${configMaps}?${search}`)).json)).toEqual(expected);
    const all = search.replace("fieldSelector=", "fieldSelector=metadata.namespace%3Ddefault,");
    expect(namesOf((await send("GET", `/api/v1/configmaps?${all}`)).json)).toEqual(expected);
  });

  it("selects built-in kinds by fields of their own", async () => {
    const { send } = await startTestServer();
    const active = await send("GET", "/api/v1/namespaces?fieldSelector=status.phase%3DActive");
    expect(namesOf(active.json)).toContain("default");
    expect(namesOf((await send("GET", "/api/v1/namespaces?fieldSelector=status.phase%3DNo")).json)).toEqual([]);
    const other = await send("GET", "/api/v1/namespaces?fieldSelector=metadata.namespace%3Dx");
    expect(other.json).toMatchObject({ code: 400, message: "field label not supported: metadata.namespace" });
  });

  it("selects custom kinds by fields that their definition names, written without the dot in front", async () => {
    const server = await startTestServer();
    const { send } = server;
    await defineWidgets(server, { color: { type: "string" } }, { selectableFields: [{ jsonPath: ".spec.color" }] });
    await send("POST", WIDGETS, { body: widget("a", { spec: { color: "red" } }) });
    expect(namesOf((await send("GET", `${WIDGETS}?fieldSelector=spec.color%3Dred`)).json)).toEqual(["a"]);
    const dotted = await send("GET", `${WIDGETS}?fieldSelector=.spec.color%3Dred`);
    expect(dotted.json).toMatchObject({ code: 400, message: "field label not supported: .spec.color" });
  });

  it.each([
    [
      "/apis/apps/v1/replicasets",
      '"status.replicas" is not a known field selector: only "metadata.name", "metadata.namespace"',
    ],
    ["/apis/batch/v1/jobs", 'field label "status.replicas" not supported for Job'],
    [
      "/apis/resource.k8s.io/v1/resourceslices",
      "field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: status.replicas",
    ],
  ])("refuses fields of %s in the words of the kind", async (path, message) => {
    const { send } = await startTestServer();
    const { json } = await send("GET", `${path}?fieldSelector=status.replicas%3D1`);
    expect(json).toMatchObject({ code: 400, message });
  });

  it("pages through the list as it was at the first page", async () => {
    const { send } = await startWith(["a", "b", "c"]);
    const first = await send("GET", `${configMaps}?limit=2`);
    expect(namesOf(first.json)).toEqual(["a", "b"]);
    expect(metadataOf(first.json)).toMatchObject({ remainingItemCount: 1 });
    await send("DELETE", `${configMaps}/c`);
    const token = String(metadataOf(first.json).continue);
    const second = await send("GET", `${configMaps}?limit=2&continue=${token}`);
    expect(namesOf(second.json)).toEqual(["c"]);
    expect(metadataOf(second.json)).toEqual({ resourceVersion: metadataOf(first.json).resourceVersion });
  });

  it("goes on after a page that a selector filled, without counting the rest", async () => {
    const { send } = await startWith(["a", "b", "c"]);
    const first = await send("GET", `${configMaps}?limit=1&labelSelector=index%20in%20(0,2)`);
    expect(metadataOf(first.json)).not.toHaveProperty("remainingItemCount");
    const token = String(metadataOf(first.json).continue);
    const second = await send("GET", `${configMaps}?labelSelector=index%20in%20(0,2)&continue=${token}`);
    expect([...namesOf(first.json), ...namesOf(second.json)]).toEqual(["a", "c"]);
  });

  it("goes on to one object only if it is not behind", async () => {
    const { send } = await startWith(["a", "b", "c"]);
    const first = await send("GET", `${configMaps}?limit=2&${mine}`);
    const rest = `${configMaps}?continue=${String(metadataOf(first.json).continue)}&fieldSelector=metadata.name%3D`;
    expect(namesOf((await send("GET", `${rest}b`)).json)).toEqual([]);
    expect(namesOf((await send("GET", `${rest}c`)).json)).toEqual(["c"]);
    const garbage = await send("GET", `${configMaps}?continue=%21&fieldSelector=metadata.name%3Da`);
    expect(garbage.json).toMatchObject({ code: 400, reason: "BadRequest" });
  });

  it("offers to go on at the newest version where a page's own is gone", async () => {
    const { send, store } = await startWith(["a", "b", "c"]);
    const first = await send("GET", `${configMaps}?limit=2`);
    await send("DELETE", `${configMaps}/c`);
    await store.compact(store.revision);
    const expired = await send("GET", `${configMaps}?limit=2&continue=${String(metadataOf(first.json).continue)}`);
    expect(expired.json).toMatchObject({ code: 410, reason: "Expired" });
    const rest = await send("GET", `${configMaps}?continue=${String(metadataOf(expired.json).continue)}`);
    expect(namesOf(rest.json)).toEqual([]);
    expect(rest.status).toBe(200);
  });

  it("shows the list at an earlier version, exactly or at least", async () => {
    const { send, store } = await startWith(["a"]);
    const { revision } = store;
    await send("DELETE", `${configMaps}/a`);
    const at = `${configMaps}?resourceVersion=${revision}`;
    expect(namesOf((await send("GET", `${at}&resourceVersionMatch=Exact`)).json)).toEqual(["a"]);
    expect(namesOf((await send("GET", `${at}&limit=5`)).json)).toEqual(["a"]);
    expect(namesOf((await send("GET", `${at}&resourceVersionMatch=NotOlderThan`)).json)).toEqual([]);
    expect(namesOf((await send("GET", at)).json)).toEqual([]);
  });

  it("waits for a version to come, and gives up after three seconds", async () => {
    const { send, clock, store } = await startWith([]);
    const next = store.revision + 1;
    const early = send("GET", `${configMaps}?resourceVersion=${next}`);
    await send("POST", configMaps, { body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } } });
    expect(namesOf((await early).json)).toEqual(["a"]);
    const never = send("GET", `${configMaps}?resourceVersion=${next + 1000}`);
    // The request sets its timer in this turn; then the clock can move.
    await new Promise(setImmediate);
    clock.advance(3000);
    const { json, headers } = await never;
    expect(json).toMatchObject({
      code: 504,
      message: `Timeout: Too large resource version: ${next + 1000}, current: ${next}`,
    });
    expect(headers["retry-after"]).toBe("1");
  });

  it.each([
    "configmaps?fieldSelector=metadata.name%3Da&resourceVersionMatch=Exact&",
    "configmaps?fieldSelector=metadata.name%3Da&limit=1&",
    "events?",
    "events/a?",
  ])("does not wait where Kubernetes has no cache to wait for: %s", async (path) => {
    const { send, store } = await startTestServer();
    const { json, headers } = await send("GET", `/api/v1/namespaces/default/${path}resourceVersion=99999`);
    expect(json).toMatchObject({
      code: 504,
      message: `Timeout: Too large resource version: 99999, current: ${store.revision}`,
    });
    expect([headers["retry-after"], json?.details]).toEqual([
      undefined,
      { causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }] },
    ]);
  });

  it.each([
    ["limit=abc", 400, 'strconv.ParseInt: parsing "abc": invalid syntax'],
    ["limit=99999999999999999999", 400, 'strconv.ParseInt: parsing "99999999999999999999": value out of range'],
    [
      "resourceVersion=-1",
      400,
      'invalid resource version: resourceVersion: Invalid value: "-1": strconv.ParseUint: parsing "-1": invalid syntax',
    ],
    [
      "fieldSelector=data.x%3D1",
      400,
      '"data.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    ],
    ["labelSelector=%2C", 400, "found ',', expected: !, identifier, or 'end of string'"],
  ])("refuses %s", async (search, code, message) => {
    const { send } = await startTestServer();
    expect((await send("GET", `${configMaps}?${search}`)).json).toMatchObject({ code, message });
  });

  it("comes in chunks where it is long, and whole where it is short", async () => {
    const names = Array.from({ length: 1500 }, (_, index) => `c${String(index).padStart(4, "0")}`);
    const { open, send } = await startWith(names);
    const { body } = await open("GET", configMaps);
    expect(body).not.toBeInstanceOf(Uint8Array);
    expect(namesOf((await send("GET", `${configMaps}?${mine}`)).json)).toEqual(names);
    expect((await open("GET", `${configMaps}?limit=10`)).body).toBeInstanceOf(Uint8Array);
  });
});
