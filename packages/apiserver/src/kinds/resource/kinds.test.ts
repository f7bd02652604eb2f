import type { JsonObject } from "@kiln/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeChange, judgeNew, type Sample } from "../../testing/judge-object.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

// The expected messages equal those of Kubernetes.
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ semantics: "upstream" });
});
afterAll(() => server.close());

const DEVICES: JsonObject = {
  requests: [
    {
      name: "r",
      exactly: {
        deviceClassName: "dc",
        allocationMode: "ExactCount",
        count: 2,
        tolerations: [{ key: "k", operator: "Equal", value: "v", effect: "NoSchedule" }],
      },
    },
    {
      name: "q",
      firstAvailable: [
        { name: "a", deviceClassName: "dc" },
        { name: "b", deviceClassName: "dc", allocationMode: "All" },
      ],
    },
  ],
  constraints: [{ requests: ["r", "q/a"], matchAttribute: "a.b/c" }],
  config: [{ requests: ["r"], opaque: { driver: "d.example.com", parameters: { x: 1 } } }],
};

describe("a ResourceClaim", () => {
  const sample: Sample = {
    path: "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims",
    object: {
      apiVersion: "resource.k8s.io/v1",
      kind: "ResourceClaim",
      metadata: { name: "rc1" },
      spec: {
        devices: DEVICES,
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      {
        spec: {
          devices: {
            requests: [
              { name: "A_" },
              { name: "r", exactly: { deviceClassName: "" }, firstAvailable: [{ name: "a" }] },
            ],
          },
        },
      },
      "[spec.devices.requests[0].name: Invalid value: \"A_\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?'), spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required, spec.devices.requests[1]: Invalid value: null: exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set, spec.devices.constraints[0].requests[1]: Invalid value: \"q/a\": must be the name of a request in the claim or the name of a request and a subrequest separated by '/']",
    ],
    [
      {
        spec: {
          devices: {
            requests: [
              {
                name: "r",
                exactly: {
                  deviceClassName: "A_",
                  allocationMode: "All",
                  count: 2,
                  selectors: [{}],
                  tolerations: [
                    { key: "a b", operator: "Odd", effect: "Odd" },
                    { operator: "Exists", value: "x" },
                  ],
                },
              },
              {
                name: "r",
                firstAvailable: [
                  { name: "a", deviceClassName: "x", allocationMode: "Odd" },
                  { name: "a", deviceClassName: "x" },
                ],
              },
            ],
          },
        },
      },
      '[spec.devices.requests[0].exactly.deviceClassName: Invalid value: "A_": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, \'-\' or \'.\', and must start and end with an alphanumeric character (e.g. \'example.com\', regex used for validation is \'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\'), spec.devices.requests[0].exactly.selectors[0].cel: Required value, spec.devices.requests[0].exactly.count: Invalid value: 2: must not be specified when allocationMode is \'All\', spec.devices.requests[0].exactly.tolerations[0].key: Invalid value: "a b": name part must consist of alphanumeric characters, \'-\', \'_\' or \'.\', and must start and end with an alphanumeric character (e.g. \'MyName\',  or \'my.name\',  or \'123-abc\', regex used for validation is \'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]\'), spec.devices.requests[0].exactly.tolerations[0].operator: Unsupported value: "Odd": supported values: "Equal", "Exists", spec.devices.requests[0].exactly.tolerations[0].effect: Unsupported value: "Odd": supported values: "NoExecute", "NoSchedule", "None", spec.devices.requests[0].exactly.tolerations[1].value: Invalid value: "x": must be empty for operator `Exists`, spec.devices.requests[1].firstAvailable[0].allocationMode: Unsupported value: "Odd": supported values: "All", "ExactCount", spec.devices.requests[1].firstAvailable[1]: Duplicate value: "a", spec.devices.requests[1]: Duplicate value: "r", spec.devices.constraints[0].requests[1]: Invalid value: "q/a": must be the name of a request in the claim or the name of a request and a subrequest separated by \'/\']',
    ],
    [
      {
        spec: {
          devices: {
            constraints: [{ requests: ["r", "r", "a/b/c", "odd"] }, { matchAttribute: "x" }, { matchAttribute: "/" }],
          },
        },
      },
      '[spec.devices.constraints[0].requests[2]: Invalid value: "a/b/c": must be the name of a request in the claim or the name of a request and a subrequest separated by \'/\', spec.devices.constraints[0].requests[3]: Invalid value: "odd": must be the name of a request in the claim or the name of a request and a subrequest separated by \'/\', spec.devices.constraints[0].requests[1]: Duplicate value: "r", spec.devices.constraints[0]: Required value: exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set, spec.devices.constraints[1].matchAttribute: Invalid value: "x": a fully qualified name must be a domain and a name separated by a slash, spec.devices.constraints[2].matchAttribute: Invalid value: "": the domain must not be empty, spec.devices.constraints[2].matchAttribute: Invalid value: "": the name must not be empty]',
    ],
    [
      { spec: { devices: { config: [{}, { opaque: { driver: "", parameters: "x" } }] } } },
      '[spec.devices.config[0].opaque: Required value, spec.devices.config[1].opaque.driver: Required value, spec.devices.config[1].opaque.parameters: Invalid value: "<value omitted>": must be a valid JSON object]',
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [
      {
        spec: {
          devices: { config: null, constraints: null, requests: [{ name: "r", exactly: { deviceClassName: "x" } }] },
        },
      },
      'spec: Invalid value: {"Devices":{"Requests":[{"Name":"r","Exactly":{"DeviceClassName":"x","Selectors":null,"AllocationMode":"ExactCount","Count":1,"AdminAccess":null,"Tolerations":null,"Capacity":null},"FirstAvailable":null}],"Constraints":null,"Config":null}}: field is immutable',
    ],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });
});

describe("a ResourceClaimTemplate", () => {
  const sample: Sample = {
    path: "/apis/resource.k8s.io/v1/namespaces/default/resourceclaimtemplates",
    object: {
      apiVersion: "resource.k8s.io/v1",
      kind: "ResourceClaimTemplate",
      metadata: { name: "rct1" },
      spec: {
        metadata: { labels: { a: "b" } },
        spec: {
          devices: DEVICES,
        },
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      { spec: { metadata: { labels: { "a b": "c" } } } },
      "spec.metadata.labels: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
    [
      { spec: { spec: { devices: { requests: [{ name: "r" }], config: null, constraints: null } } } },
      "spec.spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required",
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });
});

describe("a DeviceClass", () => {
  const sample: Sample = {
    path: "/apis/resource.k8s.io/v1/deviceclasses",
    object: {
      apiVersion: "resource.k8s.io/v1",
      kind: "DeviceClass",
      metadata: { name: "dc1" },
      spec: { config: [{ opaque: { driver: "d.example.com", parameters: { x: 1 } } }], extendedResourceName: "a.b/c" },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [{ spec: { config: [{}] } }, "spec.config[0].opaque: Required value"],
    [{ spec: { selectors: [{}] } }, "spec.selectors[0].cel: Required value"],
    [
      { spec: { selectors: [{ cel: { expression: "" } }] } },
      "spec.selectors[0].cel.expression: Invalid value: \"\": compilation failed: ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
    [{ spec: { selectors: [{ cel: { expression: "device.driver == 'd'" } }] } }, ""],
    [
      { spec: { extendedResourceName: "cpu" } },
      'spec.extendedResourceName: Invalid value: "cpu": must be a valid extended resource name',
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });
});

describe("a ResourceSlice", () => {
  const sample: Sample = {
    path: "/apis/resource.k8s.io/v1/resourceslices",
    object: {
      apiVersion: "resource.k8s.io/v1",
      kind: "ResourceSlice",
      metadata: { name: "rs1" },
      spec: {
        driver: "d.example.com",
        nodeName: "n",
        pool: { name: "p", generation: 1, resourceSliceCount: 1 },
        devices: [
          {
            name: "dev",
            attributes: { a: { string: "s" }, "x.y/b": { version: "1.2.3" }, c: { int: 5 }, d: { bool: true } },
            capacity: { mem: { value: "1Gi" } },
          },
        ],
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [{ spec: { driver: "" } }, "spec.driver: Required value"],
    [
      { spec: { devices: [{ name: "d", bindingConditions: ["a.b/c", "a.b/c"] }] } },
      '[spec.devices[0].bindingConditions[1]: Duplicate value: "a.b/c", spec.devices[0].bindingFailureConditions: Invalid value: null: bindingFailureConditions are required to use bindingConditions]',
    ],
    [
      { spec: { devices: [{ name: "d", bindingFailureConditions: ["e"] }] } },
      "spec.devices[0].bindingConditions: Invalid value: null: bindingConditions are required to use bindingFailureConditions",
    ],
    [
      { spec: { devices: [{ name: "d", bindingConditions: ["a"], bindingFailureConditions: ["a", "b"] }] } },
      'spec.devices[0].bindingFailureConditions[0]: Invalid value: "a": bindingFailureConditions must not overlap with bindingConditions',
    ],
    [
      { spec: { devices: [{ name: "d", bindingConditions: [..."12345"], bindingFailureConditions: ["b"] }] } },
      "spec.devices[0].bindingConditions: Too many: 5: must have at most 4 items",
    ],
    [{ spec: { devices: [{ name: "d", bindingConditions: ["a"], bindingFailureConditions: ["b"] }] } }, ""],
    [
      { spec: { pool: { name: "", resourceSliceCount: 0, generation: -1 } } },
      "[spec.pool.name: Required value, spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero, spec.pool.generation: Invalid value: -1: must be greater than or equal to zero]",
    ],
    [
      { spec: { pool: { name: "a/B_" } } },
      "spec.pool.name: Invalid value: \"B_\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
    [
      { spec: { allNodes: true } },
      'spec: Invalid value: "{`nodeName`, `allNodes`}": exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required, but multiple fields are set',
    ],
    [
      { spec: { nodeName: null } },
      "spec: Required value: exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required",
    ],
    [
      {
        spec: {
          nodeName: null,
          nodeSelector: { nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "Exists" }] }, {}] },
        },
      },
      'spec.nodeSelector.nodeSelectorTerms: Invalid value: [{"MatchExpressions":[{"Key":"a","Operator":"Exists","Values":null}],"MatchFields":null},{"MatchExpressions":null,"MatchFields":null}]: must have exactly one node selector term',
    ],
    [
      { spec: { devices: [{ name: "A_", nodeName: "n" }] } },
      "[spec.devices[0].name: Invalid value: \"A_\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?'), spec.devices[0]: Invalid value: null: `nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec]",
    ],
    [
      {
        spec: {
          devices: [
            { name: "x", attributes: { a: { int: 1, bool: true } } },
            { name: "x", attributes: { "b!": { version: "1" } }, taints: [{ key: "k" }] },
          ],
        },
      },
      '[spec.devices[0].attributes[a]: Invalid value: {"IntValue":1,"BoolValue":true,"StringValue":null,"VersionValue":null,"IntValues":null,"BoolValues":null,"StringValues":null,"VersionValues":null}: exactly one value must be specified, spec.devices[1].attributes: Invalid value: "b!": a valid C identifier must start with alphabetic character or \'_\', followed by a string of alphanumeric characters or \'_\' (e.g. \'my_name\',  or \'MY_NAME\',  or \'MyName\', regex used for validation is \'[A-Za-z_][A-Za-z0-9_]*\'), spec.devices[1].attributes[b!].version: Invalid value: "1": must be a string compatible with semver.org spec 2.0.0, spec.devices[1].taints[0].effect: Required value, spec.devices[1]: Duplicate value: "x"]',
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [{ spec: { driver: "e.example.com" } }, 'spec.driver: Invalid value: "e.example.com": field is immutable'],
    [{ spec: { pool: { name: "q" } } }, 'spec.pool.name: Invalid value: "q": field is immutable'],
    [{ spec: { nodeName: "m" } }, 'spec.nodeName: Invalid value: "m": field is immutable'],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });
});

describe("a ResourceClaimTemplate", () => {
  it("says what its claims cannot be given, by the names and in the order of Go", async () => {
    const sample: Sample = {
      path: "/apis/resource.k8s.io/v1/namespaces/default/resourceclaimtemplates",
      object: { metadata: { name: "t" }, spec: { spec: { devices: {} } } },
    };
    const metadata = { ownerReferences: [], uid: "u", name: "n" };
    expect(await judgeNew(server, sample, { spec: { metadata, spec: { devices: {} } } })).toBe(
      "[spec.metadata.name: Forbidden: cannot be set, spec.metadata.uID: Forbidden: cannot be set, spec.metadata.ownerReferences: Forbidden: cannot be set]",
    );
  });
});

describe("a DeviceClass", () => {
  it("is judged by its name, not by what the name was to be made of", async () => {
    const path = "/apis/resource.k8s.io/v1/deviceclasses?dryRun=All";
    const body = { metadata: { name: "a", generateName: "A_" }, spec: {} };
    expect((await server.send("POST", path, { body })).status).toBe(201);
  });
});

describe("a ResourceSlice", () => {
  it("loses what features want that are not switched on", async () => {
    const device = {
      name: "d",
      attributes: { a: { int: 1, ints: [1, 2] } },
      nodeAllocatableResourceMappings: { cpu: {} },
    };
    const pool = { name: "p", generation: 1, resourceSliceCount: 1 };
    const body = { metadata: { name: "s" }, spec: { driver: "d.e", nodeName: "n", pool, devices: [device] } };
    const { json } = await server.send("POST", "/apis/resource.k8s.io/v1/resourceslices?dryRun=All", { body });
    expect(json).toMatchObject({ spec: { devices: [{ name: "d", attributes: { a: { int: 1 } } }] } });
    expect(JSON.stringify({ ...json, metadata: {} })).not.toMatch(/ints|Mappings/);
  });
});
