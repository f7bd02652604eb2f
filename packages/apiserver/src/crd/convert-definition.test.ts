import type { JsonObject } from "@kiln/api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { causesOf, DEFINITIONS, definition, specSchema, version } from "../testing/definitions.ts";
import { startTestServer } from "../testing/start-test-server.ts";
import { convertDefinition, DEFINITION_V1, DEFINITION_V1BETA1 } from "./convert-definition.ts";

const DEFINITIONS_V1BETA1 = "/apis/apiextensions.k8s.io/v1beta1/customresourcedefinitions";
const WIDGETS = `${DEFINITIONS}/widgets.example.com`;
const WIDGETS_V1BETA1 = `${DEFINITIONS_V1BETA1}/widgets.example.com`;
const MERGE = { "content-type": "application/merge-patch+json" };

function definitionV1beta1(spec: JsonObject): JsonObject {
  const { metadata, kind } = definition();
  const names = { plural: "widgets", kind: "Widget" };
  return {
    apiVersion: DEFINITION_V1BETA1,
    kind: kind ?? "",
    metadata: metadata ?? {},
    spec: { group: "example.com", names, ...spec },
  };
}

const schema = { openAPIV3Schema: { type: "object" } };
const other = specSchema({ a: { type: "string" } });
const column = { name: "A", type: "string", JSONPath: ".spec.a" };
const subresources = { status: {}, scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" } };
const v1 = { name: "v1", served: true, storage: true };
const v2 = { name: "v2", served: true, storage: false };
const webhook = {
  strategy: "Webhook",
  webhookClientConfig: { url: "https://example.com/convert" },
  conversionReviewVersions: ["v1beta1"],
};

describe("definitions of v1beta1", () => {
  it("are filled in as Kubernetes did, and kept as definitions of v1", async () => {
    const { send } = await startTestServer();
    const created = await send("POST", DEFINITIONS_V1BETA1, {
      body: definitionV1beta1({ version: "v1", validation: schema }),
    });
    expect(created.status).toBe(201);
    expect(created.json?.spec).toEqual({
      group: "example.com",
      version: "v1",
      names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
      scope: "Namespaced",
      validation: schema,
      versions: [v1],
      conversion: { strategy: "None" },
      preserveUnknownFields: true,
    });
    const { json } = await send("GET", WIDGETS);
    expect(json?.spec).toMatchObject({ versions: [{ ...v1, schema }], preserveUnknownFields: true });
    expect(json?.spec).not.toHaveProperty("validation");
  });

  it("add a deprecation warning to every answer", async () => {
    const { send } = await startTestServer();
    const { status, headers } = await send("GET", WIDGETS_V1BETA1);
    expect(status).toBe(404);
    expect(headers.warning).toEqual([
      '299 - "apiextensions.k8s.io/v1beta1 CustomResourceDefinition is deprecated in v1.16+, unavailable in v1.22+; ' +
        'use apiextensions.k8s.io/v1 CustomResourceDefinition"',
    ]);
  });

  it.each<[string, JsonObject, string[]]>([
    [
      "a schema in two places",
      { versions: [{ ...v1, schema }], validation: schema },
      [
        "spec.validation: Forbidden: top-level and per-version schemas are mutually exclusive",
        "spec.versions: Invalid value: ",
      ],
    ],
    ["another version than the first", { version: "v2", versions: [v1] }, ['spec.version: Invalid value: "v2"']],
    [
      "pruning without a schema",
      { version: "v1", preserveUnknownFields: false },
      ["spec.versions[0].schema.openAPIV3Schema: Required value: because otherwise all fields are pruned"],
    ],
    [
      "defaults",
      { version: "v1", validation: specSchema({ a: { type: "string", default: "x" } }), preserveUnknownFields: false },
      [
        "spec.validation.openAPIV3Schema.properties[spec].properties[a].default: Forbidden: must not be set " +
          "(cannot set default values in apiextensions.k8s.io/v1beta1 CRDs, must use apiextensions.k8s.io/v1)",
      ],
    ],
    [
      "a webhook where nothing is pruned",
      { version: "v1", conversion: webhook },
      ['spec.conversion.strategy: Invalid value: "Webhook": must be None if spec.preserveUnknownFields is true'],
    ],
    [
      "marks",
      { version: "v1", validation: specSchema({ a: { type: "string", "x-kubernetes-mutability": "Immutable" } }) },
      ["spec.validation.openAPIV3Schema.properties[spec].properties[a].x-kubernetes-mutability: Forbidden: "],
    ],
  ])("may not have %s", async (_what, spec, causes) => {
    const { send } = await startTestServer();
    const answer = await send("POST", DEFINITIONS_V1BETA1, { body: definitionV1beta1(spec) });
    expect(answer.status).toBe(422);
    expect(causesOf(answer)).toEqual(causes.map((cause) => expect.stringContaining(cause)));
  });

  it("may have marks once the stored definition has some", async () => {
    const { send } = await startTestServer();
    const marked = specSchema({ a: { type: "string", "x-kubernetes-mutability": "Immutable" } });
    await send("POST", DEFINITIONS, { body: definition({ versions: [version({ schema: marked })] }) });
    const validation = specSchema({ a: { type: "string", "x-kubernetes-mutability": "AddOnly" } });
    const { status, json } = await send("PATCH", WIDGETS_V1BETA1, { headers: MERGE, body: { spec: { validation } } });
    expect(status).toBe(200);
    expect(json).toHaveProperty("spec.validation", validation);
  });

  it("say of a schema that is not structural what keeps it from being so", async () => {
    const { send } = await startTestServer();
    const validation = { openAPIV3Schema: { properties: { spec: { minimum: 1 } } } };
    await send("POST", DEFINITIONS_V1BETA1, { body: definitionV1beta1({ version: "v1", validation }) });
    const { json } = await send("GET", WIDGETS_V1BETA1);
    expect(json).toHaveProperty("status.conditions[2]", {
      type: "NonStructuralSchema",
      status: "True",
      lastTransitionTime: "2026-01-02T03:04:05Z",
      reason: "Violations",
      message:
        "[spec.preserveUnknownFields: Invalid value: true: must be false, " +
        "spec.versions[0].schema.openAPIV3Schema.properties[spec].type: Required value: " +
        "must not be empty for specified object fields, " +
        "spec.versions[0].schema.openAPIV3Schema.type: Required value: must not be empty at the root]",
    });
  });

  it("keep the owners of fields through either version", async () => {
    const { send } = await startTestServer();
    const body = definitionV1beta1({ version: "v1", validation: schema, preserveUnknownFields: false });
    await send("POST", `${DEFINITIONS_V1BETA1}?fieldManager=old`, { body });
    const patched = await send("PATCH", `${WIDGETS}?fieldManager=new`, {
      headers: MERGE,
      body: { spec: { names: { shortNames: ["w"] } } },
    });
    expect(patched.status).toBe(200);
    expect(patched.json).toHaveProperty("metadata.managedFields", [
      expect.objectContaining({ manager: "kube-apiserver" }),
      expect.objectContaining({ manager: "new", apiVersion: DEFINITION_V1 }),
      expect.objectContaining({ manager: "old", apiVersion: DEFINITION_V1BETA1 }),
    ]);
  });

  it("appear in discovery and OpenAPI", async () => {
    const { send } = await startTestServer();
    const { json } = await send("GET", "/apis/apiextensions.k8s.io");
    expect(json?.versions).toMatchObject([{ version: "v1" }, { version: "v1beta1" }]);
    const document = await send("GET", "/openapi/v3/apis/apiextensions.k8s.io/v1beta1");
    const name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1.CustomResourceDefinitionSpec";
    const path = ["components", "schemas", name, "properties"];
    expect(document.json).toHaveProperty([...path, "preserveUnknownFields"]);
    expect(document.json).toHaveProperty([...path, "validation"]);
    expect(document.text).not.toContain("apiextensions.v1.");
  });
});

describe("definitions of v1beta1, as Kubernetes is now", () => {
  it("are served, and mentioned nowhere", async () => {
    const { send } = await startTestServer({ semantics: "upstream" });
    const { json } = await send("GET", "/apis/apiextensions.k8s.io");
    expect(json?.versions).toEqual([{ groupVersion: DEFINITION_V1, version: "v1" }]);
    expect((await send("GET", "/openapi/v3")).text).not.toContain("apiextensions.k8s.io/v1beta1");
    expect((await send("GET", DEFINITIONS_V1BETA1)).status).toBe(200);
  });
});

const featureSets = fc.record(
  {
    validation: fc.constantFrom(schema, other, {}),
    subresources: fc.constantFrom(subresources, { status: {} }, {}),
    additionalPrinterColumns: fc.constantFrom([column], [column, { ...column, name: "B", priority: 1 }]),
    selectableFields: fc.constantFrom([{ jsonPath: ".spec.a" }]),
  },
  { requiredKeys: [] },
);

/** Random v1beta1 specs: each feature is at the top, in some versions, or absent. */
const specs = fc
  .tuple(featureSets, featureSets, featureSets, fc.boolean(), fc.constantFrom({ strategy: "None" }, webhook))
  .map(([top, first, second, preserveUnknownFields, conversion]) => {
    const own = ({ validation, ...features }: typeof top) => {
      const kept = Object.entries({ ...(validation && { schema: validation }), ...features });
      return Object.fromEntries(kept.filter(([key]) => !Object.hasOwn(top, key === "schema" ? "validation" : key)));
    };
    const versions = [
      { ...v1, ...own(first) },
      { ...v2, ...own(second), deprecated: true },
    ];
    return {
      group: "example.com",
      version: "v1",
      versions,
      ...top,
      conversion,
      preserveUnknownFields,
    } as unknown as JsonObject;
  })
  .filter(hasNoRepetition);

/** True if no feature is equal in both versions: v1beta1 requires it at the top then. */
function hasNoRepetition({ versions }: JsonObject): boolean {
  const [first = {}, second = {}] = versions as JsonObject[];
  const keys = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"];
  return keys.every((key) => first[key] === undefined || JSON.stringify(first[key]) !== JSON.stringify(second[key]));
}

describe("convertDefinition()", () => {
  it("brings whatever v1beta1 can say back from v1 as it was", () => {
    fc.assert(
      fc.property(specs, (spec) => {
        const given = { apiVersion: DEFINITION_V1BETA1, kind: "CustomResourceDefinition", spec };
        const before = structuredClone(given);
        const there = convertDefinition(given, DEFINITION_V1);
        expect(convertDefinition(there, DEFINITION_V1BETA1)).toEqual(before);
        expect(given).toEqual(before);
      }),
    );
  });

  it("leaves a definition of the version asked for alone", () => {
    const given = definition();
    expect(convertDefinition(given, DEFINITION_V1)).toBe(given);
  });
});
