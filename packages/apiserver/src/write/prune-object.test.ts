import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget, widgetDefinition } from "../testing/define-widgets.ts";
import { DEFINITIONS } from "../testing/definitions.ts";
import { startTestServer, type TestAnswer } from "../testing/start-test-server.ts";

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const YAML = { "content-type": "application/yaml" };

async function start(semantics: "kep" | "upstream" = "kep") {
  const server = await startTestServer({ semantics });
  await defineWidgets(server, {
    size: { type: "integer" },
    o: { type: "object", properties: { x: { type: "string" } } },
    template: { type: "object", "x-kubernetes-embedded-resource": true, properties: { a: { type: "string" } } },
  });
  return server;
}

function warnings({ headers }: TestAnswer): readonly string[] {
  const sent = (headers.warning ?? []) as readonly string[];
  return sent.map((header) => header.replace(/^299 - "(.*)"$/, "$1").replaceAll('\\"', '"'));
}

const messy = JSON.stringify({
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name: "w", odd: 1 },
  spec: { zz: 1, o: { x: "1", y: 2 }, template: { apiVersion: "v1", kind: "K", metadata: { junk: 1 }, b: 1 } },
  also: 1,
}).replace('"zz":1', '"zz":1,"zz":2');

const findings = [
  'duplicate field "spec.zz"',
  'unknown field "metadata.odd"',
  'unknown field "also"',
  'unknown field "spec.o.y"',
  'unknown field "spec.template.b"',
  'unknown field "spec.zz"',
  'unknown field "spec.template.metadata.junk"',
];

