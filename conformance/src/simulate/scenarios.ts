import type { JsonObject } from "@kiln/api";
import { autoscaling } from "./autoscaling-scenarios.ts";
import { disruptions } from "./disruption-scenarios.ts";
import {
  claim,
  cronJob,
  daemonSet,
  deployment,
  failingTemplate,
  job,
  node,
  onNode,
  pod,
  podTemplate,
  replicaSet,
  requests,
  type Scenario,
  type Step,
  service,
  statefulSet,
  volume,
  workload,
} from "./scenario.ts";

const create = (...objects: readonly JsonObject[]): Step[] => objects.map((object) => ({ create: object }));
const image = (tag: string): JsonObject => ({
  spec: { template: { spec: { containers: [{ name: "main", image: `img:${tag}` }] } } },
});
const patch = (kind: string, name: string, change: JsonObject): Step => ({ patch: [kind, name, change] });
const remove = (kind: string, name: string, how?: "Background" | "Foreground" | "Orphan"): Step => ({
  remove: how === undefined ? [kind, name] : [kind, name, how],
});
const rolling = (maxSurge: number | string, maxUnavailable: number | string): JsonObject => ({
  strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge, maxUnavailable } },
});
const quota = (hard: JsonObject): JsonObject => ({
  apiVersion: "v1",
  kind: "ResourceQuota",
  metadata: { name: "limit" },
  spec: { hard },
});
const budget = (name: string, spec: JsonObject): JsonObject => ({
  apiVersion: "policy/v1",
  kind: "PodDisruptionBudget",
  metadata: { name },
  spec: { selector: { matchLabels: { app: name } }, ...spec },
});
const affinity = (kind: string, app: string): JsonObject => ({
  affinity: {
    [kind]: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: "kubernetes.io/hostname", labelSelector: { matchLabels: { app } } },
      ],
    },
  },
});

const deployments: readonly Scenario[] = [
  { name: "deployment", steps: create(deployment("web")) },
  { name: "deployment-zero", steps: create(deployment("web", { replicas: 0 })) },
  { name: "deployment-ten", steps: create(deployment("web", { replicas: 10 })) },
  {
    name: "deployment-annotated",
    steps: create({ ...deployment("web"), metadata: { name: "web", annotations: { note: "x" } } }),
  },
  { name: "deployment-update", steps: [...create(deployment("web")), patch("Deployment", "web", image("2"))] },
  {
    name: "deployment-update-twice",
    steps: [
      ...create(deployment("web")),
      patch("Deployment", "web", image("2")),
      patch("Deployment", "web", image("3")),
    ],
  },
  {
    name: "deployment-roll-back",
    steps: [
      ...create(deployment("web")),
      patch("Deployment", "web", image("2")),
      patch("Deployment", "web", image("1")),
    ],
  },
  {
    name: "deployment-surge-only",
    steps: [...create(deployment("web", rolling(1, 0))), patch("Deployment", "web", image("2"))],
  },
  {
    name: "deployment-unavailable-only",
    steps: [...create(deployment("web", rolling(0, 1))), patch("Deployment", "web", image("2"))],
  },
  // One Pod at a time, by rounding up and down: which of several becomes ready first decides the steps, in Kubernetes too.
  {
    name: "deployment-surge-percent",
    steps: [
      ...create(deployment("web", { replicas: 5, ...rolling("11%", "19%") })),
      patch("Deployment", "web", image("2")),
    ],
  },
  {
    name: "deployment-unavailable-percent",
    steps: [
      ...create(deployment("web", { replicas: 5, ...rolling("0%", "39%") })),
      patch("Deployment", "web", image("2")),
    ],
  },
  {
    name: "deployment-recreate",
    steps: [...create(deployment("web", { strategy: { type: "Recreate" } })), patch("Deployment", "web", image("2"))],
  },
  {
    name: "deployment-scale-up",
    steps: [...create(deployment("web")), patch("Deployment", "web", { spec: { replicas: 5 } })],
  },
  {
    name: "deployment-scale-down",
    steps: [...create(deployment("web")), patch("Deployment", "web", { spec: { replicas: 1 } })],
  },
  {
    name: "deployment-scale-to-zero",
    steps: [...create(deployment("web")), patch("Deployment", "web", { spec: { replicas: 0 } })],
  },
  { name: "deployment-paused", steps: create(deployment("web", { paused: true })) },
  {
    name: "deployment-pause-resume",
    steps: [
      ...create(deployment("web")),
      patch("Deployment", "web", { spec: { paused: true } }),
      patch("Deployment", "web", image("2")),
      patch("Deployment", "web", { spec: { paused: false } }),
    ],
  },
  {
    name: "deployment-history-limit",
    steps: [
      ...create(deployment("web", { revisionHistoryLimit: 1 })),
      ...["2", "3", "4"].map((tag) => patch("Deployment", "web", image(tag))),
    ],
  },
  {
    name: "deployment-stuck-rollout",
    steps: [
      ...create(deployment("web")),
      patch("Deployment", "web", { spec: { template: { spec: { nodeSelector: { no: "where" } } } } }),
    ],
  },
  {
    name: "deployment-deadline",
    steps: [
      ...create(
        deployment("web", {
          progressDeadlineSeconds: 2,
          template: podTemplate("web", { nodeSelector: { no: "where" } }),
        }),
      ),
      { waitSeconds: 6 },
    ],
  },
  { name: "deployment-no-deadline", steps: create(deployment("web", { progressDeadlineSeconds: 2147483647 })) },
  { name: "deployment-quota", steps: [...create(quota({ pods: "2" })), ...create(deployment("web"))] },
  { name: "deployment-min-ready", steps: [...create(deployment("web", { minReadySeconds: 2 })), { waitSeconds: 4 }] },
  {
    name: "deployment-delete-background",
    steps: [...create(deployment("web")), remove("Deployment", "web", "Background")],
  },
  {
    name: "deployment-delete-foreground",
    steps: [...create(deployment("web")), remove("Deployment", "web", "Foreground")],
  },
  { name: "deployment-delete-orphan", steps: [...create(deployment("web")), remove("Deployment", "web", "Orphan")] },
  {
    name: "deployment-adopts",
    steps: [...create(deployment("web")), remove("Deployment", "web", "Orphan"), ...create(deployment("web"))],
  },
];

