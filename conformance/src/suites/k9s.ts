import { spawn } from "node:child_process";
import { join } from "node:path";
import { buildGoProgram } from "./go-program.ts";
import { createScreen } from "./screen.ts";
import type { Stage, Suite } from "./suite.ts";
import { kubectlFor, type Step, walk } from "./walk.ts";

const VERSION = "v0.50.18";
const PATIENCE_MS = 60_000;
const LOOK_MS = 100;

/** Keys as a user types them, and the screen, in a pseudo-terminal. */
interface Terminal {
  type(keys: string): void;
  /** Resolves when the screen shows the text; rejects with the screen if it does not in time. */
  see(text: string): Promise<void>;
  close(): void;
}

/** k9s as a new user tries it, on a cluster with simulated nodes. */
export const k9s: Suite = {
  name: "k9s",
  title: "k9s",
  about: "views of workloads and custom resources, description, YAML, deletion",
  version: VERSION,
  programs: ["go", "kubectl", "script"],
  async run(stage) {
    const program = await buildGoProgram(stage, { module: "github.com/derailed/k9s", version: VERSION, command: "." });
    const { kubeconfig } = await stage.startServer(["--simulate"]);
    const kubectl = kubectlFor(stage, kubeconfig);
    await kubectl(["create", "deployment", "web", "--image=example.com/c:1", "--replicas=2"]);
    await kubectl(["rollout", "status", "deployment/web", "--timeout=60s"]);
    await kubectl(["create", "configmap", "settings", "--from-literal=color=blue"]);
    await kubectl(["apply", "-f", "-"], JSON.stringify(OVENS));
    await kubectl(["wait", "--for=condition=Established", "crd/ovens.bakery.example.com", "--timeout=30s"]);
    await kubectl(
      ["apply", "-f", "-"],
      JSON.stringify({ apiVersion: "bakery.example.com/v1", kind: "Oven", metadata: { name: "warm" } }),
    );
    const terminal = openTerminal(stage, `${program} --kubeconfig ${kubeconfig} -n default`);
    try {
      return await walk(stage, [
        ...workloadSteps(terminal),
        ...otherSteps(terminal, () => kubectl(["wait", "--for=delete", "configmap/settings", "--timeout=30s"])),
      ]);
    } finally {
      terminal.close();
    }
  },
};

const OVENS = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "ovens.bakery.example.com" },
  spec: {
    group: "bakery.example.com",
    names: { kind: "Oven", plural: "ovens" },
    scope: "Namespaced",
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};

const ENTER = "\r";
const ESCAPE = "\u001b";
const CONTROL_D = "\u0004";
const TAB = "\t";

async function open({ type, see }: Terminal, view: string, title: string): Promise<void> {
  type(`:${view}${ENTER}`);
  await see(title);
}

/** Workloads, from Pods to the YAML of a Deployment. */
function workloadSteps(terminal: Terminal): Step[] {
  const { type, see } = terminal;
  return [
    [
      "starts and shows Pods",
      async () => {
        await see("pods(default)");
        await see("web-");
      },
    ],
    [
      "shows Deployments",
      async () => {
        await open(terminal, "deploy", "deployments(default)");
        await see("2/2");
      },
    ],
    [
      "describes one",
      async () => {
        type("d");
        await see("StrategyType");
        type(ESCAPE);
        await see("deployments(default)");
      },
    ],
    [
      "shows its YAML",
      async () => {
        type("y");
        await see("apiVersion: apps/v1");
        type(ESCAPE);
        await see("deployments(default)");
      },
    ],
  ];
}

/** Other views, and a deletion. */
function otherSteps(terminal: Terminal, untilGone: () => Promise<unknown>): Step[] {
  const { type, see } = terminal;
  return [
    [
      "shows Config Maps, namespaces, roles and CRDs",
      async () => {
        await open(terminal, "cm", "configmaps(default)");
        await see("settings");
        await open(terminal, "ns", "namespaces(all)");
        await see("kube-system");
        await open(terminal, "clusterroles", "clusterroles");
        await see("system:basic-user");
        await open(terminal, "crd", "customresourcedefinitions");
        await see("bakery.example.com");
      },
    ],
    [
      "shows custom resources",
      async () => {
        await open(terminal, "ovens", "ovens(default)");
        await see("warm");
      },
    ],
    [
      "shows nodes and events",
      async () => {
        await open(terminal, "nodes", "nodes(all)");
        await see("Ready");
        await open(terminal, "events", "events(");
        await see("ScalingReplicaSet");
      },
    ],
    [
      "deletes an object after asking",
      async () => {
        await open(terminal, "cm", "configmaps(default)");
        // Below kube-root-ca.crt, which every namespace has.
        await see("settings");
        type("j");
        type(CONTROL_D);
        await see("Delete configmaps default/settings?");
        type(`${TAB}${ENTER}`);
        await untilGone();
      },
    ],
  ];
}

function openTerminal({ folder }: Stage, command: string): Terminal {
  const child = spawn("script", ["-qfec", `stty rows 50 cols 200; exec ${command}`, "/dev/null"], {
    env: { ...process.env, TERM: "xterm-256color", K9S_CONFIG_DIR: join(folder, "k9s") },
  });
  const screen = createScreen();
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => screen.draw(chunk));
  return {
    type: (keys) => void child.stdin.write(keys),
    async see(text) {
      for (const end = Date.now() + PATIENCE_MS; !screen.text().includes(text); ) {
        if (Date.now() > end) {
          throw new Error(`the screen lacks ${text}:\n${screen.text()}`);
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    },
    close: () => child.kill(),
  };
}