describe("field validation", () => {
  it.each([
    ["?fieldValidation=Warn", findings],
    ["", findings],
    ["?fieldValidation=", findings],
    ["?fieldValidation=Ignore", []],
  ])("with %s tells what was dropped: duplicates, metadata, schema, embedded metadata", async (query, expected) => {
    const { send } = await start();
    const answer = await send("POST", WIDGETS + query, { body: messy });
    expect([answer.status, warnings(answer)]).toEqual([201, expected]);
    expect(answer.json?.spec).toEqual({ o: { x: "1" }, template: { apiVersion: "v1", kind: "K", metadata: {} } });
  });

  it("refuses all of it at once if it is to be strict", async () => {
    const { send } = await start();
    const answer = await send("POST", `${WIDGETS}?fieldValidation=Strict`, { body: messy });
    expect([answer.status, answer.json?.message, warnings(answer)]).toEqual([
      400,
      `Widget in version "v1" cannot be handled as a Widget: strict decoding error: ${findings.join(", ")}`,
      [],
    ]);
  });

  it("lists the faults of a built-in kind as they come", async () => {
    const { send } = await start();
    const body =
      '{"z":1,"metadata":{"name":"c","foo":1,"Labels":{}},"data":{"a":"1","a":"2"},"data":{"b":"3"},"b":1,"b":{"x":1,"x":2}}';
    const answer = await send("POST", CONFIG_MAPS, { body });
    expect(answer.json?.data).toEqual({ a: "2", b: "3" });
    expect(warnings(answer)).toEqual([
      'unknown field "z"',
      'unknown field "metadata.foo"',
      'unknown field "metadata.Labels"',
      'duplicate field "data.a"',
      'duplicate field "data"',
      'unknown field "b"',
    ]);
  });

  it("escapes what it quotes from built-in kinds only", async () => {
    const { send } = await start();
    const body = '{"metadata":{"name":"c"},"q\\"":1,"data":{"\\n":"1","\\n":"2"}}';
    const refused = await send("POST", `${CONFIG_MAPS}?fieldValidation=Strict`, { body });
    expect(refused.json?.message).toContain('unknown field "q\\"", duplicate field "data.\\n"');
    const custom = widget("w", { 'q"': 1 });
    const other = await send("POST", `${WIDGETS}?fieldValidation=Strict`, { body: custom });
    expect(other.json?.message).toContain('unknown field "q""');
  });

  const yaml = "kind: ConfigMap\nmetadata:\n  name: c\n  bar: 1\ndata:\n  a: '1'\n  a: '2'\nfoo: bar\n";

  it("knows the lines of YAML, and its keys in sorted order", async () => {
    const { send } = await start();
    const warned = await send("POST", CONFIG_MAPS, { body: yaml, headers: YAML });
    expect(warnings(warned)).toEqual([
      'line 7: key "a" already set in map',
      'unknown field "foo"',
      'unknown field "metadata.bar"',
    ]);
    const refused = await send("POST", `${CONFIG_MAPS}?fieldValidation=Strict`, { body: yaml, headers: YAML });
    expect(refused.json?.message).toBe(
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: yaml: unmarshal errors:\n' +
        '  line 7: key "a" already set in map, unknown field "foo", unknown field "metadata.bar"',
    );
  });

  it("warns even of what is refused for another reason, but not of what does not decode", async () => {
    const { send } = await start("upstream");
    const invalid = await send("POST", WIDGETS, { body: widget("w", { spec: { size: "x", zz: 1 } }) });
    expect([invalid.status, warnings(invalid)]).toEqual([422, ['unknown field "spec.zz"']]);
    const strict = await send("POST", `${WIDGETS}?fieldValidation=Strict`, {
      body: widget("w", { spec: { size: "x", zz: 1 } }),
    });
    expect([strict.status, strict.json?.message]).toEqual([400, expect.stringContaining('unknown field "spec.zz"')]);
    const broken = await send("POST", WIDGETS, { body: widget("w", { metadata: { name: "w", labels: 1 }, zz: 1 }) });
    expect([broken.status, warnings(broken)]).toEqual([400, []]);
  });

  it("refuses mistyped values right away, unless they were stored before their type was declared", async () => {
    const { send } = await start();
    const answer = await send("POST", WIDGETS, { body: widget("w", { spec: { size: "x", o: 1 } }) });
    expect([answer.status, answer.json?.message]).toEqual([
      400,
      'Widget in version "v1" cannot be handled as a Widget: spec.size: must be of type integer, found string, ' +
        "spec.o: must be of type object, found integer",
    ]);

    await send("POST", WIDGETS, { body: widget("w", { spec: { size: 5 } }) });
    const patched = await send("PATCH", `${WIDGETS}/w`, {
      body: { spec: { size: "x" } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    expect([patched.status, patched.json?.message]).toEqual([
      400,
      'Widget in version "v1" cannot be handled as a Widget: spec.size: must be of type integer, found string',
    ]);
    const definition = `${DEFINITIONS}/widgets.example.com`;
    const { metadata } = (await send("GET", definition)).json as JsonObject;
    const body = { ...widgetDefinition({ size: { type: "string" } }), metadata } as JsonObject;
    expect((await send("PUT", definition, { body })).status).toBe(200);
    const stored = (await send("GET", `${WIDGETS}/w`)).json as JsonObject;
    const labelled = { ...stored, metadata: { ...(stored.metadata as JsonObject), labels: { a: "b" } } };
    expect((await send("PUT", `${WIDGETS}/w`, { body: labelled })).status).toBe(200);
  });
});

describe("the options of a write", () => {
  const refused = (kind: string, errors: string) => `${kind}.meta.k8s.io "" is invalid: ${errors}`;
  const cases: readonly [query: string, message: string][] = [
    ["dryRun=Some", 'dryRun: Unsupported value: ["Some"]: supported values: "All"'],
    ["dryRun=", 'dryRun: Unsupported value: [""]: supported values: "All"'],
    ["dryRun=All&dryRun=Some", 'dryRun: Unsupported value: ["All","Some"]: supported values: "All"'],
    [
      "fieldValidation=strict",
      'fieldValidation: Unsupported value: "strict": supported values: "", "Ignore", "Strict", "Warn"',
    ],
    [`fieldManager=${"m".repeat(129)}`, "fieldManager: Too long: may not be more than 128 bytes"],
    ["fieldManager=a%0A", 'fieldManager: Invalid value: "a\\n": invalid character U+000A (at position 1)'],
    [
      "fieldManager=%01&dryRun=x&fieldValidation=y",
      '[fieldManager: Invalid value: "\\x01": invalid character U+0001 (at position 0), ' +
        'dryRun: Unsupported value: ["x"]: supported values: "All", ' +
        'fieldValidation: Unsupported value: "y": supported values: "", "Ignore", "Strict", "Warn"]',
    ],
  ];

  it.each(cases)("%s is refused", async (query, message) => {
    const { send } = await start();
    const body: JsonObject = widget("w");
    const created = await send("POST", `${WIDGETS}?${query}`, { body });
    expect([created.status, created.json?.message]).toEqual([422, refused("CreateOptions", message)]);
    const updated = await send("PUT", `${WIDGETS}/w?${query}`, { body });
    expect([updated.status, updated.json?.message]).toEqual([422, refused("UpdateOptions", message)]);
  });

  it("may say the same twice", async () => {
    const { send } = await start();
    expect((await send("POST", `${WIDGETS}?dryRun=All&dryRun=All`, { body: widget("w") })).status).toBe(201);
    expect((await send("GET", `${WIDGETS}/w`)).status).toBe(404);
  });
});
