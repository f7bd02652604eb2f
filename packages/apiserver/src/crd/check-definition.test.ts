import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { causesOf, DEFINITIONS, definition, specSchema, version } from "../testing/definitions.ts";
import { startTestServer } from "../testing/start-test-server.ts";

const webhook = (fields: JsonObject) => ({
  conversion: { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], ...fields } },
});

const faults: readonly (readonly [what: string, body: JsonObject, causes: readonly string[]])[] = [
  [
    "a name that is not made of plural and group",
    { ...definition(), metadata: { name: "gadgets.example.com" } },
    ['metadata.name: Invalid value: "gadgets.example.com": must be spec.names.plural+"."+spec.group'],
  ],
  [
    "a prefix to make a name from",
    { ...definition(), metadata: { name: "widgets.example.com", generateName: "widgets" } },
    ['metadata.generateName: Invalid value: "widgets": must be spec.names.plural+"."+spec.group'],
  ],
  [
    "a group without a dot",
    definition({ group: "example" }),
    ['spec.group: Invalid value: "example": should be a domain with at least one dot'],
  ],
  [
    "an unknown scope",
    definition({ spec: { scope: "Galaxy" } }),
    ['spec.scope: Unsupported value: "Galaxy": supported values: "Cluster", "Namespaced"'],
  ],
  [
    "kind and listKind that are the same",
    definition({ names: { listKind: "Widget" } }),
    ['spec.names.listKind: Invalid value: "Widget": kind and listKind may not be the same'],
  ],
  [
    "no storage version, in the spec and in what is stored",
    definition({ versions: [] }),
    [
      "spec.versions: Invalid value: []: must have exactly one version marked as storage version",
      "status.storedVersions: Invalid value: null: must have at least one stored version",
    ],
  ],
  [
    "a version without a schema",
    definition({ versions: [version({ schema: null })] }),
    ["spec.versions[0].schema.openAPIV3Schema: Required value"],
  ],
  [
    "a schema that all versions share at the top",
    definition({ versions: [version({ schema: specSchema({ a: {} }) })] }),
    [
      "spec.validation.openAPIV3Schema.properties[spec].properties[a].type: Required value: must not be empty for specified object fields",
    ],
  ],
  [
    "a schema of one of several versions where it stands",
    definition({ versions: [version(), version({ name: "v2", storage: false, schema: specSchema({ a: {} }) })] }),
    [
      "spec.versions[1].schema.openAPIV3Schema.properties[spec].properties[a].type: Required value: must not be empty for specified object fields",
    ],
  ],
  [
    "a warning of a version that is not deprecated",
    definition({ versions: [version({ deprecationWarning: "go" })] }),
    ['spec.versions[0].deprecationWarning: Invalid value: "go": can only be set for deprecated versions'],
  ],
  [
    "a warning with a character that does not print",
    definition({ versions: [version({ deprecated: true, deprecationWarning: "ä\tb" })] }),
    [
      'spec.versions[0].deprecationWarning: Invalid value: "ä\\tb": must only contain printable UTF-8 characters; non-printable character found at index 2',
    ],
  ],
  [
    "columns, under the name that v1beta1 has for their path",
    definition({ versions: [version({ additionalPrinterColumns: [{ name: "", type: "text", jsonPath: "a" }] })] }),
    [
      "spec.additionalPrinterColumns[0].name: Required value",
      'spec.additionalPrinterColumns[0].type: Invalid value: "text": must be one of boolean,date,integer,number,string',
      'spec.additionalPrinterColumns[0].JSONPath: Invalid value: "a": must be a simple json path starting with .',
    ],
  ],
  [
    "replicas outside of spec and status",
    definition({
      versions: [version({ subresources: { scale: { specReplicasPath: ".n", statusReplicasPath: "" } } })],
    }),
    [
      'spec.subresources.scale.specReplicasPath: Invalid value: ".n": should be a json path under .spec',
      "spec.subresources.scale.statusReplicasPath: Required value",
    ],
  ],
  [
    "selectable fields that are none",
    definition({
      versions: [
        version({
          schema: specSchema({ a: { type: "string" }, o: { type: "object" } }),
          selectableFields: [
            { jsonPath: ".spec.a" },
            { jsonPath: ".spec.a" },
            { jsonPath: ".spec.o" },
            { jsonPath: ".spec.x" },
            { jsonPath: "a" },
            { jsonPath: ".spec['a']" },
          ],
        }),
      ],
    }),
    [
      'spec.selectableFields[1].jsonPath: Duplicate value: ".spec.a"',
      'spec.selectableFields[2].jsonPath: Invalid value: ".spec.o": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
      'spec.selectableFields[3].jsonPath: Invalid value: ".spec.x": is an invalid path: does not refer to a valid field',
      'spec.selectableFields[4].jsonPath: Invalid value: "a": is an invalid path: expected [ or . but got: a',
      "spec.selectableFields[5].jsonPath: Invalid value: \".spec['a']\": is an invalid path: array notation is not allowed",
    ],
  ],
  [
    "a webhook at two places",
    definition({
      spec: webhook({ clientConfig: { url: "https://example.com", service: { name: "a", namespace: "b" } } }),
    }),
    ["spec.conversion.webhookClientConfig: Required value: exactly one of url or service is required"],
  ],
  [
    "a webhook's address",
    definition({ spec: webhook({ clientConfig: { url: "http://me@example.com/x?q#f" } }) }),
    [
      `spec.conversion.webhookClientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
      'spec.conversion.webhookClientConfig.url: Invalid value: "me": user information is not permitted in the URL',
      'spec.conversion.webhookClientConfig.url: Invalid value: "f": fragments are not permitted in the URL',
      'spec.conversion.webhookClientConfig.url: Invalid value: "q": query parameters are not permitted in the URL',
    ],
  ],
  [
    "a webhook beside the strategy None",
    definition({ spec: { conversion: { strategy: "None", webhook: { conversionReviewVersions: ["v1"] } } } }),
    ["spec.conversion.conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook"],
  ],
  [
    "a group of the Kubernetes community without its word",
    definition({ group: "widgets.k8s.io" }),
    [
      'metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111',
    ],
  ],
  [
    "unknown fields kept for the whole definition",
    definition({ spec: { preserveUnknownFields: true } }),
    [
      "spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead",
    ],
  ],
];

describe("checkDefinition()", () => {
  it.each(faults)("refuses %s", async (_, body, causes) => {
    const { send } = await startTestServer();
    const answer = await send("POST", `${DEFINITIONS}?dryRun=All`, { body });
    expect(answer.status).toBe(422);
    expect(causesOf(answer)).toEqual(causes);
  });

  it("rejects changes of group, plural, scope and kind of an established CRD", async () => {
    const { send } = await startTestServer();
    const { json } = await send("POST", DEFINITIONS, { body: definition() });
    const stored = await send("GET", `${DEFINITIONS}/widgets.example.com`);
    const changed = {
      ...(stored.json as JsonObject),
      spec: {
        ...(json?.spec as JsonObject),
        group: "other.com",
        scope: "Cluster",
        names: { plural: "gadgets", kind: "Gadget" },
      },
    };
    const answer = await send("PUT", `${DEFINITIONS}/widgets.example.com`, { body: changed });
    expect(causesOf(answer)).toEqual([
      'spec.scope: Invalid value: "Cluster": field is immutable',
      'spec.names.kind: Invalid value: "Gadget": field is immutable',
      'spec.group: Invalid value: "other.com": field is immutable',
      'spec.names.plural: Invalid value: "gadgets": field is immutable',
    ]);
  });

  it("keeps every version that was ever stored", async () => {
    const { send } = await startTestServer();
    await send("POST", DEFINITIONS, { body: definition() });
    const patch = { spec: { versions: [version({ name: "v2" })] } };
    const headers = { "content-type": "application/merge-patch+json" };
    const answer = await send("PATCH", `${DEFINITIONS}/widgets.example.com`, { body: patch, headers });
    expect(causesOf(answer)[0]).toContain('status.storedVersions[0]: Invalid value: "v1": missing from spec.versions;');
  });

  it("finds only the first of two versions of one name among what is stored", async () => {
    const { send } = await startTestServer();
    const body = definition({ versions: [version(), version()] });
    const causes = causesOf(await send("POST", `${DEFINITIONS}?dryRun=All`, { body }));
    expect(causes.at(-1)).toBe('status.storedVersions: Invalid value: ["v1"]: must have the storage version v1');
  });

  it("warns of formats that check nothing, once", async () => {
    const { send } = await startTestServer();
    const body = definition({
      versions: [version({ schema: specSchema({ a: { type: "string", format: "odd" }, b: { type: "string" } }) })],
    });
    const created = await send("POST", DEFINITIONS, { body });
    expect(created.headers.warning).toEqual(['299 - "unrecognized format \\"odd\\""']);
    const headers = { "content-type": "application/merge-patch+json" };
    const patch = { spec: { names: { shortNames: ["w"] } } };
    const patched = await send("PATCH", `${DEFINITIONS}/widgets.example.com`, { body: patch, headers });
    expect(patched.status).toBe(200);
    expect(patched.headers.warning).toBeUndefined();
  });

  it("warns of marks that differ between versions", async () => {
    const { send } = await startTestServer();
    const marked = specSchema({ a: { type: "string", "x-kubernetes-mutability": "Immutable" }, b: { type: "string" } });
    const other = { name: "v2", storage: false, schema: specSchema({ a: { type: "string" } }) };
    const body = definition({ versions: [version({ schema: marked }), version(other)] });
    expect((await send("POST", DEFINITIONS, { body })).headers.warning).toEqual([
      '299 - "x-kubernetes-mutability of \\"spec.a\\" differs between v1 and v2: each holds in both, because objects are stored once"',
    ]);
  });
});
