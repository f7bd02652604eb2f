import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { createProtobuf } from "@kiln/kinds";
import { describe, expect, it } from "vitest";
import { widget, WIDGETS as widgets } from "../testing/define-widgets.ts";
import { printEvent, readWatch } from "../testing/read-watch.ts";
import { startTestServer, type TestAnswer, type TestServer } from "../testing/start-test-server.ts";
import { startWidgets } from "../testing/watch-widgets.ts";

const PROTOBUF = "application/vnd.kubernetes.protobuf";
const configMaps = "/api/v1/namespaces/default/configmaps";
const protobuf = createProtobuf();

function encode(object: JsonObject): Uint8Array {
  return protobuf.encode(object) as Uint8Array;
}

function decode(bytes: Uint8Array): JsonObject {
  return protobuf.open(bytes, { apiVersion: "", kind: "" }).read();
}

const inProtobuf = (object?: JsonObject) => ({
  headers: { accept: PROTOBUF, ...(object === undefined ? {} : { "content-type": PROTOBUF }) },
  ...(object === undefined ? {} : { body: encode(object) }),
});

const configMap = (name: string, more: JsonObject = {}): JsonObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  ...more,
});

/** Decodes the response, which must be a protobuf message. */
function objectOf({ headers, bytes }: TestAnswer): JsonObject {
  expect(headers["content-type"]).toBe(PROTOBUF);
  return decode(bytes);
}

