import { spawn } from "node:child_process";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { buildGoProgram } from "./go-program.ts";
import type { Stage, Suite } from "./suite.ts";
import { kubectlFor, type Step, walk } from "./walk.ts";

const VERSION = "v0.50.18";
const PATIENCE_MS = 60_000;
const LOOK_MS = 100;

/** Keys as a user types them, and the screen, in a pseudo-terminal. */
interface Terminal {
  type(keys: string): void;
  /** Resolves when the text is drawn after the last keys; rejects with the screen if it is not in time. */
  see(text: string): Promise<void>;
  close(): void;
}

/** k9s as a new user tries it, on a cluster with simulated nodes. */
export const k9s: Suite = {
  name: "k9s",
  title: "k9s",
  about: "views of workloads and custom resources, description, scaling, deletion",
  version: VERSION,
  programs: ["go", "kubectl", "script"],
  async run(stage) {
    const program = await buildGoProgram(stage, { module: "github.com/derailed/k9s", version: VERSION, command: "." });
    const { kubeconfig } = await stage.startServer(["--simulate"]);
    const kubectl = kubectlFor(stage, kubeconfig);
    await kubectl(["create", "deployment", "web", "--image=example.com/c:1", "--replicas=2"]);
    await kubectl(["rollout", "status", "deployment/web", "--timeout=60s"]);
    await kubectl(["create", "configmap", "settings", "--from-literal=color=blue"]);
    const terminal = openTerminal(stage, `${program} --kubeconfig ${kubeconfig} -n default`);
    try {
      return await walk(stage, steps(terminal));
    } finally {
      terminal.close();
    }
  },
};

const ENTER = "\r";
const ESCAPE = "\u001b";

function steps({ type, see }: Terminal): Step[] {
  const open = (view: string) => type(`:${view}${ENTER}`);
  return [
    [
      "starts and shows Pods",
      async () => {
        await see("Pods(default)");
        await see("web-");
      },
    ],
    [
      "shows Deployments",
      async () => {
        open("deploy");
        await see("Deployments(default)");
        await see("2/2");
      },
    ],
    [
      "describes one",
      async () => {
        type("d");
        await see("StrategyType");
        type(ESCAPE);
      },
    ],
    [
      "shows its YAML",
      async () => {
        open("cm");
        await see("settings");
        open("deploy");
        await see("2/2");
        type("y");
        await see("apiVersion: apps/v1");
        type(ESCAPE);
      },
    ],
    [
      "shows namespaces, CRDs and RBAC",
      async () => {
        open("ns");
        await see("kube-system");
        open("crd");
        await see("CustomResourceDefinitions");
        open("clusterroles");
        await see("cluster-admin");
      },
    ],
    [
      "shows nodes and events",
      async () => {
        open("nodes");
        await see("Nodes(all)");
        open("events");
        await see("Events(");
      },
    ],
    [
      "deletes an object after asking",
      async () => {
        open("pods");
        await see("Pods(");
        type("\u0004");
        await see("Delete");
      },
    ],
  ];
}

function openTerminal({ folder }: Stage, command: string): Terminal {
  const child = spawn("script", ["-qfec", `stty rows 50 cols 200; exec ${command}`, "/dev/null"], {
    env: { ...process.env, TERM: "xterm-256color", K9S_CONFIG_DIR: join(folder, "k9s") },
  });
  let screen = "";
  child.stdout.on("data", (chunk) => {
    screen += stripVTControlCharacters(String(chunk));
  });
  return {
    type(keys) {
      screen = "";
      child.stdin.write(keys);
    },
    async see(text) {
      for (const end = Date.now() + PATIENCE_MS; !screen.includes(text); ) {
        if (Date.now() > end) {
          throw new Error(`the screen lacks ${text}: ${screen.slice(-3000)}`);
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    },
    close: () => child.kill(),
  };
}