const sets: readonly Scenario[] = [
  { name: "replica-set", steps: create(replicaSet("rs")) },
  {
    name: "replica-set-scale",
    steps: [...create(replicaSet("rs")), patch("ReplicaSet", "rs", { spec: { replicas: 4 } })],
  },
  { name: "replica-set-adopts", steps: [...create(pod("rs")), ...create(replicaSet("rs"))] },
  { name: "replica-set-quota", steps: [...create(quota({ pods: "1" })), ...create(replicaSet("rs"))] },
  { name: "replica-set-delete-orphan", steps: [...create(replicaSet("rs")), remove("ReplicaSet", "rs", "Orphan")] },
  {
    name: "replication-controller",
    steps: create({
      apiVersion: "v1",
      kind: "ReplicationController",
      metadata: { name: "rc" },
      spec: { replicas: 2, selector: { app: "rc" }, template: podTemplate("rc") },
    }),
  },
  { name: "stateful-set", steps: create(statefulSet("db")) },
  { name: "stateful-set-parallel", steps: create(statefulSet("db", { podManagementPolicy: "Parallel" })) },
  { name: "stateful-set-update", steps: [...create(statefulSet("db")), patch("StatefulSet", "db", image("2"))] },
  {
    name: "stateful-set-partition",
    steps: [
      ...create(statefulSet("db", { updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 2 } } })),
      patch("StatefulSet", "db", image("2")),
    ],
  },
  {
    name: "stateful-set-on-delete",
    steps: [
      ...create(statefulSet("db", { updateStrategy: { type: "OnDelete" } })),
      patch("StatefulSet", "db", image("2")),
    ],
  },
  {
    name: "stateful-set-scale-down",
    steps: [...create(statefulSet("db")), patch("StatefulSet", "db", { spec: { replicas: 1 } })],
  },
  {
    name: "stateful-set-min-ready",
    steps: [...create(statefulSet("db", { replicas: 2, minReadySeconds: 2 })), { waitSeconds: 6 }],
  },
  { name: "stateful-set-ordinals", steps: create(statefulSet("db", { ordinals: { start: 5 } })) },
  { name: "stateful-set-pod-deleted", steps: [...create(statefulSet("db")), remove("Pod", "db-1")] },
  { name: "stateful-set-delete", steps: [...create(statefulSet("db")), remove("StatefulSet", "db")] },
  { name: "daemon-set", steps: create(daemonSet("agent")) },
  { name: "daemon-set-update", steps: [...create(daemonSet("agent")), patch("DaemonSet", "agent", image("2"))] },
  {
    name: "daemon-set-selector",
    steps: create(
      daemonSet("agent", {
        template: podTemplate("agent", { nodeSelector: { "kubernetes.io/hostname": "kiln-node-1" } }),
      }),
    ),
  },
  {
    name: "daemon-set-on-delete",
    steps: [
      ...create(daemonSet("agent", { updateStrategy: { type: "OnDelete" } })),
      patch("DaemonSet", "agent", image("2")),
    ],
  },
  {
    name: "daemon-set-surge",
    steps: [
      ...create(
        daemonSet("agent", {
          updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
        }),
      ),
      patch("DaemonSet", "agent", image("2")),
    ],
  },
  { name: "daemon-set-min-ready", steps: [...create(daemonSet("agent", { minReadySeconds: 2 })), { waitSeconds: 5 }] },
  { name: "daemon-set-delete", steps: [...create(daemonSet("agent")), remove("DaemonSet", "agent")] },
];

