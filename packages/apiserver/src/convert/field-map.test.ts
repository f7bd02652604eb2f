import { deepCopy, type JsonObject } from "@kiln/api";
import { createFieldConverter, type FieldMap, parseFieldMap } from "@kiln/kinds";
import { compileSchema, parseJsonSchema } from "@kiln/schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { causesOf, DEFINITIONS, definition, specSchema, version } from "../testing/definitions.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const text = { type: "string" };
const mode = { type: "string", enum: ["auto", "manual"] };
const size = { type: "object", properties: { width: { type: "integer" }, height: { type: "integer" } } };

const schemas: Readonly<Record<string, JsonObject>> = {
  v1: specSchema({ paint: text, width: { type: "integer" }, note: text }).openAPIV3Schema as JsonObject,
  v2: specSchema({
    color: text,
    size: { type: "object", properties: { width: { type: "integer" } } },
    mode,
    note: text,
  }).openAPIV3Schema as JsonObject,
};

const MAP: readonly JsonObject[] = [
  { v1: ".spec.paint", v2: ".spec.color" },
  { v1: ".spec.width", v2: ".spec.size.width" },
  { v2: ".spec.mode", default: "auto" },
];

const V1 = "/apis/example.com/v1/namespaces/default/widgets";
const V2 = "/apis/example.com/v2/namespaces/default/widgets";
const MERGE = { "content-type": "application/merge-patch+json" };

function widgets(map: readonly JsonObject[] | string = MAP, versions = schemas): JsonObject {
  return definition({
    annotations: { "kiln/conversion": typeof map === "string" ? map : JSON.stringify(map) },
    versions: Object.entries(versions).map(([name, schema]) =>
      version({ name, storage: name === "v1", schema: { openAPIV3Schema: schema } }),
    ),
  });
}

function widget(apiVersion: string, spec: JsonObject): JsonObject {
  return { apiVersion: `example.com/${apiVersion}`, kind: "Widget", metadata: { name: "a" }, spec };
}

async function start(): Promise<TestServer> {
  const server = await startTestServer();
  expect((await server.send("POST", DEFINITIONS, { body: widgets() })).status).toBe(201);
  return server;
}

describe("a definition that says where its versions have their fields", () => {
  it("shows each field where the version asked for has it", async () => {
    const { send } = await start();
    await send("POST", V1, { body: widget("v1", { paint: "red", width: 3, note: "n" }) });
    const { json } = await send("GET", `${V2}/a`);
    expect(json?.spec).toEqual({ color: "red", size: { width: 3 }, mode: "auto", note: "n" });
    expect(json?.metadata).not.toHaveProperty("annotations");
  });

  it("gives back what the version in between has no place for", async () => {
    const { send } = await start();
    const spec = { color: "red", mode: "manual" };
    const created = await send("POST", V2, { body: widget("v2", spec) });
    expect(created.json?.spec).toEqual(spec);
    const { json = {} } = await send("GET", `${V1}/a`);
    expect(json.spec).toEqual({ paint: "red" });
    expect(json).toHaveProperty(["metadata", "annotations", "kiln/kept-fields"], '{"v2.spec.mode":["manual"]}');
    await send("PUT", `${V1}/a`, { body: { ...json, spec: { paint: "blue" } } });
    expect((await send("GET", `${V2}/a`)).json).toHaveProperty("spec", { color: "blue", mode: "manual" });
  });

  it("follows a new map with the next request", async () => {
    const { send } = await start();
    await send("POST", V1, { body: widget("v1", { paint: "red" }) });
    const map = MAP.map((field) => ("default" in field ? { ...field, default: "manual" } : field));
    const annotations = { "kiln/conversion": JSON.stringify(map) };
    await send("PATCH", `${DEFINITIONS}/widgets.example.com`, { headers: MERGE, body: { metadata: { annotations } } });
    expect((await send("GET", `${V2}/a`)).json).toHaveProperty("spec.mode", "manual");
  });

  it.each<[string, readonly JsonObject[] | string, string]>([
    ["no JSON", "v1: .spec.a", "must be JSON"],
    ["no list", "{}", "must be a list of fields"],
    ["a path into a list", [{ v1: ".spec.a[0]", v2: ".spec.b" }], "item 0 must have a path like .spec.size for v1"],
    [
      "another version",
      [...MAP, { v3: ".spec.note" }],
      "names v3, which is not one of spec.versions: a version that goes must go from the annotation in the same change",
    ],
    ["a field that is not there", [{ v1: ".spec.tint", v2: ".spec.color" }], "names .spec.tint, which is not a field"],
    ["metadata", [{ v1: ".metadata.name" }], "names .metadata.name, which every object has"],
    ["a field twice", [...MAP, { v1: ".spec.paint" }], "names .spec.paint and .spec.paint of v1, which are not apart"],
    [
      "fields of another type",
      [{ v1: ".spec.paint", v2: ".spec.size" }],
      "would lose values: .spec.size of v2 is not of the type of .spec.paint of v1",
    ],
    [
      "less than what differs",
      MAP.slice(1),
      "would lose values: .spec.paint is not the same in v1 and v2; say where each version has it",
    ],
    [
      "a default that is not allowed",
      [...MAP.slice(0, 2), { v2: ".spec.mode", default: "off" }],
      "has a value for .spec.mode",
    ],
    [
      "a constant that is none",
      [...MAP.slice(0, 2), { v2: ".spec.mode", constant: "auto" }],
      "would lose values: .spec.mode of v2 may be something else than the constant",
    ],
  ])("is refused with %s", async (_what, map, cause) => {
    const { send } = await startTestServer();
    const answer = await send("POST", DEFINITIONS, { body: widgets(map) });
    expect(answer.status).toBe(422);
    const [first = ""] = causesOf(answer);
    expect(first).toContain("metadata.annotations[kiln/conversion]: Invalid value: ");
    expect(causesOf(answer).join("\n")).toContain(cause);
  });

  it("is refused beside a webhook", async () => {
    const { send } = await startTestServer();
    const webhook = { clientConfig: { url: "https://example.com/convert" }, conversionReviewVersions: ["v1"] };
    const body = widgets();
    body.spec = { ...(body.spec as JsonObject), conversion: { strategy: "Webhook", webhook } };
    expect(causesOf(await send("POST", DEFINITIONS, { body })).join()).toContain(
      "may only be set when spec.conversion.strategy is None",
    );
  });
});

