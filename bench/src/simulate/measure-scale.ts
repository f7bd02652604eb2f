import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Figure } from "../benchmark.ts";
import { type RunningServer, startKiln } from "../server/start-server.ts";
import { DEPLOYMENTS, makeDeployment, NODES, openClient, PODS, quantile, untilReady } from "./open-client.ts";

const NODE_COUNT = 1000;
const SETS = 60;
const PODS_EACH = 500;
const TOTAL = SETS * PODS_EACH;
const READS = 3000;
/** Time until a restarted server has read everything and is idle. */
const SETTLE_MS = 20_000;
const SIMULATE = ["--simulate", "--simulate-nodes", String(NODE_COUNT)];

/** Measures a server that simulates workloads and one that only stores them, with the same data. */
export async function measureScale(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "kiln-bench-"));
  try {
    const rollout = await withServer(SIMULATE, folder, rollOut);
    const plain = await withServer([], folder, measureReads);
    const simulated = await withServer(SIMULATE, folder, measureReads);
    const bytes = (simulated.memory - plain.memory) / TOTAL;
    return [
      { name: `until ${TOTAL} Pods are ready`, value: rollout.seconds, unit: "s" },
      { name: "Pods a second", value: TOTAL / rollout.seconds, unit: "/s" },
      {
        name: "get p99, against a server that only stores",
        value: simulated.p99 / plain.p99,
        unit: "x",
        bound: { most: 2 },
      },
      { name: "get p99", value: simulated.p99, unit: "ms" },
      { name: "memory a Pod beyond the object", value: bytes / 1000, unit: "KB", bound: { most: 12 } },
      { name: "resident", value: simulated.memory / 1e6, unit: "MB" },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withServer<T>(flags: readonly string[], folder: string, run: (server: RunningServer) => Promise<T>) {
  const server = await startKiln(flags, folder);
  try {
    return await run(server);
  } finally {
    await server.close();
  }
}

async function rollOut(server: RunningServer): Promise<{ seconds: number }> {
  const client = openClient(server);
  for (let left = NODE_COUNT; left > 0; ) {
    left = NODE_COUNT - ((await client.list(NODES)).items?.length ?? 0);
  }
  const startMs = performance.now();
  for (let i = 0; i < SETS; i++) {
    await client.create(DEPLOYMENTS, makeDeployment(`web-${i}`, PODS_EACH) as never);
  }
  await Promise.all(Array.from({ length: SETS }, (_, i) => untilReady(client, `web-${i}`, PODS_EACH)));
  const seconds = (performance.now() - startMs) / 1000;
  client.close();
  return { seconds };
}

async function measureReads(server: RunningServer): Promise<{ p99: number; memory: number }> {
  const client = openClient(server);
  const names: string[] = [];
  const query = { namespace: "default", limit: 500 };
  for (let next: string | undefined = ""; next !== undefined; ) {
    const list = await client.list(PODS, { ...query, ...(next === "" ? {} : { continue: next }) });
    names.push(...(list.items ?? []).map(({ metadata }) => String(metadata.name)));
    next = (list.metadata as { continue?: string }).continue;
  }
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const times: number[] = [];
  for (let i = 0; i < READS; i++) {
    const name = names[(i * 7919) % names.length] ?? "";
    const startMs = performance.now();
    await client.get(PODS, { namespace: "default", name });
    times.push(performance.now() - startMs);
  }
  client.close();
  return { p99: quantile(times.slice(READS / 10), 0.99), memory: server.memory().anonymous };
}