describe("an exchange in protobuf", () => {
  it("creates, reads, updates, patches and deletes as one in JSON does", async () => {
    const { send } = await startTestServer();
    const body = configMap("a", { data: { k: "v" }, binaryData: { b: "AAE=" } });
    const created = await send("POST", configMaps, inProtobuf(body));
    expect(created.status).toBe(201);
    const object = objectOf(created);
    expect(object).toMatchObject(body);
    const got = await send("GET", `${configMaps}/a`, inProtobuf());
    expect(objectOf(got)).toEqual(object);
    expect((await send("GET", `${configMaps}/a`)).json).toEqual(object);
    const updated = await send("PUT", `${configMaps}/a`, inProtobuf({ ...object, data: { k: "w" } }));
    expect(objectOf(updated)).toMatchObject({ data: { k: "w" } });
    const patched = await send("PATCH", `${configMaps}/a`, {
      headers: { accept: PROTOBUF, "content-type": "application/merge-patch+json" },
      body: { data: { more: "1" } },
    });
    expect(objectOf(patched)).toMatchObject({ data: { k: "w", more: "1" } });
    const preconditions = { uid: "another" };
    const options = { apiVersion: "v1", kind: "DeleteOptions", preconditions };
    const refused = await send("DELETE", `${configMaps}/a`, inProtobuf(options));
    expect(objectOf(refused)).toMatchObject({ kind: "Status", reason: "Conflict", code: 409 });
    const deleted = await send("DELETE", `${configMaps}/a`, inProtobuf({ apiVersion: "v1", kind: "DeleteOptions" }));
    expect(objectOf(deleted)).toMatchObject({ kind: "Status", status: "Success" });
  });

  it("answers a write with the bytes of a read", async () => {
    const { send } = await startTestServer();
    const annotations = { zero: "0", "10": "é\u2028", "9": "" };
    const quantities = { requests: { cpu: "1500m", memory: "0.5Gi" }, limits: { cpu: "2" } };
    const container = { name: "a", image: "i", resources: quantities, livenessProbe: { tcpSocket: { port: "http" } } };
    const secret = {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "a", annotations },
      data: { k: "AP8=", e: "" },
    };
    const template = { metadata: { labels: { a: "b" } }, spec: { containers: [container] } };
    const spec = { selector: { matchLabels: { a: "b" } }, template, replicas: 0, strategy: { type: "Recreate" } };
    const deployment = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a", annotations }, spec };
    const merge = { accept: PROTOBUF, "content-type": "application/merge-patch+json" };
    for (const [collection, object] of [
      ["/api/v1/namespaces/default/secrets", secret],
      ["/apis/apps/v1/namespaces/default/deployments", deployment],
    ] as const) {
      const created = await send("POST", collection, inProtobuf(object));
      expect(created.status).toBe(201);
      expect(created.bytes).toEqual((await send("GET", `${collection}/a`, inProtobuf())).bytes);
      const body = { metadata: { labels: { b: "c" }, annotations: { zero: null } } };
      for (const query of ["", "?dryRun=All"]) {
        const patched = await send("PATCH", `${collection}/a${query}`, { headers: merge, body });
        expect(patched.bytes).toEqual((await send("GET", `${collection}/a`, inProtobuf())).bytes);
      }
    }
  });

  it("fills in what the envelope leaves out", async () => {
    const { send } = await startTestServer();
    const metadata = protobuf.encodeField(1, { name: "a" }, { apiVersion: "meta.k8s.io/v1", kind: "ObjectMeta" });
    const body = Uint8Array.of(0x6b, 0x38, 0x73, 0, 0x12, metadata.length, ...metadata);
    const created = await send("POST", configMaps, { headers: { accept: PROTOBUF, "content-type": PROTOBUF }, body });
    expect(objectOf(created)).toMatchObject({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } });
  });

  it("lists, in one piece and page by page", async () => {
    const { send } = await startTestServer();
    for (const name of ["a", "b", "c"]) {
      await send("POST", configMaps, inProtobuf(configMap(name, { data: { k: "x".repeat(40_000) } })));
    }
    const names = (list: JsonObject) =>
      (list.items as JsonObject[]).map(({ metadata }) => (metadata as JsonObject).name);
    const all = objectOf(await send("GET", configMaps, inProtobuf()));
    expect(all).toMatchObject({ apiVersion: "v1", kind: "ConfigMapList" });
    expect(names(all)).toEqual(["a", "b", "c"]);
    expect(all).toEqual((await send("GET", configMaps)).json);
    const page = objectOf(await send("GET", `${configMaps}?limit=2`, inProtobuf()));
    expect(names(page)).toEqual(["a", "b"]);
    const { continue: token, remainingItemCount } = page.metadata as JsonObject;
    expect(remainingItemCount).toBe(1);
    const rest = objectOf(await send("GET", `${configMaps}?limit=2&continue=${String(token)}`, inProtobuf()));
    expect(names(rest)).toEqual(["c"]);
    const none = objectOf(await send("GET", `${configMaps}?labelSelector=none`, inProtobuf()));
    expect(none).toMatchObject({ kind: "ConfigMapList", metadata: {} });
  });

  it.each([
    ["nothing", "", "the object provided is unrecognized (must be of type ConfigMap): empty data (<empty>)"],
    [
      "something else",
      "hello",
      "the object provided is unrecognized (must be of type ConfigMap): provided data does not appear to be a protobuf " +
        "message, expected prefix [107 56 115 0] (68656c6c6f)",
    ],
    [
      "an empty envelope",
      "k8s\0",
      "the object provided is unrecognized (must be of type ConfigMap): empty body (6b387300)",
    ],
    [
      "half an envelope",
      "k8s\0\n\x7f",
      "the object provided is unrecognized (must be of type ConfigMap): unexpected EOF (6b3873000a7f)",
    ],
    [
      "a message that is none",
      "k8s\0\x12\x02\x08\x01",
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: proto: wrong wireType = 0 for field ObjectMeta',
    ],
    [
      "another kind",
      encode({ apiVersion: "v1", kind: "Secret", metadata: { name: "a" } }),
      'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
    ],
    [
      "an unknown kind",
      "k8s\0\n\x09\n\x02v1\x12\x03Foo",
      'Foo in version "v1" cannot be handled as a ConfigMap: no kind "Foo" is registered for version "v1" in scheme ' +
        '"pkg/api/legacyscheme/scheme.go:30"',
    ],
  ])("refuses %s with a 400", async (_, body, message) => {
    const { send } = await startTestServer();
    const answer = await send("POST", configMaps, { headers: { accept: PROTOBUF, "content-type": PROTOBUF }, body });
    expect(answer.status).toBe(400);
    expect(objectOf(answer)).toMatchObject({ kind: "Status", message, reason: "BadRequest" });
  });

  it("answers with JSON where the client takes that too and there is no message", async () => {
    const { send } = await startWithWidget();
    const both = await send("GET", `${widgets}/a`, { headers: { accept: `${PROTOBUF},application/json` } });
    expect(both.headers["content-type"]).toBe("application/json");
    const table = `${PROTOBUF};as=Table;g=meta.k8s.io;v=v1`;
    const asTable = await send("GET", configMaps, { headers: { accept: `${table},application/json` } });
    expect(asTable.json).toMatchObject({ kind: "ConfigMapList" });
    expect((await send("GET", configMaps, { headers: { accept: table } })).status).toBe(406);
  });

  it("has no messages for custom objects", async () => {
    const { send } = await startWithWidget();
    const got = await send("GET", `${widgets}/a`, inProtobuf());
    expect(got.status).toBe(406);
    expect(objectOf(got)).toMatchObject({
      message:
        "only the following media types are accepted: application/json, application/yaml, " +
        "application/vnd.kubernetes.protobuf",
    });
    const sent = await send("POST", widgets, { headers: { "content-type": PROTOBUF }, body: "k8s\0\x12\x00" });
    expect(sent.status).toBe(415);
  });

  it.each(["v1", "v1beta1"])("gives the metadata of custom objects, in version %s", async (version) => {
    const { send } = await startWithWidget();
    const as = (kind: string) => ({ headers: { accept: `${PROTOBUF};as=${kind};g=meta.k8s.io;v=${version}` } });
    const expected = { apiVersion: `meta.k8s.io/${version}`, kind: "PartialObjectMetadata", metadata: { name: "a" } };
    expect(objectOf(await send("GET", `${widgets}/a`, as("PartialObjectMetadata")))).toMatchObject(expected);
    const list = objectOf(await send("GET", widgets, as("PartialObjectMetadataList")));
    expect(list).toMatchObject({ kind: "PartialObjectMetadataList", items: [{ metadata: { name: "a" } }] });
  });

  it("is there for every built-in kind", async () => {
    const { send } = await startTestServer();
    const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    const documents = [
      await send("GET", "/api", { headers: { accept } }),
      await send("GET", "/apis", { headers: { accept } }),
    ];
    const kinds = documents.flatMap(({ json }) => kindsIn(json as JsonObject));
    expect(kinds.length).toBeGreaterThan(80);
    const without = kinds.filter(({ group, version, kind }) => {
      const apiVersion = group === "" ? version : `${group}/${version}`;
      return !kind.endsWith("Options") && !protobuf.has({ apiVersion, kind });
    });
    expect(without).toEqual([]);
  });

  it("shows what is served", async () => {
    const { send } = await startTestServer();
    for (const path of ["/api", "/api/v1", "/apis", "/apis/apiextensions.k8s.io", "/apis/apiextensions.k8s.io/v1"]) {
      const { json } = await send("GET", path);
      const { apiVersion = "", ...rest } = json as JsonObject;
      expect(objectOf(await send("GET", path, inProtobuf()))).toEqual({ apiVersion, ...rest });
    }
    const accept = "g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    const { bytes, headers } = await send("GET", "/apis", { headers: { accept: `${PROTOBUF};${accept}` } });
    expect(headers["content-type"]).toBe(`${PROTOBUF};${accept}`);
    expect(decode(bytes)).toMatchObject({ kind: "APIGroupDiscoveryList" });
  });
});

interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Kinds of the responses of all resources and subresources. Options are never returned. */
function kindsIn(value: JsonValue): Kind[] {
  if (Array.isArray(value)) {
    return value.flatMap(kindsIn);
  }
  if (!isJsonObject(value)) {
    return [];
  }
  const { responseKind, ...rest } = value;
  return [
    ...(responseKind === undefined ? [] : [responseKind as unknown as Kind]),
    ...Object.values(rest).flatMap(kindsIn),
  ];
}

async function startWithWidget(): Promise<TestServer> {
  const server = await startWidgets();
  await server.send("POST", widgets, { body: widget("a") });
  return server;
}

describe("a watch in protobuf", () => {
  it("sends frames: what is there, what happens, bookmarks and its end", async () => {
    const server = await startTestServer();
    await server.send("POST", configMaps, inProtobuf(configMap("a")));
    const target = `${configMaps}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`;
    const response = await server.open("GET", target, inProtobuf());
    expect(response.headers["content-type"]).toBe(`${PROTOBUF};stream=watch`);
    const watch = readWatch(response);
    const [added, bookmark] = await watch.take(2);
    expect(added).toMatchObject({ type: "ADDED", object: configMap("a") });
    expect(bookmark).toMatchObject({
      type: "BOOKMARK",
      object: { kind: "ConfigMap", metadata: { annotations: { "k8s.io/initial-events-end": "true" } } },
    });
    await server.send("PUT", `${configMaps}/a`, inProtobuf(configMap("a", { data: { k: "v" } })));
    await server.send("DELETE", `${configMaps}/a`);
    const types = (await watch.take(2)).map(({ type }) => type);
    expect(types).toEqual(["MODIFIED", "DELETED"]);
    await watch.close();
  });

  it("says in a frame what went wrong", async () => {
    const server = await startTestServer();
    const watch = readWatch(await server.open("GET", `${configMaps}?watch=true&resourceVersion=1`, inProtobuf()));
    expect(await watch.rest()).toMatchObject([
      { type: "ERROR", object: { kind: "Status", reason: "Expired", code: 410 } },
    ]);
  });

  it("shares what is encoded with those who watch the same, and not with those who want JSON", async () => {
    const server = await startTestServer();
    const target = `${configMaps}?watch=true&resourceVersion=0&labelSelector=mine`;
    const open = async (accept: string) => readWatch(await server.open("GET", target, { headers: { accept } }));
    const watches = [await open(PROTOBUF), await open("application/json"), await open(PROTOBUF)];
    const metadata = { name: "a", labels: { mine: "" } };
    await server.send("POST", configMaps, inProtobuf(configMap("a", { metadata })));
    const events = await Promise.all(watches.map(async (watch) => (await watch.take(1)).map(printEvent)));
    expect(new Set(events.flat()).size).toBe(1);
  });

  it("sends the metadata of custom objects", async () => {
    const server = await startWithWidget();
    const accept = `${PROTOBUF};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`;
    const watch = readWatch(await server.open("GET", `${widgets}?watch=true`, { headers: { accept } }));
    expect(await watch.take(1)).toMatchObject([{ type: "ADDED", object: { kind: "PartialObjectMetadata" } }]);
  });
});