/**
 * Two versions with every kind of mapping: a field moved down, a field moved up, parent objects that may be empty, and
 * new fields.
 */
const rich: Readonly<Record<string, JsonObject>> = {
  v1: {
    type: "object",
    properties: {
      spec: {
        type: "object",
        properties: {
          a: { type: "string", nullable: true },
          deep: { type: "object", nullable: true, properties: { one: size, two: { type: "array", items: text } } },
          same: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
          only1: { type: "integer" },
        },
      },
    },
  },
  v2: {
    type: "object",
    properties: {
      spec: {
        type: "object",
        properties: {
          same: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
          two: { type: "array", items: text },
          box: { type: "object", properties: { a: { type: "string", nullable: true } } },
        },
      },
      settings: { type: "object", properties: { one: size, only2: { type: "boolean" } } },
    },
  },
};

const richMap = parseFieldMap(
  JSON.stringify([
    { v1: ".spec.a", v2: ".spec.box.a" },
    { v1: ".spec.deep.one", v2: ".settings.one" },
    { v1: ".spec.deep.two", v2: ".spec.two" },
    { v1: ".spec.only1", default: 7 },
    { v2: ".settings.only2" },
  ]),
) as { readonly fields: FieldMap };

const any = (value: fc.Arbitrary<unknown>) => fc.option(value, { nil: undefined });
const sized = fc.record({ width: fc.integer(), height: fc.integer() }, { requiredKeys: [] });
const objects: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  v1: fc.record({
    spec: any(
      fc.record(
        {
          a: fc.option(fc.string()),
          deep: fc.option(fc.record({ one: sized, two: fc.array(fc.string()) }, { requiredKeys: [] })),
          same: fc.dictionary(fc.string(), fc.integer()),
          only1: fc.constantFrom(7, 8),
        },
        { requiredKeys: [] },
      ),
    ),
  }),
  v2: fc.record({
    spec: any(
      fc.record(
        {
          same: fc.dictionary(fc.string(), fc.integer()),
          two: fc.array(fc.string()),
          box: fc.record({ a: fc.option(fc.string()) }, { requiredKeys: [] }),
        },
        { requiredKeys: [] },
      ),
    ),
    settings: any(fc.record({ one: sized, only2: fc.boolean() }, { requiredKeys: [] })),
  }),
};

describe("createFieldConverter()", () => {
  const read = (name: string) => parseJsonSchema(rich[name] ?? {}).schema;
  const convert = createFieldConverter(richMap.fields, read);
  const travel = (object: JsonObject, to: string) => {
    const converted = convert(object, `example.com/${to}`);
    converted.apiVersion = `example.com/${to}`;
    compileSchema(read(to), { semantics: "kep" }).prune(converted, { isStored: true });
    return converted;
  };

  it.each([
    ["v1", "v2"],
    ["v2", "v1"],
  ])("loses nothing from %s to %s and back", (here, there) => {
    fc.assert(
      fc.property(objects[here] as fc.Arbitrary<unknown>, (content) => {
        const object = JSON.parse(JSON.stringify(content)) as JsonObject;
        const given = { ...object, apiVersion: `example.com/${here}`, kind: "Widget", metadata: { name: "a" } };
        const back = travel(travel(deepCopy(given) as JsonObject, there), here);
        expect(back).toEqual(given);
      }),
      { numRuns: 300 },
    );
  });
});