const jobs: readonly Scenario[] = [
  { name: "job", steps: create(job("j")) },
  { name: "job-completions", steps: create(job("j", { completions: 4, parallelism: 2 })) },
  { name: "job-indexed", steps: create(job("j", { completions: 3, parallelism: 3, completionMode: "Indexed" })) },
  { name: "job-suspended", steps: create(job("j", { suspend: true })) },
  {
    name: "job-resumed",
    steps: [...create(job("j", { suspend: true })), patch("Job", "j", { spec: { suspend: false } })],
  },
  {
    name: "job-deadline",
    steps: [
      ...create(
        job("j", {
          activeDeadlineSeconds: 2,
          template: podTemplate("j", { restartPolicy: "Never", nodeSelector: { no: "where" } }),
        }),
      ),
      { waitSeconds: 5 },
    ],
  },
  { name: "job-quota", steps: [...create(quota({ pods: "0" })), ...create(job("j"))] },
  { name: "job-managed-by-other", steps: create(job("j", { managedBy: "example.com/other" })) },
  { name: "job-delete", steps: [...create(job("j")), remove("Job", "j", "Background")] },
  {
    name: "cron-job-suspended",
    steps: create(
      workload("CronJob", "c", {
        schedule: "* * * * *",
        suspend: true,
        jobTemplate: { spec: { template: podTemplate("c", { restartPolicy: "Never" }) } },
      }),
    ),
  },
];

const FAILING = { restartPolicy: "Never" };

const failures: readonly Scenario[] = [
  { name: "job-fails", steps: create(job("j", { backoffLimit: 0, template: failingTemplate("j", FAILING) })) },
  {
    name: "job-fails-twice",
    steps: [...create(job("j", { backoffLimit: 1, template: failingTemplate("j", FAILING) })), { waitSeconds: 14 }],
  },
  {
    name: "job-failure-policy",
    steps: create(
      job("j", {
        template: failingTemplate("j", FAILING),
        podFailurePolicy: { rules: [{ action: "FailJob", onExitCodes: { operator: "In", values: [3] } }] },
      }),
    ),
  },
  {
    name: "job-failed-index",
    steps: create(
      job("j", {
        completionMode: "Indexed",
        completions: 2,
        parallelism: 2,
        backoffLimitPerIndex: 0,
        template: failingTemplate("j", FAILING),
      }),
    ),
  },
  {
    name: "job-max-failed-indexes",
    steps: create(
      job("j", {
        completionMode: "Indexed",
        completions: 3,
        parallelism: 1,
        backoffLimitPerIndex: 0,
        maxFailedIndexes: 0,
        template: failingTemplate("j", FAILING),
      }),
    ),
  },
  {
    name: "job-replaces-failed",
    steps: [
      ...create(job("j", { backoffLimit: 1, podReplacementPolicy: "Failed", template: failingTemplate("j", FAILING) })),
      { waitSeconds: 14 },
    ],
  },
  {
    name: "job-success-policy",
    steps: create(
      job("j", {
        completionMode: "Indexed",
        completions: 3,
        parallelism: 1,
        successPolicy: { rules: [{ succeededCount: 1 }] },
      }),
    ),
  },
  { name: "cron-job", steps: [...create(cronJob("c")), { until: ["Job", 1] }] },
  {
    name: "cron-job-time-zone",
    steps: [
      ...create(cronJob("c", { timeZone: "Asia/Tokyo", successfulJobsHistoryLimit: 0 })),
      { until: ["Event", 3] },
    ],
  },
  {
    name: "cron-job-fails",
    steps: [
      ...create(cronJob("c", { failedJobsHistoryLimit: 0 }, failingTemplate("c"))),
      patch("CronJob", "c", { spec: { jobTemplate: { spec: { backoffLimit: 0 } } } }),
      { until: ["Event", 4] },
    ],
  },
];

