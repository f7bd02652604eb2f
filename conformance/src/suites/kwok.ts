import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { OWN_CONTROLLERS } from "../controller-manager/run-cluster.ts";
import { startControllerManager } from "../controller-manager/start-controller-manager.ts";
import { freePort } from "../serve/free-port.ts";
import { buildGoProgram } from "./go-program.ts";
import type { RunningServer, Stage, Suite } from "./suite.ts";
import { expectText, type Kubectl, kubectlFor, type Step, walk } from "./walk.ts";

const VERSION = "v0.8.0";

/** Nodes by kwok, and the real scheduler and controllers: a whole cluster. */
export const kwok: Suite = {
  name: "kwok",
  title: "kwok, kube-scheduler, kube-controller-manager",
  about: "a cluster: workloads, rollouts, logs and exec, cascading deletion",
  version: VERSION,
  programs: ["go", "kubectl", "kube-scheduler", "kube-controller-manager"],
  async run(stage) {
    const module = "sigs.k8s.io/kwok";
    const program = await buildGoProgram(stage, { module, version: VERSION, command: "./cmd/kwok" });
    const server = await stage.startServer(["--disable-controllers", OWN_CONTROLLERS.join(",")]);
    const manager = startControllerManager("kube-controller-manager", server);
    try {
      stage.startProgram("kube-scheduler", [
        `--kubeconfig=${server.kubeconfig}`,
        "--secure-port=0",
        "--leader-elect=false",
      ]);
      await startKwok(stage, program, server);
      const kubectl = kubectlFor(stage, server.kubeconfig);
      return await walk(stage, [...deploymentSteps(kubectl), ...otherSteps(kubectl)]);
    } finally {
      await manager.close();
    }
  },
};

async function startKwok(stage: Stage, program: string, { kubeconfig, caFile }: RunningServer): Promise<void> {
  const port = await freePort();
  const log = join(stage.folder, "container.log");
  writeFileSync(log, "2026-01-01T00:00:00.000000000Z stdout F hello from the node\n");
  const config = join(stage.folder, "kwok.yaml");
  writeFileSync(config, CONFIG.replace("LOG", log));
  const pki = dirname(caFile);
  const stages = join(stage.folder, "module", "kustomize", "stage");
  stage.startProgram(program, [
    ...[`--kubeconfig=${kubeconfig}`, "--manage-all-nodes", "--cidr=10.244.0.0/16"],
    ...[config, ...STAGES.map((name) => join(stages, name))].map((file) => `--config=${file}`),
    "--node-lease-duration-seconds=40",
    ...["--node-ip=127.0.0.1", `--node-port=${port}`, `--server-address=127.0.0.1:${port}`],
    ...[`--tls-cert-file=${join(pki, "server.crt")}`, `--tls-private-key-file=${join(pki, "server.key")}`],
  ]);
}

/** Stages that the module ships: nodes with heartbeats, Pods that run at once. */
const STAGES = [
  ...["node/fast/node-initialize.yaml", "node/heartbeat-with-lease/node-heartbeat-with-lease.yaml"],
  ...["pod-ready", "pod-complete", "pod-delete"].map((name) => `pod/fast/${name}.yaml`),
];

const CONFIG = `apiVersion: kwok.x-k8s.io/v1alpha1
kind: ClusterLogs
metadata: {name: all}
spec: {logs: [{logsFile: LOG}]}
---
apiVersion: kwok.x-k8s.io/v1alpha1
kind: ClusterExec
metadata: {name: all}
spec: {execs: [{local: {}}]}
`;

const node = (name: string): object => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: {
    name,
    labels: { "kubernetes.io/hostname": name, "kubernetes.io/os": "linux", type: "kwok" },
    annotations: { "kwok.x-k8s.io/node": "fake" },
  },
  status: { allocatable: { cpu: 32, memory: "64Gi", pods: 110 }, capacity: { cpu: 32, memory: "64Gi", pods: 110 } },
});

const template = (app: string, rest: object = {}): object => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: "c", image: "example.com/c:1" }], ...rest },
});

