import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../serve/free-port.ts";
import { buildGoProgram } from "./go-program.ts";
import type { RunningServer, Stage, Suite } from "./suite.ts";
import { expectText, type Kubectl, kubectlFor, type Step, walk } from "./walk.ts";

const VERSION = "v0.36.4";
const HOST = "127.0.0.1";

/** An API server behind the aggregator, with its authentication and authorization delegated to Kiln. */
export const sampleApiserver: Suite = {
  name: "sample-apiserver",
  title: "sample-apiserver",
  about: "an aggregated API: discovery, objects, watches, delegated access",
  version: VERSION,
  programs: ["go", "kubectl", "etcd"],
  async run(stage) {
    const program = await buildGoProgram(stage, { module: "k8s.io/sample-apiserver", version: VERSION, command: "." });
    const server = await stage.startServer();
    const port = await startAggregated(stage, program, server);
    const kubectl = kubectlFor(stage, server.kubeconfig);
    return walk(stage, steps(kubectl, port));
  },
};

async function startAggregated(stage: Stage, program: string, { kubeconfig }: RunningServer): Promise<number> {
  const [client, peer, port] = [await freePort(), await freePort(), await freePort()];
  const clientUrl = `http://${HOST}:${client}`;
  const peerUrl = `http://${HOST}:${peer}`;
  stage.startProgram("etcd", [
    ...[
      "--data-dir",
      join(stage.folder, "etcd"),
      "--listen-client-urls",
      clientUrl,
      "--advertise-client-urls",
      clientUrl,
    ],
    ...[
      "--listen-peer-urls",
      peerUrl,
      "--initial-advertise-peer-urls",
      peerUrl,
      "--initial-cluster",
      `default=${peerUrl}`,
    ],
  ]);
  const access = ["kubeconfig", "authentication-kubeconfig", "authorization-kubeconfig"];
  stage.startProgram(program, [
    ...[`--etcd-servers=${clientUrl}`, `--secure-port=${port}`, `--bind-address=${HOST}`],
    ...[`--cert-dir=${join(stage.folder, "certificates")}`, ...access.map((name) => `--${name}=${kubeconfig}`)],
    "--enable-priority-and-fairness=false",
  ]);
  writeFileSync(join(stage.folder, "flunder.json"), JSON.stringify(FLUNDER));
  return port;
}

const GROUP = "wardle.example.com";
const FLUNDER = {
  apiVersion: `${GROUP}/v1alpha1`,
  kind: "Flunder",
  metadata: { name: "first", labels: { a: "b" } },
  spec: {},
};

function registration(port: number): object {
  const service = { namespace: "default", name: "wardle", port };
  const spec = { group: GROUP, version: "v1alpha1", groupPriorityMinimum: 1000, versionPriority: 15 };
  return {
    apiVersion: "v1",
    kind: "List",
    items: [
      {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: "wardle" },
        spec: { type: "ExternalName", externalName: "localhost" },
      },
      {
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: { name: `v1alpha1.${GROUP}` },
        spec: { ...spec, service, insecureSkipTLSVerify: true },
      },
    ],
  };
}

function steps(kubectl: Kubectl, port: number): Step[] {
  return [
    [
      "becomes available",
      async () => {
        await kubectl(["apply", "-f", "-"], JSON.stringify(registration(port)));
        await kubectl(["wait", "--for=condition=Available", `apiservice/v1alpha1.${GROUP}`, "--timeout=120s"]);
      },
    ],
    [
      "is in discovery and OpenAPI",
      async () => {
        expectText(await kubectl(["api-resources", "--api-group", GROUP]), "flunders");
        expectText(await kubectl(["explain", `flunders.${GROUP}.spec`]), "reference");
      },
    ],
    [
      "keeps objects",
      async () => {
        await kubectl(["create", "-f", "-"], JSON.stringify(FLUNDER));
        expectText(await kubectl(["get", "flunders"]), "first");
        await kubectl(["label", "flunder", "first", "c=d"]);
        await kubectl(["wait", "flunder/first", "--for=jsonpath={.metadata.labels.c}=d", "--timeout=30s"]);
        await kubectl(["delete", "flunder", "first"]);
      },
    ],
    [
      "asks Kiln who may do what",
      async () => {
        const can = (user: string) => kubectl(["get", "flunders", "--as", user, "--as-group", "system:authenticated"]);
        await can("jane").then(
          () => Promise.reject(new Error("jane may list flunders")),
          (error) => expectText(String(error), 'User "jane" cannot list resource "flunders"'),
        );
        await kubectl(["create", "clusterrole", "flunders", "--verb=list", `--resource=flunders.${GROUP}`]);
        await kubectl(["create", "clusterrolebinding", "jane", "--clusterrole=flunders", "--user=jane"]);
        for (let tries = 0; ; tries++) {
          // The answer of an authorization webhook counts for some seconds.
          const isAllowed = await can("jane").then(
            () => true,
            () => false,
          );
          if (isAllowed) {
            break;
          }
          if (tries === 30) {
            throw new Error("jane still may not list flunders");
          }
          await new Promise((resolve) => setTimeout(resolve, 1000));
        }
      },
    ],
    [
      "leaves discovery with its APIService",
      async () => {
        await kubectl(["delete", "apiservice", `v1alpha1.${GROUP}`]);
        expectText(`[${await kubectl(["api-resources", "--api-group", GROUP, "-o", "name"])}]`, "[]");
      },
    ],
  ];
}