const nodes: readonly Scenario[] = [
  {
    name: "node-deleted",
    steps: [
      ...create(node("own-deleted"), deployment("web", { template: podTemplate("web", onNode("own-deleted")) })),
      remove("Node", "own-deleted"),
      { waitSeconds: 75 },
    ],
  },
  {
    name: "node-evicts",
    steps: [
      ...create(node("own-evicts"), deployment("web", { template: podTemplate("web", onNode("own-evicts")) })),
      patch("Node", "own-evicts", {
        spec: {
          taints: [
            { key: "own", value: "own-evicts", effect: "NoSchedule" },
            { key: "maintenance", effect: "NoExecute" },
          ],
        },
      }),
      remove("Node", "own-evicts"),
    ],
  },
  {
    name: "node-cordoned",
    steps: [
      ...create(node("own-cordoned"), deployment("web", { template: podTemplate("web", onNode("own-cordoned")) })),
      patch("Node", "own-cordoned", { spec: { unschedulable: true } }),
      patch("Deployment", "web", { spec: { replicas: 4 } }),
    ],
  },
  { name: "eviction", steps: [...create(statefulSet("db")), { evict: "db-1" }] },
  {
    name: "eviction-refused",
    steps: [...create(statefulSet("db"), budget("db", { minAvailable: 3 })), { evict: "db-1" }],
  },
];

const storage: readonly Scenario[] = [
  { name: "claim", steps: create(volume("static"), claim("data", { storageClassName: "static" })) },
  { name: "claim-before-volume", steps: create(claim("data", { storageClassName: "late" }), volume("late")) },
  {
    name: "claim-too-large",
    steps: create(
      volume("small"),
      claim("data", { storageClassName: "small", resources: { requests: { storage: "5Gi" } } }),
    ),
  },
  { name: "claim-without-class", steps: create(claim("data", { storageClassName: "" })) },
  { name: "claim-unknown-class", steps: create(claim("data", { storageClassName: "missing" })) },
  {
    name: "claim-deleted",
    steps: [
      ...create(volume("kept"), claim("data", { storageClassName: "kept" })),
      remove("PersistentVolumeClaim", "data"),
    ],
  },
  {
    name: "pod-claim",
    steps: create(
      volume("used"),
      claim("data", { storageClassName: "used" }),
      pod("p", { volumes: [{ name: "v", persistentVolumeClaim: { claimName: "data" } }] }),
    ),
  },
  {
    name: "pod-claim-unbound",
    steps: create(
      claim("data", { storageClassName: "missing" }),
      pod("p", { volumes: [{ name: "v", persistentVolumeClaim: { claimName: "data" } }] }),
    ),
  },
  {
    name: "pod-ephemeral-volume",
    steps: create(
      volume("ephemeral"),
      pod("p", {
        volumes: [
          {
            name: "v",
            ephemeral: {
              volumeClaimTemplate: { spec: claim("x", { storageClassName: "ephemeral" }).spec as JsonObject },
            },
          },
        ],
      }),
    ),
  },
  {
    name: "stateful-set-claims",
    steps: [
      ...create(
        statefulSet("db", {
          replicas: 2,
          podManagementPolicy: "Parallel",
          persistentVolumeClaimRetentionPolicy: { whenScaled: "Delete", whenDeleted: "Retain" },
          volumeClaimTemplates: [claim("data", { storageClassName: "missing" })],
        }),
      ),
      patch("StatefulSet", "db", { spec: { replicas: 1 } }),
    ],
  },
];

