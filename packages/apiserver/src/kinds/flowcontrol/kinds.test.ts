import type { JsonObject } from "@kiln/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeNew, type Sample } from "../../testing/judge-object.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

// The expected messages equal those of Kubernetes.
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ semantics: "upstream" });
});
afterAll(() => server.close());

describe("a FlowSchema", () => {
  const sample: Sample = {
    path: "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas",
    object: {
      apiVersion: "flowcontrol.apiserver.k8s.io/v1",
      kind: "FlowSchema",
      metadata: { name: "fs1" },
      spec: {
        matchingPrecedence: 500,
        priorityLevelConfiguration: { name: "pl" },
        distinguisherMethod: { type: "ByUser" },
        rules: [
          {
            subjects: [
              { kind: "User", user: { name: "u" } },
              { kind: "Group", group: { name: "g" } },
              { kind: "ServiceAccount", serviceAccount: { name: "s", namespace: "n" } },
            ],
            resourceRules: [
              { verbs: ["get"], apiGroups: [""], resources: ["pods"], namespaces: ["x"], clusterScope: true },
            ],
            nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/healthz", "/x/*"] }],
          },
        ],
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      { spec: { matchingPrecedence: 1 } },
      "spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1",
    ],
    [
      { spec: { matchingPrecedence: 20000 } },
      "spec.matchingPrecedence: Invalid value: 20000: must not be greater than 10000",
    ],
    [
      { spec: { distinguisherMethod: { type: "Odd" } } },
      'spec.distinguisherMethod.type: Unsupported value: {"Type":"Odd"}: supported values: "ByNamespace", "ByUser"',
    ],
    [
      { spec: { priorityLevelConfiguration: null } },
      "spec.priorityLevelConfiguration.name: Required value: must reference a priority level",
    ],
    [
      { spec: { rules: [{ subjects: [] }] } },
      "[spec.rules[0].subjects: Required value: subjects must contain at least one value, spec.rules[0]: Required value: at least one of resourceRules and nonResourceRules has to be non-empty]",
    ],
    [
      {
        spec: {
          rules: [
            {
              subjects: [{ kind: "User", group: { name: "g" } }, { kind: "Odd" }],
              resourceRules: [{ verbs: ["*", "get"], apiGroups: [], resources: ["*", "b"] }],
              nonResourceRules: [{ verbs: ["odd"], nonResourceURLs: ["", "x", "/a b", "//", "/a*"] }],
            },
          ],
        },
      },
      '[spec.rules[0].subjects[0].user: Required value: user is required when subject kind is \'User\', spec.rules[0].subjects[0].group: Forbidden: group is forbidden when subject kind is not \'Group\', spec.rules[0].subjects[1].kind: Unsupported value: "Odd": supported values: "Group", "ServiceAccount", "User", spec.rules[0].resourceRules[0].verbs: Invalid value: ["*","get"]: if \'*\' is present, must not specify other verbs, spec.rules[0].resourceRules[0].apiGroups: Required value: resource rules must supply at least one api group, spec.rules[0].resourceRules[0].resources: Invalid value: ["*","b"]: if \'*\' is present, must not specify other resources, spec.rules[0].resourceRules[0].namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace, spec.rules[0].nonResourceRules[0].verbs: Unsupported value: ["odd"]: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch", spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "": must not be empty, spec.rules[0].nonResourceRules[0].nonResourceURLs[1]: Invalid value: "x": must start with slash, spec.rules[0].nonResourceRules[0].nonResourceURLs[2]: Invalid value: "/a b": must not contain white-space, spec.rules[0].nonResourceRules[0].nonResourceURLs[3]: Invalid value: "//": must not contain double slash, spec.rules[0].nonResourceRules[0].nonResourceURLs[4]: Invalid value: "/a*": wildcard can only do suffix matching]',
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });
});

describe("a PriorityLevelConfiguration", () => {
  const sample: Sample = {
    path: "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
    object: {
      apiVersion: "flowcontrol.apiserver.k8s.io/v1",
      kind: "PriorityLevelConfiguration",
      metadata: { name: "pl1" },
      spec: {
        type: "Limited",
        limited: {
          nominalConcurrencyShares: 5,
          lendablePercent: 10,
          borrowingLimitPercent: 10,
          limitResponse: { type: "Queue", queuing: { queues: 64, handSize: 4, queueLengthLimit: 50 } },
        },
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      { spec: { type: "Exempt" } },
      "[spec.type: Invalid value: \"Exempt\": must be 'Exempt' if and only if `name` is 'exempt', spec.limited: Forbidden: must be nil if the type is not Limited]",
    ],
    [{ spec: { type: "Odd" } }, 'spec.type: Unsupported value: "Odd": supported values: "Exempt", "Limited"'],
    [{ spec: { exempt: {} } }, "spec.exempt: Forbidden: must be nil if the type is Limited"],
    [
      { spec: { limited: { nominalConcurrencyShares: -1, lendablePercent: 200, borrowingLimitPercent: -1 } } },
      "[spec.limited.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer, spec.limited.lendablePercent: Invalid value: 200: must be between 0 and 100, inclusive, spec.limited.borrowingLimitPercent: Invalid value: -1: if specified, must be a non-negative integer]",
    ],
    [
      { spec: { limited: { limitResponse: { type: "Reject" } } } },
      "spec.limited.limitResponse.queuing: Forbidden: must be nil if limited.limitResponse.type is not Limited",
    ],
    [
      { spec: { limited: { limitResponse: { queuing: { handSize: 100 } } } } },
      "spec.limited.limitResponse.queuing.handSize: Invalid value: 100: should not be greater than queues (64)",
    ],
    [
      { spec: { limited: { limitResponse: { queuing: { handSize: 30 } } } } },
      "spec.limited.limitResponse.queuing.handSize: Invalid value: 30: required entropy bits of deckSize 64 and handSize 30 should not be greater than 60",
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });
});
