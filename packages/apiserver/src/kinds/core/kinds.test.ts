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

describe("a Node", () => {
  const sample: Sample = {
    path: "/api/v1/nodes",
    object: {
      apiVersion: "v1",
      kind: "Node",
      metadata: { name: "node1" },
      spec: {
        podCIDR: "10.1.0.0/24",
        podCIDRs: ["10.1.0.0/24"],
        providerID: "p://x",
        taints: [{ key: "a", value: "b", effect: "NoSchedule" }],
        unschedulable: true,
      },
      status: {
        capacity: { cpu: "4", pods: "110" },
        allocatable: { cpu: "4" },
        addresses: [{ type: "InternalIP", address: "1.2.3.4" }],
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      {
        spec: {
          taints: [
            { key: "a b", value: "c d", effect: "Odd" },
            { key: "a", effect: "NoExecute" },
            { key: "a", effect: "NoExecute" },
          ],
        },
      },
      "[metadata.taints[0].key: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'), metadata.taints[0].value: Invalid value: \"c d\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?'), metadata.taints[0].effect: Unsupported value: \"Odd\": supported values: \"NoSchedule\", \"PreferNoSchedule\", \"NoExecute\", metadata.taints[2]: Duplicate value: {\"Key\":\"a\",\"Value\":\"\",\"Effect\":\"NoExecute\",\"TimeAdded\":null}: taints must be unique by key and effect pair]",
    ],
    [
      { spec: { podCIDR: null, podCIDRs: ["10.1.0.0/24", "10.2.0.0/24"] } },
      'spec.podCIDRs: Invalid value: ["10.1.0.0/24","10.2.0.0/24"]: may specify no more than one CIDR for each IP family',
    ],
    [
      { spec: { podCIDR: null, podCIDRs: ["x"] } },
      'spec.podCIDRs[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
    ],
    [
      { status: { capacity: { cpu: "-1" } } },
      'status.capacity.cpu: Invalid value: "-1": must be greater than or equal to 0',
    ],
    [{ status: { capacity: { pods: "1500m" } } }, 'status.capacity.pods: Invalid value: "1500m": must be an integer'],
    [
      { status: { declaredFeatures: ["B", "A", "bad"] } },
      '[status.declaredFeatures[1]: Invalid value: "A": list must be sorted alphabetically, status.declaredFeatures[2]: Invalid value: "bad": invalid feature name "bad": must start with an UpperCamelCase segment, with subsequent segments separated by \'/\' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes]',
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [
      { spec: { providerID: "q://x" } },
      'spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
    ],
    [
      { spec: { podCIDR: "10.2.0.0/24", podCIDRs: ["10.2.0.0/24"] } },
      'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
    ],
    [{ spec: { externalID: "x" } }, "spec.externalID: Forbidden: may not be updated"],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [
      {
        addresses: [
          { type: "InternalIP", address: "1.2.3.4" },
          { type: "InternalIP", address: "1.2.3.4" },
        ],
      },
      'status.addresses[1]: Duplicate value: {"Type":"InternalIP","Address":"1.2.3.4"}',
    ],
  ])("is judged when its status is %j", async (status, faults) => {
    expect(await judgeChange(server, sample, { patch: { status }, subresource: "status" })).toBe(faults);
  });
});

describe("a LimitRange", () => {
  const sample: Sample = {
    path: "/api/v1/namespaces/default/limitranges",
    object: {
      apiVersion: "v1",
      kind: "LimitRange",
      metadata: { name: "lr1" },
      spec: {
        limits: [
          {
            type: "Container",
            max: { cpu: "2" },
            min: { cpu: "1" },
            default: { cpu: "2" },
            defaultRequest: { cpu: "1" },
            maxLimitRequestRatio: { cpu: "2" },
          },
          { type: "Pod", max: { memory: "1Gi" } },
          { type: "PersistentVolumeClaim", max: { storage: "1Gi" } },
        ],
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      { spec: { limits: [{ type: "Odd" }, { type: "Odd" }] } },
      '[spec.limits[0].type: Invalid value: "Odd": must be a standard limit type or fully qualified, spec.limits[1].type: Invalid value: "Odd": must be a standard limit type or fully qualified, spec.limits[1].type: Duplicate value: "Odd"]',
    ],
    [
      { spec: { limits: [{ type: "Container", max: { odd: "1" } }] } },
      '[spec.limits[0].max[odd]: Invalid value: "odd": must be a standard resource type or fully qualified, spec.limits[0].max[odd]: Invalid value: "odd": must be a standard resource for containers, spec.limits[0].default[odd]: Invalid value: "odd": must be a standard resource type or fully qualified, spec.limits[0].default[odd]: Invalid value: "odd": must be a standard resource for containers, spec.limits[0].defaultRequest[odd]: Invalid value: "odd": must be a standard resource type or fully qualified, spec.limits[0].defaultRequest[odd]: Invalid value: "odd": must be a standard resource for containers]',
    ],
    [
      {
        spec: {
          limits: [
            {
              type: "Container",
              max: { cpu: "1" },
              min: { cpu: "2" },
              default: { cpu: "3" },
              defaultRequest: { cpu: "4" },
              maxLimitRequestRatio: { cpu: "500m" },
            },
          ],
        },
      },
      '[spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1, spec.limits[0].defaultRequest[cpu]: Invalid value: "4": default request value 4 is greater than max value 1, spec.limits[0].defaultRequest[cpu]: Invalid value: "4": default request value 4 is greater than default limit value 3, spec.limits[0].default[cpu]: Invalid value: "1": default value 3 is greater than max value 1, spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "500m": ratio 500m is less than 1]',
    ],
    [
      {
        spec: {
          limits: [{ type: "Container", max: { cpu: "4" }, min: { cpu: "1" }, maxLimitRequestRatio: { cpu: "5" } }],
        },
      },
      'spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "5": ratio 5 is greater than max/min = 4.000000',
    ],
    [
      { spec: { limits: [{ type: "Pod", default: { cpu: "1" }, defaultRequest: { cpu: "1" } }] } },
      "[spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod', spec.limits[0].defaultRequest: Forbidden: may not be specified when `type` is 'Pod']",
    ],
    [
      { spec: { limits: [{ type: "PersistentVolumeClaim" }] } },
      "spec.limits[0].limits: Required value: either minimum or maximum storage value is required, but neither was provided",
    ],
    [
      { spec: { limits: [{ type: "Container", default: { "a.b/c": "2" }, defaultRequest: { "a.b/c": "1" } }] } },
      'spec.limits[0].defaultRequest[a.b/c]: Invalid value: "1": default value 2 must equal to defaultRequest value 1 in a.b/c',
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });
});

describe("a ResourceQuota", () => {
  const sample: Sample = {
    path: "/api/v1/namespaces/default/resourcequotas",
    object: {
      apiVersion: "v1",
      kind: "ResourceQuota",
      metadata: { name: "rq1" },
      spec: {
        hard: { pods: "10" },
        scopes: ["NotTerminating", "PriorityClass"],
        scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: ["a"] }] },
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      { spec: { hard: { odd: "1" } } },
      '[spec.hard[odd]: Invalid value: "odd": must be a standard resource type or fully qualified, spec.hard[odd]: Invalid value: "odd": must be a standard resource for quota]',
    ],
    [{ spec: { hard: { pods: "-1" } } }, 'spec.hard[pods]: Invalid value: "-1": must be greater than or equal to 0'],
    [{ spec: { hard: { pods: "1500m" } } }, 'spec.hard[pods]: Invalid value: "1500m": must be an integer'],
    [
      { spec: { hard: { secrets: "1" } } },
      '[spec.scopes: Invalid value: ["NotTerminating","PriorityClass"]: unsupported scope applied to resource, spec.scopeSelector.matchExpressions: Invalid value: {"MatchExpressions":[{"ScopeName":"PriorityClass","Operator":"In","Values":["a"]}]}: unsupported scope applied to resource]',
    ],
    [
      { spec: { scopes: ["BestEffort", "NotBestEffort", "Odd"] } },
      '[spec.scopes: Invalid value: ["BestEffort","NotBestEffort","Odd"]: unsupported scope, spec.scopes: Invalid value: ["BestEffort","NotBestEffort","Odd"]: conflicting scopes]',
    ],
    [
      {
        spec: {
          scopeSelector: {
            matchExpressions: [
              { scopeName: "BestEffort", operator: "In" },
              { scopeName: "NotBestEffort", operator: "Exists", values: ["a"] },
              { scopeName: "Odd", operator: "Odd" },
            ],
          },
        },
      },
      '[spec.scopeSelector.matchExpressions.operator: Invalid value: "In": must be \'Exists\' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity, spec.scopeSelector.matchExpressions.values: Required value: must be at least one value when `operator` is \'In\' or \'NotIn\' for scope selector, spec.scopeSelector.matchExpressions.values: Invalid value: ["a"]: must be no value when `operator` is \'Exist\' or \'DoesNotExist\' for scope selector, spec.scopeSelector.matchExpressions.scopeName: Invalid value: "Odd": unsupported scope, spec.scopeSelector.matchExpressions.operator: Invalid value: "Odd": not a valid selector operator, spec.scopeSelector.matchExpressions: Invalid value: ["NotTerminating","PriorityClass"]: conflicting scopes]',
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [{ spec: { scopes: null } }, "spec.scopes: Invalid value: null: field is immutable"],
    [{ spec: { scopes: ["PriorityClass", "NotTerminating"] } }, ""],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [
      { hard: { odd: "1" } },
      '[status.hard[odd]: Invalid value: "odd": must be a standard resource type or fully qualified, status.hard[odd]: Invalid value: "odd": must be a standard resource for quota]',
    ],
  ])("is judged when its status is %j", async (status, faults) => {
    expect(await judgeChange(server, sample, { patch: { status }, subresource: "status" })).toBe(faults);
  });
});
