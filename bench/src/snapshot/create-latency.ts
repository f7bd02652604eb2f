import { definitionsOfPhase } from "@kiln/snapshot";
import type { Figure } from "../benchmark.ts";
import { H2Connection } from "../server/h2-connection.ts";
import { findPeer, type RunningServer, startKiln, startPeer } from "../server/start-server.ts";
import { startWebhookProcess, type WebhookProcess } from "./webhook-process.ts";

const GROUP = "snapshot.storage.k8s.io";
const CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const SNAPSHOTS = `/apis/${GROUP}/v1/namespaces/default/volumesnapshots`;
const NAME = "bench.example.com";

/** Turns until both engines have compiled the code. */
const WARM_UP_TURNS = 4;
const TURNS = 10;
const CREATES = 60;
/** kube-apiserver follows configurations with a delay. */
const SETTLE_MS = 1500;

/** Measures one create after the other, alternately with and without the webhook. */
export async function measureCreates(): Promise<Figure[]> {
  const webhook = await startWebhookProcess();
  const kiln = await startKiln();
  const peer = findPeer();
  const servers = [kiln, ...(peer === undefined ? [] : [await startPeer(peer, kiln.folder)])];
  try {
    const figures: Figure[] = [];
    for (const server of servers) {
      figures.push(...(await measureServer(server, webhook)));
    }
    return figures;
  } finally {
    for (const server of servers.reverse()) {
      await server.close();
    }
    webhook.close();
  }
}

interface Turns {
  readonly took: number[];
  serverMs: number;
  webhookMs: number;
}

async function measureServer(server: RunningServer, webhook: WebhookProcess): Promise<Figure[]> {
  const connection = await H2Connection.open(server.target);
  const send = async (method: "POST" | "DELETE", path: string, object?: object) => {
    const head = { method, path, ...(object === undefined ? {} : { contentType: "application/json" }) };
    const body = object === undefined ? {} : { body: Buffer.from(JSON.stringify(object)) };
    const { status } = await connection.send(head, body);
    if (status >= 300) {
      throw new Error(`${method} ${path} was answered ${status}`);
    }
  };
  for (const definition of definitionsOfPhase(2)) {
    await send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  }
  await settle();
  const measured: Record<"with" | "without", Turns> = {
    without: { took: [], serverMs: 0, webhookMs: 0 },
    with: { took: [], serverMs: 0, webhookMs: 0 },
  };
  let name = 0;
  for (let turn = 0; turn < WARM_UP_TURNS + TURNS; turn++) {
    for (const way of ["without", "with"] as const) {
      if (way === "with") {
        await send("POST", CONFIGURATIONS, configurationOf(webhook));
        await settle();
      }
      const turns = turn < WARM_UP_TURNS ? { took: [], serverMs: 0, webhookMs: 0 } : measured[way];
      const [serverMs, webhookMs] = [server.processorMs(), webhook.processorMs()];
      for (let index = 0; index < CREATES; index++) {
        const started = performance.now();
        await send("POST", SNAPSHOTS, snapshotOf(`s-${name++}`));
        turns.took.push(performance.now() - started);
      }
      turns.serverMs += server.processorMs() - serverMs;
      turns.webhookMs += webhook.processorMs() - webhookMs;
      if (way === "with") {
        await send("DELETE", `${CONFIGURATIONS}/${NAME}`);
        await settle();
      }
    }
  }
  connection.close();
  return (["without", "with"] as const).flatMap((way) => {
    const { took, serverMs, webhookMs } = measured[way];
    const title = `${server.name} ${way} webhook`;
    return [
      { name: `${title}, p50`, value: quantile(took, 0.5), unit: "ms" },
      { name: `${title}, p99`, value: quantile(took, 0.99), unit: "ms" },
      { name: `${title}, processor of the server a create`, value: serverMs / took.length, unit: "ms" },
      { name: `${title}, processor of the webhook a create`, value: webhookMs / took.length, unit: "ms" },
    ];
  });
}

function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
}

function configurationOf({ port, ca }: WebhookProcess): object {
  const resources = ["volumesnapshots", "volumesnapshotcontents"];
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: NAME },
    webhooks: [
      {
        name: NAME,
        rules: [{ apiGroups: [GROUP], apiVersions: ["v1"], operations: ["CREATE", "UPDATE"], resources }],
        clientConfig: {
          url: `https://127.0.0.1:${port}/volumesnapshot`,
          caBundle: Buffer.from(ca).toString("base64"),
        },
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        failurePolicy: "Fail",
        timeoutSeconds: 2,
      },
    ],
  };
}

function snapshotOf(name: string): object {
  return {
    apiVersion: `${GROUP}/v1`,
    kind: "VolumeSnapshot",
    metadata: { name, namespace: "default" },
    spec: { source: { persistentVolumeClaimName: "data" } },
  };
}

function quantile(took: readonly number[], share: number): number {
  const sorted = Float64Array.from(took).sort();
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}
