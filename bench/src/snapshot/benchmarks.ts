import https from "node:https";
import { encodeUtf8 } from "@kiln/api";
import { createSnapshotAdmit, createVerdictMetrics } from "@kiln/snapshot";
import { answerReview } from "@kiln/webhook";
import type { Benchmark, Figure } from "../benchmark.ts";
import { startWebhookProcess, type WebhookProcess } from "./webhook-process.ts";

const GROUP = "snapshot.storage.k8s.io";

/** An update of a bound content, which has to pass every rule; about 2 KB. */
const REVIEW = JSON.stringify({
  kind: "AdmissionReview",
  apiVersion: "admission.k8s.io/v1",
  request: {
    uid: "705ab4f5-6393-11e8-b7cc-42010a800002",
    kind: { group: GROUP, version: "v1", kind: "VolumeSnapshotContent" },
    resource: { group: GROUP, version: "v1", resource: "volumesnapshotcontents" },
    name: "content",
    operation: "UPDATE",
    userInfo: { username: "system:serviceaccount:kube-system:snapshot-controller", groups: ["system:authenticated"] },
    object: makeContent(2),
    oldObject: makeContent(1),
    dryRun: false,
  },
});

function makeContent(generation: number) {
  return {
    apiVersion: `${GROUP}/v1`,
    kind: "VolumeSnapshotContent",
    metadata: { name: "content", generation, annotations: { note: "x".repeat(256) } },
    spec: {
      deletionPolicy: "Delete",
      driver: "hostpath.csi.example.com",
      source: { volumeHandle: "ee0cfb94-f8d4-11e9-b2d8-0242ac110002" },
      volumeSnapshotClassName: "csi-hostpath",
      volumeSnapshotRef: { apiVersion: `${GROUP}/v1`, kind: "VolumeSnapshot", name: "s", namespace: "team", uid: "u" },
    },
    status: { readyToUse: true, snapshotHandle: "h", restoreSize: 1_073_741_824 },
  };
}

const WARM_UP = 2000;
const REVIEWS = 20_000;

async function measureInProcess(): Promise<Figure[]> {
  const admit = createSnapshotAdmit({ settings: { semantics: "kep" }, metrics: createVerdictMetrics() });
  const body = encodeUtf8(REVIEW);
  const { signal } = new AbortController();
  const took: number[] = [];
  for (let turn = 0; turn < WARM_UP + REVIEWS; turn++) {
    const start = performance.now();
    await answerReview({ admit }, body, signal);
    took.push(performance.now() - start);
  }
  return [{ name: "p99", value: percentile(took.slice(WARM_UP)), unit: "ms", bound: { most: 1 } }];
}

const PER_SECOND = 1000;
/** Two engines that compile as they go, this one's and the webhook's, are at work after a few thousand calls. */
const WARM_UP_SECONDS = 4;
const SECONDS = 5;

/** At a fixed rate, whether answers come or not: a server that stalls is not let off the calls it would have had. */
async function measureThroughTls(): Promise<Figure[]> {
  const webhook = await startWebhookProcess();
  const agent = new https.Agent({ keepAlive: true, maxSockets: 16, ca: webhook.ca });
  try {
    await callAtRate(webhook, agent, WARM_UP_SECONDS);
    const took = await callAtRate(webhook, agent, SECONDS);
    return [{ name: "p99", value: percentile(took), unit: "ms", bound: { most: 10 } }];
  } finally {
    agent.destroy();
    webhook.close();
  }
}

async function callAtRate(webhook: WebhookProcess, agent: https.Agent, seconds: number): Promise<number[]> {
  const start = performance.now();
  const calls: Promise<number>[] = [];
  while (calls.length < PER_SECOND * seconds) {
    const due = Math.floor(((performance.now() - start) * PER_SECOND) / 1000);
    while (calls.length < Math.min(due, PER_SECOND * seconds)) {
      calls.push(call(webhook, agent, start + (calls.length * 1000) / PER_SECOND));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return Promise.all(calls);
}

/** From when it was due. */
function call({ port }: WebhookProcess, agent: https.Agent, dueMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": REVIEW.length };
    const request = https.request(
      { host: "127.0.0.1", port, path: "/volumesnapshot?timeout=2s", method: "POST", agent, headers },
      (response) => {
        response.resume();
        response.once("end", () => resolve(performance.now() - dueMs));
      },
    );
    request.once("error", reject);
    request.end(REVIEW);
  });
}

function percentile(took: readonly number[]): number {
  const sorted = Float64Array.from(took).sort();
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

export const snapshotBenchmarks: readonly Benchmark[] = [
  { name: "snapshot-review", about: "a review of a snapshot, in process", figures: measureInProcess },
  { name: "snapshot-tls", about: "1,000 reviews a second through TLS", figures: measureThroughTls },
];