const services: readonly Scenario[] = [
  { name: "service", steps: create(service("web"), deployment("web")) },
  { name: "service-headless", steps: create(service("db", { clusterIP: "None" }), statefulSet("db")) },
  {
    name: "service-near",
    steps: [
      ...create(service("web", { trafficDistribution: "PreferSameNode" }), deployment("web")),
      patch("Service", "web", { spec: { trafficDistribution: "PreferSameZone" } }),
    ],
  },
  {
    name: "service-named-port",
    steps: create(
      service("web", { ports: [{ name: "http", port: 80, targetPort: "http" }] }),
      deployment("web", {
        template: podTemplate("web", {
          containers: [{ name: "main", image: "img:1", ports: [{ name: "http", containerPort: 8080 }] }],
        }),
      }),
    ),
  },
  { name: "service-empty", steps: create(service("web")) },
  {
    name: "service-pending-pods",
    steps: create(
      service("web"),
      deployment("web", { template: podTemplate("web", { nodeSelector: { no: "where" } }) }),
    ),
  },
  { name: "service-deleted", steps: [...create(service("web"), deployment("web")), remove("Service", "web")] },
  { name: "budget-min-available", steps: create(deployment("web"), budget("web", { minAvailable: 2 })) },
  { name: "budget-max-unavailable", steps: create(deployment("web"), budget("web", { maxUnavailable: "34%" })) },
  { name: "budget-unmanaged", steps: create(pod("web"), budget("web", { maxUnavailable: 1 })) },
  { name: "budget-stateful-set", steps: create(statefulSet("db"), budget("db", { minAvailable: "50%" })) },
  { name: "budget-without-pods", steps: create(budget("web", { minAvailable: 1 })) },
];

const scheduling: readonly Scenario[] = [
  { name: "pod", steps: create(pod("p")) },
  { name: "pod-deleted", steps: [...create(pod("p")), remove("Pod", "p")] },
  { name: "pod-init", steps: create(pod("p", { initContainers: [{ name: "init", image: "img:1" }] })) },
  { name: "pod-too-large", steps: create(pod("p", requests({ cpu: "1000" }))) },
  { name: "pod-two-shortages", steps: create(pod("p", requests({ cpu: "1000", memory: "10Ti" }))) },
  { name: "pod-selector", steps: create(pod("p", { nodeSelector: { no: "where" } })) },
  { name: "pod-gated", steps: create(pod("p", { schedulingGates: [{ name: "example.com/wait" }] })) },
  { name: "pod-other-scheduler", steps: create(pod("p", { schedulerName: "other" })) },
  { name: "pod-affinity-nowhere", steps: create(pod("p", affinity("podAffinity", "missing"))) },
  {
    name: "pods-apart",
    steps: create(deployment("web", { replicas: 4, template: podTemplate("web", affinity("podAntiAffinity", "web")) })),
  },
  {
    name: "pods-together",
    steps: create(deployment("web", { template: podTemplate("web", affinity("podAffinity", "web")) })),
  },
  {
    name: "pods-spread",
    steps: create(
      deployment("web", {
        replicas: 6,
        template: podTemplate("web", {
          topologySpreadConstraints: [
            {
              maxSkew: 1,
              topologyKey: "kubernetes.io/hostname",
              whenUnsatisfiable: "DoNotSchedule",
              labelSelector: { matchLabels: { app: "web" } },
            },
          ],
        }),
      }),
    ),
  },
  {
    name: "pod-host-port",
    steps: create(
      deployment("web", {
        replicas: 4,
        template: podTemplate("web", {
          containers: [{ name: "main", image: "img:1", ports: [{ containerPort: 80, hostPort: 31999 }] }],
        }),
      }),
    ),
  },
  {
    name: "pod-claim-missing",
    steps: create(pod("p", { volumes: [{ name: "v", persistentVolumeClaim: { claimName: "none" } }] })),
  },
];

export const scenarios: readonly Scenario[] = [
  ...disruptions,
  ...failures,
  ...nodes,
  ...autoscaling,
  ...storage,
  ...deployments,
  ...sets,
  ...jobs,
  ...services,
  ...scheduling,
];