const workload = (kind: string, name: string, spec: object): object => ({
  apiVersion: kind === "Job" ? "batch/v1" : "apps/v1",
  kind,
  metadata: { name },
  spec:
    kind === "Job"
      ? { template: template(name, { restartPolicy: "Never" }), ...spec }
      : { selector: { matchLabels: { app: name } }, template: template(name), ...spec },
});

const WAIT = "--timeout=120s";

/** Nodes, and a Deployment from its first Pod to its Service. */
function deploymentSteps(kubectl: Kubectl): Step[] {
  const apply = (object: object) => kubectl(["apply", "-f", "-"], JSON.stringify(object));
  return [
    [
      "nodes become ready",
      async () => {
        await apply(node("node-1"));
        await apply(node("node-2"));
        await kubectl(["wait", "--for=condition=Ready", "nodes", "--all", WAIT]);
      },
    ],
    [
      "a Deployment gets its Pods, scheduled and ready",
      async () => {
        await apply(workload("Deployment", "web", { replicas: 3 }));
        await kubectl(["rollout", "status", "deployment/web", WAIT]);
      },
    ],
    [
      "it scales",
      async () => {
        await kubectl(["scale", "deployment/web", "--replicas=5"]);
        await kubectl(["rollout", "status", "deployment/web", WAIT]);
        expectText(await kubectl(["get", "deployment", "web", "-o", "jsonpath={.status.readyReplicas}"]), /^5/);
      },
    ],
    [
      "it rolls out a new image, and back",
      async () => {
        await kubectl(["set", "image", "deployment/web", "c=example.com/c:2"]);
        await kubectl(["rollout", "status", "deployment/web", WAIT]);
        await kubectl(["rollout", "undo", "deployment/web"]);
        await kubectl(["rollout", "status", "deployment/web", WAIT]);
      },
    ],
    [
      "a Service has endpoints",
      async () => {
        await kubectl(["expose", "deployment/web", "--port=80"]);
        const path = "jsonpath={.items[0].endpoints[0].addresses[0]}";
        await kubectl([
          "wait",
          "endpointslices",
          "-l",
          "kubernetes.io/service-name=web",
          "--for",
          `${path.slice(0, 9)}{.endpoints[4]}`,
          WAIT,
        ]);
        expectText(
          await kubectl(["get", "endpointslices", "-l", "kubernetes.io/service-name=web", "-o", path]),
          /\d+\./,
        );
      },
    ],
  ];
}

/** Other workloads, nodes as clients reach them, and deletion. */
function otherSteps(kubectl: Kubectl): Step[] {
  const apply = (object: object) => kubectl(["apply", "-f", "-"], JSON.stringify(object));
  return [
    [
      "a StatefulSet, a DaemonSet and a Job run",
      async () => {
        await apply(workload("StatefulSet", "db", { replicas: 2, serviceName: "db" }));
        await apply(workload("DaemonSet", "agent", {}));
        await apply(workload("Job", "once", { completions: 2 }));
        await kubectl(["rollout", "status", "statefulset/db", WAIT]);
        await kubectl(["rollout", "status", "daemonset/agent", WAIT]);
        await kubectl(["wait", "--for=condition=Complete", "job/once", WAIT]);
      },
    ],
    [
      "kubectl logs and exec reach the node",
      async () => {
        expectText(await kubectl(["logs", "db-0"]), "hello from the node");
        expectText(await kubectl(["exec", "db-0", "--", "echo", "hello"]), "hello");
      },
    ],
    [
      "a deletion takes what belongs to it",
      async () => {
        await kubectl(["delete", "deployment", "web", "--cascade=foreground", WAIT]);
        expectText(`[${await kubectl(["get", "pods", "-l", "app=web", "-o", "name"])}]`, "[]");
      },
    ],
    [
      "a namespace is emptied and deleted",
      async () => {
        await kubectl(["create", "namespace", "short"]);
        await kubectl(["create", "deployment", "inner", "--image=example.com/c:1", "-n", "short"]);
        await kubectl(["rollout", "status", "deployment/inner", "-n", "short", WAIT]);
        await kubectl(["delete", "namespace", "short", WAIT]);
      },
    ],
  ];
}
