import type { JsonObject, JsonValue } from "@kiln/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

const MERGE = { "content-type": "application/merge-patch+json" };
const TEMPLATE: JsonObject = {
  metadata: { labels: { app: "x" } },
  spec: { containers: [{ name: "c", image: "i:1" }] },
};
const SPEC: JsonObject = { selector: { matchLabels: { app: "x" } }, template: TEMPLATE };
const JOB: JsonObject = { template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i:1" }] } } };
const PATHS: Readonly<Record<string, string>> = {
  deployments: "/apis/apps/v1/namespaces/default/deployments",
  replicasets: "/apis/apps/v1/namespaces/default/replicasets",
  daemonsets: "/apis/apps/v1/namespaces/default/daemonsets",
  statefulsets: "/apis/apps/v1/namespaces/default/statefulsets",
  replicationcontrollers: "/api/v1/namespaces/default/replicationcontrollers",
  jobs: "/apis/batch/v1/namespaces/default/jobs",
  cronjobs: "/apis/batch/v1/namespaces/default/cronjobs",
  horizontalpodautoscalers: "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers",
  poddisruptionbudgets: "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
  priorityclasses: "/apis/scheduling.k8s.io/v1/priorityclasses",
  runtimeclasses: "/apis/node.k8s.io/v1/runtimeclasses",
  controllerrevisions: "/apis/apps/v1/namespaces/default/controllerrevisions",
};

let upstream: TestServer;
let kiln: TestServer;

beforeAll(async () => {
  upstream = await startTestServer({ semantics: "upstream" });
  kiln = await startTestServer();
});

afterAll(async () => {
  await upstream.close();
  await kiln.close();
});

function causesOf(json: JsonObject | undefined): string[] {
  const { causes } = (json?.details ?? {}) as { causes?: JsonObject[] };
  return (causes ?? []).map(({ field, message }) => `${field as string}: ${message as string}`);
}

async function refuse(kind: string, object: JsonObject): Promise<string[]> {
  const body = { metadata: { name: "bad" }, ...object };
  const { status, json } = await upstream.send("POST", `${PATHS[kind]}?dryRun=All`, { body });
  return status === 422 ? causesOf(json) : [`${status} ${String(json?.message)}`];
}

describe("workloads", () => {
  it.each<[string, JsonObject, string[]]>([
    [
      "deployments",
      { spec: { template: TEMPLATE } },
      [
        "spec.selector: Required value",
        'spec.template.metadata.labels: Invalid value: {"app":"x"}: `selector` does not match template `labels`',
      ],
    ],
    [
      "deployments",
      { spec: { ...SPEC, selector: {} } },
      ["spec.selector: Invalid value: {}: empty selector is invalid for deployment"],
    ],
    [
      "deployments",
      { spec: { ...SPEC, replicas: -1, minReadySeconds: 600 } },
      [
        "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
        "spec.progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds",
      ],
    ],
    [
      "deployments",
      { spec: { ...SPEC, strategy: { type: "Odd" } } },
      [
        'spec.strategy: Unsupported value: {"Type":"Odd","RollingUpdate":null}: supported values: "Recreate", "RollingUpdate"',
      ],
    ],
    [
      "deployments",
      { spec: { ...SPEC, strategy: { type: "Recreate", rollingUpdate: {} } } },
      ["spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"],
    ],
    [
      "deployments",
      { spec: { ...SPEC, strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: "x" } } } },
      [
        `spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "x": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')`,
        'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "x": may not be 0 when `maxSurge` is 0',
      ],
    ],
    [
      "replicasets",
      { spec: { ...SPEC, template: {} } },
      [
        "spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`",
        "spec.template.spec.containers: Required value",
      ],
    ],
    [
      "daemonsets",
      { spec: { ...SPEC, updateStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: "200%" } } } },
      [
        'spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: "200%": must not be greater than 100%',
        "spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero",
      ],
    ],
    [
      "statefulsets",
      {
        spec: {
          ...SPEC,
          serviceName: "A_B",
          podManagementPolicy: "Odd",
          updateStrategy: { type: "OnDelete", rollingUpdate: {} },
        },
      },
      [
        "spec.podManagementPolicy: Invalid value: \"Odd\": must be 'OrderedReady' or 'Parallel'",
        `spec.updateStrategy.rollingUpdate: Invalid value: {"Partition":0,"MaxUnavailable":null}: only allowed for updateStrategy 'RollingUpdate'`,
        expect.stringContaining(
          'spec.serviceName: Invalid value: "A_B": a lowercase RFC 1123 label',
        ) as unknown as string,
      ],
    ],
    [
      "statefulsets",
      { spec: { ...SPEC, volumeClaimTemplates: [{ metadata: { name: "v" }, spec: {} }] } },
      [
        "spec.volumeClaimTemplates[0].spec.accessModes: Required value: at least 1 access mode is required",
        "spec.volumeClaimTemplates[0].spec.resources[storage]: Required value",
      ],
    ],
    [
      "replicationcontrollers",
      { spec: { template: { spec: TEMPLATE.spec as JsonValue } } },
      ["spec.selector: Required value"],
    ],
    [
      "jobs",
      { spec: { template: TEMPLATE } },
      ['spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
    ],
    [
      "jobs",
      { spec: { ...JOB, completionMode: "Indexed", parallelism: 1, successPolicy: { rules: [{}] } } },
      [
        "spec.completions: Required value: when completion mode is Indexed",
        "spec.successPolicy.rules[0]: Required value: at least one of succeededCount or succeededIndexes must be specified",
      ],
    ],
    [
      "jobs",
      {
        spec: {
          ...JOB,
          completionMode: "Indexed",
          completions: 3,
          parallelism: 1,
          successPolicy: { rules: [{ succeededIndexes: "0-5", succeededCount: 4 }] },
        },
      },
      [
        'spec.successPolicy.rules[0].succeededIndexes: Invalid value: "0-5": error parsing succeededIndexes: too large index: "5"',
        "spec.successPolicy.rules[0].succeededCount: Invalid value: 4: must be less than or equal to 3 (the number of specified completions)",
        "spec.successPolicy.rules[0].succeededCount: Invalid value: 4: must be less than or equal to 0 (the number of indexes in the specified succeededIndexes field)",
      ],
    ],
    [
      "jobs",
      {
        spec: {
          ...JOB,
          podFailurePolicy: { rules: [{ action: "Odd", onExitCodes: { operator: "In", values: [2, 1, 0] } }] },
        },
      },
      [
        'spec.podFailurePolicy.rules[0].action: Unsupported value: "Odd": supported values: "Count", "FailIndex", "FailJob", "Ignore"',
        "spec.podFailurePolicy.rules[0].onExitCodes.values[2]: Invalid value: 0: must not be 0 for the In operator",
        "spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: [2,1,0]: must be ordered",
      ],
    ],
    [
      "cronjobs",
      {
        spec: {
          schedule: "x",
          timeZone: "Mars/Base",
          concurrencyPolicy: "Odd",
          jobTemplate: { spec: { ...JOB, manualSelector: true } },
        },
      },
      [
        'spec.schedule: Invalid value: "x": expected exactly 5 fields, found 1: [x]',
        'spec.timeZone: Invalid value: "Mars/Base": unknown time zone Mars/Base',
        'spec.concurrencyPolicy: Unsupported value: "Odd": supported values: "Allow", "Forbid", "Replace"',
        'spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"',
      ],
    ],
    [
      "cronjobs",
      { metadata: { name: "a".repeat(53) }, spec: { schedule: "TZ=UTC * * * * *", jobTemplate: { spec: JOB } } },
      [
        'spec.schedule: Invalid value: "TZ=UTC * * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
        `metadata.name: Invalid value: "${"a".repeat(53)}": must be no more than 52 characters`,
      ],
    ],
    [
      "horizontalpodautoscalers",
      { spec: { minReplicas: 0, scaleTargetRef: { kind: "Deployment", name: "d" }, metrics: [{ type: "Resource" }] } },
      [
        "spec.minReplicas: Invalid value: 0: must be greater than or equal to 1",
        "spec.maxReplicas: Required value: must be set and greater than 0",
        'spec.scaleTargetRef.apiVersion: Invalid value: "": apiVersion must specify API group',
        "spec.metrics[0].resource: Required value: must populate information for the given metric source",
        "spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas",
      ],
    ],
    [
      "horizontalpodautoscalers",
      {
        spec: {
          maxReplicas: 2,
          scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" },
          metrics: [{ type: "Odd" }],
          behavior: { scaleUp: { stabilizationWindowSeconds: 3601, policies: [{ type: "Odd", periodSeconds: 1801 }] } },
        },
      },
      [
        'spec.metrics[0].type: Unsupported value: "Odd": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"',
        'spec.metrics[0].type: Unsupported value: "Odd": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"',
        "spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600",
        'spec.behavior.scaleUp.policies[0].type: Unsupported value: "Odd": supported values: "Percent", "Pods"',
        "spec.behavior.scaleUp.policies[0].value: Invalid value: 0: must be greater than zero",
        "spec.behavior.scaleUp.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800",
      ],
    ],
    [
      "poddisruptionbudgets",
      { spec: { minAvailable: "101%", maxUnavailable: -1 } },
      [
        'spec: Invalid value: {"MinAvailable":"101%","Selector":null,"MaxUnavailable":-1,"UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set',
        'spec.minAvailable: Invalid value: "101%": must not be greater than 100%',
        "spec.maxUnavailable: Invalid value: -1: must be greater than or equal to 0",
      ],
    ],
    [
      "priorityclasses",
      { value: 1_000_000_001, preemptionPolicy: "Odd" },
      [
        "value: Forbidden: maximum allowed value of a user defined priority is 1000000000",
        'preemptionPolicy: Unsupported value: "Odd": supported values: "PreemptLowerPriority", "Never"',
      ],
    ],
    [
      "priorityclasses",
      { metadata: { name: "system-node-critical" }, value: 1 },
      [
        "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: value of system-node-critical PriorityClass must be 2000001000",
      ],
    ],
    [
      "runtimeclasses",
      { scheduling: { tolerations: [{ key: "a" }, { key: "a" }] } },
      [
        "handler: Required value",
        'scheduling.tolerations[1]: Duplicate value: {"Key":"a","Operator":"","Value":"","Effect":"","TolerationSeconds":null}',
      ],
    ],
    [
      "controllerrevisions",
      { revision: -1 },
      ["revision: Invalid value: -1: must be greater than or equal to 0", "data: Required value: data is mandatory"],
    ],
  ])("refuse wrong %s: %j", async (kind, object, causes) => {
    expect(await refuse(kind, object)).toEqual(causes);
  });

  it.each<[string, JsonObject, JsonObject, string]>([
    ["deployments", { spec: SPEC }, { spec: { selector: { matchLabels: { tier: "y" } } } }, "spec.selector"],
    ["replicasets", { spec: SPEC }, { spec: { selector: { matchLabels: { tier: "y" } } } }, "spec.selector"],
    ["daemonsets", { spec: SPEC }, { spec: { selector: { matchLabels: { tier: "y" } } } }, "spec.selector"],
    ["statefulsets", { spec: SPEC }, { spec: { serviceName: "other" } }, "spec.serviceName"],
    ["statefulsets", { spec: SPEC }, { spec: { podManagementPolicy: "Parallel" } }, "spec.podManagementPolicy"],
    [
      "jobs",
      { spec: { ...JOB, completions: 1, parallelism: 1 } },
      { spec: { completionMode: "Indexed" } },
      "spec.completionMode",
    ],
    ["jobs", { spec: JOB }, { spec: { managedBy: "example.com/x" } }, "spec.managedBy"],
    ["priorityclasses", { value: 1 }, { value: 2 }, "value"],
    ["runtimeclasses", { handler: "a" }, { handler: "b" }, "handler"],
    ["controllerrevisions", { revision: 1, data: {} }, { data: { a: "b" } }, "data"],
  ])("keep what %s were made with (%j, then %j)", async (kind, object, patch, field) => {
    const name = `kept-${field.toLowerCase().replace(/[^a-z]/g, "-")}`;
    for (const server of [kiln, upstream]) {
      const made = await server.send("POST", PATHS[kind] as string, { body: { metadata: { name }, ...object } });
      expect([made.status, made.json?.message]).toEqual([201, undefined]);
    }
    const marked = await kiln.send("PATCH", `${PATHS[kind]}/${name}`, { body: patch, headers: MERGE });
    expect([marked.status, causesOf(marked.json)[0]]).toEqual([
      422,
      expect.stringMatching(new RegExp(`^${field}: .*x-kubernetes-mutability: Immutable`)),
    ]);
    const ruled = await upstream.send("PATCH", `${PATHS[kind]}/${name}`, { body: patch, headers: MERGE });
    expect(ruled.status).toBe(422);
    expect(causesOf(ruled.json).join()).toMatch(/immutable|may not be changed|are forbidden/);
  });

  it("let an indexed Job grow, and a suspended one be placed", async () => {
    const indexed = { ...JOB, completionMode: "Indexed", completions: 2, parallelism: 2, suspend: true };
    await upstream.send("POST", PATHS.jobs as string, { body: { metadata: { name: "j" }, spec: indexed } });
    const patch = (spec: JsonObject) => upstream.send("PATCH", `${PATHS.jobs}/j`, { body: { spec }, headers: MERGE });
    expect((await patch({ completions: 3, parallelism: 3 })).status).toBe(200);
    expect(causesOf((await patch({ completions: 4 })).json)).toEqual([
      "spec.completions: Invalid value: 4: can only be modified in tandem with spec.parallelism",
    ]);
    expect((await patch({ template: { spec: { nodeSelector: { a: "b" } } } })).status).toBe(200);
    expect((await patch({ template: { spec: { hostNetwork: true } } })).status).toBe(422);
  });

  it("refuse counts that cannot be", async () => {
    await upstream.send("POST", PATHS.deployments as string, { body: { metadata: { name: "d" }, spec: SPEC } });
    const body = { status: { replicas: 1, readyReplicas: 2, availableReplicas: 3 } };
    const { json } = await upstream.send("PATCH", `${PATHS.deployments}/d/status`, { body, headers: MERGE });
    expect(causesOf(json)).toEqual([
      "status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas",
      "status.availableReplicas: Invalid value: 3: cannot be greater than status.replicas",
      "status.availableReplicas: Invalid value: 3: cannot be greater than readyReplicas",
    ]);
  });

  it("refuse a Job that is done and is not", async () => {
    await upstream.send("POST", PATHS.jobs as string, { body: { metadata: { name: "k" }, spec: JOB } });
    const body = { status: { active: 1, conditions: [{ type: "Complete", status: "True" }] } };
    const { json } = await upstream.send("PATCH", `${PATHS.jobs}/k/status`, { body, headers: MERGE });
    expect(causesOf(json)).toEqual([
      "status.completionTime: Required value: completionTime is required for Complete jobs",
      "status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition",
      "status.active: Invalid value: 1: active>0 is invalid for finished job",
      "status.startTime: Required value: startTime is required for finished job",
    ]);
  });

  it("advise on names and templates", async () => {
    const template = {
      ...TEMPLATE,
      spec: { ...(TEMPLATE.spec as JsonObject), nodeSelector: { "beta.kubernetes.io/os": "linux" } },
    };
    const body = { metadata: { name: "a.b" }, spec: { ...SPEC, template } };
    const { headers } = await upstream.send("POST", `${PATHS.deployments}?dryRun=All`, { body });
    expect(headers.warning).toEqual([
      '299 - "metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]"',
      '299 - "spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use \\"kubernetes.io/os\\" instead"',
    ]);
  });

  it.each([
    ["x", "invalid syntax"],
    ["", "invalid syntax"],
    ["9223372036854775808", "value out of range"],
  ])("read the generation of a DaemonSet's template off its annotation, which %j is none of", async (text, why) => {
    const annotations = { "deprecated.daemonset.template.generation": text };
    const { status, json } = await kiln.send("POST", PATHS.daemonsets as string, {
      body: { metadata: { name: "a", annotations }, spec: SPEC },
    });
    expect([status, json?.message]).toEqual([
      400,
      `DaemonSet in version "v1" cannot be handled as a DaemonSet: strconv.ParseInt: parsing "${text}": ${why}`,
    ]);
  });

  it("hold an update of a DaemonSet with both its numbers", async () => {
    const body = {
      metadata: { name: "d" },
      spec: { ...SPEC, updateStrategy: { type: "OnDelete", rollingUpdate: { maxUnavailable: 2 } } },
    };
    const { json } = await upstream.send("POST", `${PATHS.daemonsets}?dryRun=All`, { body });
    expect(json).toMatchObject({ spec: { updateStrategy: { rollingUpdate: { maxUnavailable: 2, maxSurge: 0 } } } });
  });

  it("are named by a RuntimeClass that is judged whole whenever it changes", async () => {
    const body = { metadata: { name: "judged" }, handler: "h" };
    await upstream.send("POST", PATHS.runtimeclasses as string, { body });
    const patch = { scheduling: { tolerations: [{ key: "k", operator: "Odd" }] } };
    const { json } = await upstream.send("PATCH", `${PATHS.runtimeclasses}/judged`, { body: patch, headers: MERGE });
    expect(causesOf(json)).toEqual([
      'scheduling.tolerations[0].operator: Unsupported value: "Odd": supported values: "Equal", "Exists"',
    ]);
  });
});
