import type { Client, ResourceType } from "@kiln/client";
import type { Figure } from "../benchmark.ts";
import { startKiln } from "../server/start-server.ts";
import {
  DEPLOYMENTS,
  makeDeployment,
  openClient,
  quantile,
  untilGone,
  untilReady,
  untilRunning,
} from "./open-client.ts";

const CLOCKS: ResourceType = { group: "testing.kiln.dev", version: "v1", plural: "clocks", isNamespaced: false };
const PODS_EACH = 10;
const ROUNDS = 30;
const WARM_UP = 5;
const PROBE_SECONDS = 30;

export async function measureRollouts(): Promise<readonly Figure[]> {
  return [...(await measureAsTimeGoes()), ...(await measureAdvanced())];
}

async function measureAsTimeGoes(): Promise<readonly Figure[]> {
  const server = await startKiln(["--simulate"]);
  const client = openClient(server);
  try {
    const { times, processorMs } = await repeat(client, server.processorMs, async (name) => {
      await client.create(DEPLOYMENTS, makeDeployment(name, PODS_EACH) as never);
      await untilReady(client, name, PODS_EACH);
    });
    return [
      { name: "ready p50", value: quantile(times, 0.5), unit: "ms", bound: { most: 300 } },
      { name: "ready p99", value: quantile(times, 0.99), unit: "ms" },
      { name: "processor time of the server", value: processorMs, unit: "ms" },
    ];
  } finally {
    client.close();
    await server.close();
  }
}

/** Measures rollouts whose probes take half a minute, which the clock skips. */
async function measureAdvanced(): Promise<readonly Figure[]> {
  const server = await startKiln(["--simulate", "--testing"]);
  const client = openClient(server);
  const readinessProbe = { httpGet: { path: "/", port: 80 }, initialDelaySeconds: PROBE_SECONDS };
  let offsetSeconds = 0;
  try {
    const time = "2030-01-01T00:00:00Z";
    const clock = {
      apiVersion: "testing.kiln.dev/v1",
      kind: "Clock",
      metadata: { name: "cluster" },
      spec: { stopped: true, time },
    };
    await client.create(CLOCKS, clock as never);
    const { times, processorMs } = await repeat(client, server.processorMs, async (name) => {
      const ready = untilReady(client, name, PODS_EACH);
      await client.create(DEPLOYMENTS, makeDeployment(name, PODS_EACH, { readinessProbe }) as never);
      await untilRunning(client, name, PODS_EACH);
      offsetSeconds += PROBE_SECONDS;
      const body = { spec: { offset: `${offsetSeconds}s` } };
      await client.patch(CLOCKS, { name: "cluster" }, { type: "merge", body });
      await ready;
    });
    return [
      { name: "clock advanced: ready p50", value: quantile(times, 0.5), unit: "ms" },
      { name: "clock advanced: processor time of the server", value: processorMs, unit: "ms", bound: { most: 50 } },
    ];
  } finally {
    client.close();
    await server.close();
  }
}

/** Milliseconds of each round, and the mean of the server's processor time until the Pods are ready. */
async function repeat(client: Client, processorMs: () => number, run: (name: string) => Promise<void>) {
  const times: number[] = [];
  let spentMs = 0;
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const name = `web-${round}`;
    const startMs = performance.now();
    const before = processorMs();
    await run(name);
    times.push(performance.now() - startMs);
    spentMs += round < WARM_UP ? 0 : processorMs() - before;
    await client.delete(DEPLOYMENTS, { namespace: "default", name });
    await untilGone(client, name);
  }
  return { times: times.slice(WARM_UP), processorMs: spentMs / ROUNDS };
}
