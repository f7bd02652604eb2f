import { asObject, type JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "../testing/define-widgets.ts";
import { DEFINITIONS, definition, specSchema, version } from "../testing/definitions.ts";
import { startTestServer, type TestAnswer } from "../testing/start-test-server.ts";

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const YAML = { "content-type": "application/yaml" };

async function start() {
  const server = await startTestServer();
  await defineWidgets(server, { size: { type: "integer" }, color: { type: "string" } });
  return server;
}

function outcome({ status, json }: TestAnswer): readonly [number, unknown] {
  return [status, json?.message ?? json?.metadata];
}

describe("create", () => {
  it("sets what only the server may set", async () => {
    const { send } = await start();
    const metadata = {
      name: "w1",
      uid: "mine",
      generation: 7,
      selfLink: "/x",
      creationTimestamp: "2001-02-03T04:05:06Z",
      deletionTimestamp: "2031-02-03T04:05:06Z",
      deletionGracePeriodSeconds: 40,
      labels: {},
    };
    const created = await send("POST", WIDGETS, { body: widget("w1", { metadata }) });
    expect(created.json?.metadata).toEqual({
      name: "w1",
      namespace: "default",
      uid: expect.stringMatching(/^00000000-/),
      resourceVersion: expect.stringMatching(/^\d+$/),
      creationTimestamp: "2026-01-02T03:04:05Z",
      generation: 1,
    });
  });

  it("leaves the defaults of a status to the next write, whatever that changes", async () => {
    const { send } = await startTestServer();
    const phase = { type: "string", default: "Pending" };
    const properties = { status: { type: "object", default: {}, properties: { phase } } };
    const body = definition({
      versions: [
        version({ schema: { openAPIV3Schema: { type: "object", properties } }, subresources: { status: {} } }),
      ],
    });
    await send("POST", DEFINITIONS, { body });
    const created = await send("POST", WIDGETS, { body: widget("w1") });
    expect(created.json?.status).toEqual({ phase: "Pending" });
    const versionOf = ({ json }: TestAnswer) => asObject(json?.metadata).resourceVersion;
    const headers = { "content-type": "application/merge-patch+json" };
    const touch = async () => versionOf(await send("PATCH", `${WIDGETS}/w1`, { body: {}, headers }));
    const written = await touch();
    expect(written).not.toBe(versionOf(created));
    expect(await touch()).toBe(written);
  });

  it("keeps the generation that a client gives a kind that counts none", async () => {
    const { send } = await start();
    const created = await send("POST", CONFIG_MAPS, { body: { metadata: { name: "c", generation: 5 } } });
    expect(created.json?.metadata).toMatchObject({ generation: 5 });
  });

  const bodies: readonly [what: string, path: string, body: JsonObject | string, status: number, message: string][] = [
    [
      "no body",
      WIDGETS,
      "",
      400,
      "the object provided is unrecognized (must be of type Widget): couldn't get version/kind; json parse error: " +
        "unexpected end of JSON input (<empty>)",
    ],
    [
      "a list",
      WIDGETS,
      "[]",
      400,
      "the object provided is unrecognized (must be of type Widget): couldn't get version/kind; json parse error: " +
        "json: cannot unmarshal array into Go value of type struct { APIVersion string " +
        '"json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" } (5b5d)',
    ],
    [
      "no kind",
      WIDGETS,
      '{"metadata":{"name":"w"}}',
      400,
      `the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing in ` +
        `'{"metadata":{"name":"w"}}' ({"metadata":{"name":"w"}})`,
    ],
    ["null", WIDGETS, "null", 400, "Object 'Kind' is missing in 'null' (6e756c6c)"],
    [
      "no version",
      WIDGETS,
      { kind: "Widget", metadata: { name: "w" } },
      400,
      "the API version in the data () does not match the expected API version (example.com/v1)",
    ],
    [
      "another version",
      WIDGETS,
      { ...widget("w"), apiVersion: "example.com/v2" },
      400,
      "the API version in the data (example.com/v2) does not match the expected API version (example.com/v1)",
    ],
    [
      "a version with too many parts",
      WIDGETS,
      { ...widget("w"), apiVersion: "a/b/c" },
      400,
      "unexpected GroupVersion string: a/b/c",
    ],
    [
      "another kind",
      WIDGETS,
      { ...widget("w"), kind: "Gadget" },
      422,
      'Gadget.example.com "w" is invalid: kind: Invalid value: "Gadget": must be Widget',
    ],
    [
      "labels that are no map",
      WIDGETS,
      widget("w", { metadata: { name: "w", labels: 1 } }),
      400,
      'Widget in version "v1" cannot be handled as a Widget: json: cannot unmarshal number into Go struct field ' +
        "ObjectMeta.labels of type map[string]string",
    ],
    [
      "another namespace",
      WIDGETS,
      widget("w", { metadata: { name: "w", namespace: "other" } }),
      400,
      "the namespace of the provided object does not match the namespace sent on the request",
    ],
    [
      "a namespace that does not exist",
      WIDGETS.replace("default", "nowhere"),
      widget("Bad_Name"),
      404,
      'namespaces "nowhere" not found',
    ],
    [
      "neither name nor prefix",
      WIDGETS,
      widget("", { spec: { size: 1 } }),
      422,
      'Widget.example.com "" is invalid: metadata.name: Required value: name or generateName is required',
    ],
    [
      "a resourceVersion",
      WIDGETS,
      widget("w", { metadata: { name: "w", resourceVersion: "12" } }),
      500,
      "resourceVersion should not be set on objects to be created",
    ],
    ["null for a built-in kind", CONFIG_MAPS, "null", 422, "name or generateName is required"],
    [
      "another built-in kind",
      CONFIG_MAPS,
      { apiVersion: "v1", kind: "Secret", metadata: { name: "c" } },
      400,
      'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown',
    ],
    [
      "a mistyped field of a built-in kind",
      CONFIG_MAPS,
      { metadata: { name: "c" }, data: { a: 1 }, unknown: 1 },
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ' +
        "ConfigMap.data of type string",
    ],
    ["bad base64", CONFIG_MAPS, { metadata: { name: "c" }, binaryData: { a: "%%" } }, 400, "illegal base64 data"],
  ];

  it.each(bodies)("refuses %s", async (_, path, body, status, message) => {
    const { send } = await start();
    const answer = await send("POST", path, { body });
    expect(outcome(answer)).toEqual([status, expect.stringContaining(message)]);
  });

  it("takes what Kubernetes takes", async () => {
    const { send } = await start();
    const versioned = (resourceVersion: string, name: string) => widget(name, { metadata: { name, resourceVersion } });
    expect((await send("POST", WIDGETS, { body: versioned("0", "w0") })).status).toBe(201);
    expect((await send("POST", WIDGETS, { body: versioned("abc", "w1") })).status).toBe(201);
    expect((await send("POST", `${WIDGETS}/other`, { body: widget("w2") })).json?.metadata).toMatchObject({
      name: "w2",
    });
    const empty = { metadata: { name: "c" }, data: { a: null, b: "" }, binaryData: {} };
    expect((await send("POST", CONFIG_MAPS, { body: empty })).json).toMatchObject({
      apiVersion: "v1",
      kind: "ConfigMap",
      data: { a: "", b: "" },
    });
  });

  it("says what is in the way of a name", async () => {
    const { send } = await start();
    await send("POST", WIDGETS, { body: widget("w1") });
    const taken = await send("POST", WIDGETS, { body: widget("w1") });
    expect(outcome(taken)).toEqual([409, 'widgets.example.com "w1" already exists']);
    const dry = await send("POST", `${WIDGETS}?dryRun=All`, { body: widget("w1") });
    expect(outcome(dry)).toEqual(outcome(taken));
    const prefixed = await send("POST", WIDGETS, {
      body: widget("w1", { metadata: { name: "w1", generateName: "w" } }),
    });
    expect(prefixed.json).toMatchObject({
      message:
        'widgets.example.com "w1" already exists, the server was not able to generate a unique name for the object',
      details: { retryAfterSeconds: 1 },
    });
  });

  it("makes up names, and gives up after eight taken ones", async () => {
    const fractions = [0.1, 0.2];
    let calls = 0;
    const uuid = () => "u";
    const server = await startTestServer({
      random: { uuid, fraction: () => fractions[Math.floor(calls++ / 5)] ?? 0.2 },
    });
    await defineWidgets(server, {});
    calls = 0;
    const body = widget("", { metadata: { generateName: "w-" } });
    const names = [];
    for (let i = 0; i < 2; i++) {
      names.push((await server.send("POST", WIDGETS, { body })).json?.metadata);
    }
    expect(names).toMatchObject([{ name: "w-ddddd" }, { name: "w-hhhhh" }]);
    const before = calls;
    expect((await server.send("POST", WIDGETS, { body })).status).toBe(409);
    expect(calls - before).toBe(8 * 5);
  });

  it("reads YAML, of which only the first document", async () => {
    const { send } = await start();
    const body = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec: {size: 3}\n---\nkind: Other\n";
    expect((await send("POST", WIDGETS, { body, headers: YAML })).json?.spec).toEqual({ size: 3 });
    const bad = await send("POST", WIDGETS, { body: "a: b: c", headers: YAML });
    expect(outcome(bad)).toEqual([400, expect.stringContaining("(must be of type Widget): yaml: ")]);
  });

  it("does not create in a dry run, and answers without resourceVersion", async () => {
    const { send } = await start();
    const dry = await send("POST", `${WIDGETS}?dryRun=All`, { body: widget("w") });
    expect([dry.status, dry.json?.metadata]).toEqual([201, expect.not.objectContaining({ resourceVersion: "" })]);
    expect((await send("GET", `${WIDGETS}/w`)).status).toBe(404);
  });

  it("names owners once", async () => {
    const { send } = await start();
    const owner = { apiVersion: "v1", kind: "Secret", name: "s", uid: "u1" };
    const created = await send("POST", WIDGETS, {
      body: widget("w", { metadata: { name: "w", ownerReferences: [owner, owner, { ...owner, uid: "u2" }] } }),
    });
    expect(created.json?.metadata).toMatchObject({ ownerReferences: [owner, { ...owner, uid: "u2" }] });
    expect(created.headers.warning).toEqual([expect.stringContaining("duplicate UID(s) observed: u1")]);
  });

  it("advises against finalizers without a domain", async () => {
    const { send } = await start();
    const metadata = { name: "w", finalizers: ["plain", "with.dot", "example.com/f", "orphan"] };
    const { headers } = await send("POST", WIDGETS, { body: widget("w", { metadata }) });
    const advice = "to avoid accidental conflicts with other finalizer writers";
    expect(headers.warning).toEqual([
      `299 - "metadata.finalizers: \\"plain\\": prefer a domain-qualified finalizer name ${advice}"`,
      `299 - "metadata.finalizers: \\"with.dot\\": prefer a domain-qualified finalizer name including a path (/) ${advice}"`,
    ]);
    const configMap = await send("POST", CONFIG_MAPS, { body: { metadata: { name: "c", finalizers: ["plain"] } } });
    expect(configMap.status).toBe(422);
  });

  it("stores less in a version that knows less, and answers so at once", async () => {
    const server = await startTestServer();
    const text = { type: "string" };
    const defaulted = { type: "string", default: "x" };
    const versions = [
      version({ schema: specSchema({ a: text, only: text }), storage: false }),
      version({ name: "v2", schema: specSchema({ a: text, d: defaulted }) }),
    ];
    const body = definition({ versions });
    expect((await server.send("POST", DEFINITIONS, { body })).status).toBe(201);
    const created = await server.send("POST", WIDGETS, { body: widget("w", { spec: { a: "1", only: "2" } }) });
    expect(created.json).toMatchObject({ apiVersion: "example.com/v1", spec: { a: "1" } });
    expect(created.json?.spec).toEqual({ a: "1" });
    expect((await server.send("GET", `${WIDGETS.replace("v1", "v2")}/w`)).json?.spec).toEqual({ a: "1", d: "x" });
  });
});
