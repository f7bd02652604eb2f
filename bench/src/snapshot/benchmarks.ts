import { encodeUtf8 } from "@kiln/api";
import { createSnapshotAdmit, createVerdictMetrics } from "@kiln/snapshot";
import { answerReview } from "@kiln/webhook";
import type { Benchmark, Figure } from "../benchmark.ts";
import { measureCreates } from "./create-latency.ts";
import { ReviewConnection } from "./review-connection.ts";
import { startWebhookProcess } from "./webhook-process.ts";

const GROUP = "snapshot.storage.k8s.io";

/** An update of a bound VolumeSnapshotContent that passes every rule; about 2 KB. */
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
/** Time until both engines, of this process and the webhook, have compiled the code: a few thousand calls. */
const WARM_UP_SECONDS = 4;
const SECONDS = 5;

/** Number of connections that an API server opens to a webhook with this load, approximately. */
const CONNECTIONS = 16;

/**
 * Calls the webhook at a fixed rate whether or not responses arrive, so that a stall counts with all calls it delays.
 */
async function measureThroughTls(): Promise<Figure[]> {
  const webhook = await startWebhookProcess();
  const request = printRequest();
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => ReviewConnection.open(webhook, request)),
  );
  try {
    await askAtRate(connections, WARM_UP_SECONDS);
    const busy = process.cpuUsage();
    const took = await askAtRate(connections, SECONDS);
    const { user, system } = process.cpuUsage(busy);
    return [
      { name: "p99", value: percentile(took), unit: "ms", bound: { most: 10 } },
      { name: "the client's share of a core", value: (user + system) / 1e6 / SECONDS, unit: "", bound: { most: 0.7 } },
    ];
  } finally {
    for (const connection of connections) {
      connection.close();
    }
    webhook.close();
  }
}

function printRequest(): Buffer {
  const head = [
    "POST /volumesnapshot?timeout=2s HTTP/1.1",
    "host: webhook",
    "content-type: application/json",
    `content-length: ${REVIEW.length}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${REVIEW}`);
}

/** The latency of each review counts from the time when it was due, even if it waited for a connection. */
async function askAtRate(connections: readonly ReviewConnection[], seconds: number): Promise<number[]> {
  const count = PER_SECOND * seconds;
  const start = performance.now();
  const took: number[] = [];
  const idle = [...connections];
  let next = 0;
  let fault: unknown;
  const ask = async (connection: ReviewConnection, dueMs: number) => {
    await connection.ask();
    took.push(performance.now() - dueMs);
    idle.push(connection);
  };
  while (took.length < count && fault === undefined) {
    const due = Math.min(count, Math.floor(((performance.now() - start) * PER_SECOND) / 1000));
    while (next < due && idle.length > 0) {
      const dueMs = start + (next++ * 1000) / PER_SECOND;
      ask(idle.pop() as ReviewConnection, dueMs).catch((error: unknown) => {
        fault = error;
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  if (fault !== undefined) {
    throw fault;
  }
  return took;
}

function percentile(took: readonly number[]): number {
  const sorted = Float64Array.from(took).sort();
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

export const snapshotBenchmarks: readonly Benchmark[] = [
  { name: "snapshot-review", about: "a review of a snapshot, in process", figures: measureInProcess },
  { name: "snapshot-tls", about: "1,000 reviews a second through TLS", figures: measureThroughTls },
  {
    name: "snapshot-create",
    about: "creates of a snapshot, one by one, with and without the webhook, on Kiln and the peer",
    figures: measureCreates,
  },
];
