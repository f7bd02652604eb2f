import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { DEFINITIONS, definition, specSchema, version } from "../testing/definitions.ts";
import { startTestServer } from "../testing/start-test-server.ts";

const unknown = definition({
  spec: { extra: 1 },
  versions: [version({ schema: specSchema({ a: { type: "string", maxLen: 3 } }) })],
});

describe("decoding a CRD", () => {
  it("drops fields that Kubernetes does not know, at any depth of a schema, with a warning each", async () => {
    const { send } = await startTestServer();
    const { status, headers, json } = await send("POST", DEFINITIONS, { body: unknown });
    expect(status).toBe(201);
    expect(headers.warning).toEqual([
      '299 - "unknown field \\"spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.a.maxLen\\""',
      '299 - "unknown field \\"spec.extra\\""',
    ]);
    expect(json?.spec).not.toHaveProperty("extra");
  });

  it("warns in the order of the document, wherever a field stands", async () => {
    const { send } = await startTestServer();
    const { apiVersion, kind, metadata, spec } = definition({ spec: { extra: 1 } });
    const body = { first: 1, spec, metadata: { ...(metadata as JsonObject), odd: 1 }, apiVersion, kind, last: 1 };
    const { headers } = await send("POST", DEFINITIONS, { body: body as JsonObject });
    expect(headers.warning).toEqual(
      ["first", "spec.extra", "metadata.odd", "last"].map((path) => `299 - "unknown field \\"${path}\\""`),
    );
  });

  it.each([
    [
      "a struct",
      { names: ["widgets"] },
      "array",
      "CustomResourceDefinitionSpec.spec.names",
      "v1.CustomResourceDefinitionNames",
    ],
    [
      "a flag, whatever comes before a fault inside of items, which ends decoding",
      {
        group: 1,
        versions: [version({ schema: specSchema({ a: { type: "array", items: { nullable: "yes" } } }) })],
      },
      "string",
      "JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.properties.items.nullable",
      "bool",
    ],
    ["a text", { group: 1 }, "number", "CustomResourceDefinitionSpec.spec.group", "string"],
    [
      "a flag",
      { versions: [version({ served: "yes" })] },
      "string",
      "CustomResourceDefinitionVersion.spec.versions.served",
      "bool",
    ],
    [
      "a key of a schema",
      { versions: [version({ schema: specSchema({ a: { type: "string", maxLength: "3" } }) })] },
      "string",
      "JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.properties.maxLength",
      "int64",
    ],
  ])("refuses %s of the wrong type in Go's words", async (_, spec, found, field, type) => {
    const { send } = await startTestServer();
    const { status, json } = await send("POST", DEFINITIONS, { body: definition({ spec: spec as JsonObject }) });
    expect(status).toBe(400);
    expect(json?.message).toContain(`json: cannot unmarshal ${found} into Go struct field ${field} of type ${type}`);
  });

  it("hears of nothing else where a time cannot be read", async () => {
    const { send } = await startTestServer();
    const conditions = [{ type: 1, status: "True", lastTransitionTime: "soon" }];
    const { json } = await send("POST", DEFINITIONS, { body: { ...definition({}), status: { conditions } } });
    expect(json?.message).toMatch(
      /CustomResourceDefinition: parsing time "soon" as .*: cannot parse "soon" as "2006"$/,
    );
  });

  it("refuses a spec that is no object", async () => {
    const { send } = await startTestServer();
    const { json } = await send("POST", DEFINITIONS, { body: { ...definition({}), spec: [] } });
    expect(json?.message).toContain(
      "json: cannot unmarshal array into Go struct field CustomResourceDefinition.spec of type v1.CustomResourceDefinitionSpec",
    );
  });

  it("leaves out what is empty and prints what is always there", async () => {
    const { send } = await startTestServer();
    const body = definition({
      names: { shortNames: [], categories: null },
      versions: [version({ deprecated: false, schema: specSchema({ a: { type: "string", default: null } }) })],
    });
    const { json } = await send("POST", DEFINITIONS, { body: { ...body, status: { storedVersions: ["v9"] } } });
    expect(json?.spec).toEqual({
      group: "example.com",
      names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
      scope: "Namespaced",
      versions: [version({ schema: specSchema({ a: { type: "string" } }) })],
      conversion: { strategy: "None" },
    });
    expect(json?.status).toEqual({
      conditions: null,
      acceptedNames: { plural: "", kind: "" },
      storedVersions: ["v1"],
    });
  });
});
