import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { asObjects, createSystemClock, type JsonObject } from "@kiln/api";
import { type Client, createClient, type ResourceType, wait } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { enterPhase } from "@kiln/snapshot";
import { createRandom } from "../fuzz/random.ts";
import { startSnapshot } from "../snapshot/kiln-command.ts";
import { makeCertificateFiles, startWebhookProcess } from "../snapshot/webhook-process.ts";
import { createChurn } from "./churn.ts";
import { CLASSES, FAST_CLASS, UNCHECKED } from "./objects.ts";
import { type Observer, observe } from "./observe.ts";

export interface BesideOptions {
  readonly kubeconfig: string;
  /** Folder for certificates, removed with the cluster. */
  readonly folder: string;
  /** Path of snapshot-controller. */
  readonly program: string;
  readonly minutes: number;
  readonly seed: number;
}

export interface BesideResult {
  readonly changes: number;
  readonly objects: number;
  /** The object with the most writes of its label for each of its changes. */
  readonly mostLabelWrites: Most;
  readonly mostEvents: Most;
  /** Objects whose deletion did not complete. */
  readonly left: readonly string[];
  readonly surprises: readonly string[];
  /** Warnings of `kiln snapshot controller` about contested fields. */
  readonly warnings: number;
}

export interface Most {
  readonly key: string;
  readonly count: number;
  readonly changes: number;
}

const STEP_MS = 250;
const DELETION_PATIENCE_MS = 180_000;
const CONFIGURATIONS: ResourceType = {
  group: "admissionregistration.k8s.io",
  version: "v1",
  plural: "validatingwebhookconfigurations",
  isNamespaced: false,
};

/**
 * Runs the webhook, the label controller and snapshot-controller on one cluster, with objects that are created, changed
 * and deleted.
 */
export async function runBeside({ kubeconfig, folder, program, minutes, seed }: BesideOptions): Promise<BesideResult> {
  const clock = createSystemClock();
  const stop = new AbortController();
  const client = createClient({ transport: openTransport(loadAccess({ file: kubeconfig })), userAgent: "beside/1" });
  const timeoutMs = minutes * 60_000 + 2 * DELETION_PATIENCE_MS;
  await enterPhase(client, 2);
  await untilServed(client);
  const certificates = join(folder, "certificates");
  await makeCertificateFiles(certificates);
  const webhook = await startWebhookProcess(certificates, timeoutMs);
  const labels = startSnapshot(["controller", "--probe-port=off"], kubeconfig, timeoutMs);
  const controller = startController(program, kubeconfig);
  const observer = await observe(client, clock);
  try {
    await client.create(CLASSES, FAST_CLASS);
    await client.create(CONFIGURATIONS, unlessUnchecked(JSON.parse(webhook.configuration({ failurePolicy: "Fail" }))));
    const churn = createChurn(client, createRandom(seed));
    const endMs = clock.monotonicMs() + minutes * 60_000;
    while (clock.monotonicMs() < endMs) {
      await churn.step();
      await wait(clock, STEP_MS, stop.signal);
    }
    await churn.finish();
    const leftMs = clock.monotonicMs() + DELETION_PATIENCE_MS;
    while (observer.left().length > 0 && clock.monotonicMs() < leftMs) {
      await wait(clock, STEP_MS, stop.signal);
    }
    const ended = [labels.child, controller.child].filter(({ exitCode }) => exitCode !== null);
    return {
      changes: [...churn.changes.values()].reduce((sum, count) => sum + count, 0),
      objects: churn.changes.size,
      mostLabelWrites: findMost(observer, churn.changes, "labelWrites"),
      mostEvents: findMost(observer, churn.changes, "events"),
      left: observer.left(),
      surprises: [...churn.surprises, ...ended.map(({ spawnfile }) => `${spawnfile} ended: ${controller.said()}`)],
      warnings: labels.said().split("contested: ").length - 1,
    };
  } finally {
    observer.stop();
    controller.child.kill("SIGKILL");
    labels.child.kill("SIGKILL");
    webhook.command.child.kill("SIGKILL");
    client.close();
  }
}

/** Waits until the CRDs are served. */
async function untilServed(client: Client): Promise<void> {
  const clock = createSystemClock();
  while (
    !(await client.list(CLASSES).then(
      () => true,
      () => false,
    ))
  ) {
    await wait(clock, STEP_MS, new AbortController().signal);
  }
}

function unlessUnchecked(configuration: JsonObject): JsonObject {
  const objectSelector = { matchExpressions: [{ key: UNCHECKED, operator: "DoesNotExist" }] };
  return { ...configuration, webhooks: asObjects(configuration.webhooks).map((each) => ({ ...each, objectSelector })) };
}

interface Controller {
  readonly child: ChildProcess;
  /** Last lines of the log. */
  said(): string;
}

const KEPT_LOG = 4000;

function startController(program: string, kubeconfig: string): Controller {
  const child = spawn(program, [`--kubeconfig=${kubeconfig}`], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said = (said + String(chunk)).slice(-KEPT_LOG);
  });
  return { child, said: () => said };
}

function findMost({ objects }: Observer, changes: ReadonlyMap<string, number>, count: "labelWrites" | "events"): Most {
  const all = [...objects].map(([key, object]) => ({ key, count: object[count], changes: changes.get(key) ?? 1 }));
  const shares = all.toSorted((one, other) => other.count / other.changes - one.count / one.changes);
  return shares[0] ?? { key: "none", count: 0, changes: 1 };
}
