import { join } from "node:path";
import type { JsonObject } from "@kiln/api";
import { type Client, createClient, type ResourceType } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import type { RunningServer } from "../server/start-server.ts";

export const DEPLOYMENTS: ResourceType = { group: "apps", version: "v1", plural: "deployments", isNamespaced: true };
export const PODS: ResourceType = { group: "", version: "v1", plural: "pods", isNamespaced: true };
export const NODES: ResourceType = { group: "", version: "v1", plural: "nodes", isNamespaced: false };

export function openClient({ folder }: RunningServer): Client {
  const transport = openTransport(loadAccess({ file: join(folder, "kubeconfig") }));
  return createClient({ transport, userAgent: "bench/1" });
}

export function makeDeployment(name: string, replicas: number, container: JsonObject = {}): JsonObject {
  const labels = { app: name };
  const containers = [{ name: "main", image: "example.com/app:1", ...container }];
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { namespace: "default", name },
    spec: { replicas, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  };
}

/** Resolves when the status has this many ready Pods. */
export async function untilReady(client: Client, name: string, replicas: number): Promise<void> {
  const query = { namespace: "default", fieldSelector: `metadata.name=${name}` };
  const stopper = new AbortController();
  for await (const { object } of client.watch(DEPLOYMENTS, { ...query, signal: stopper.signal })) {
    const { readyReplicas } = ((object as { status?: unknown }).status ?? {}) as { readyReplicas?: number };
    if (readyReplicas === replicas) {
      stopper.abort();
      return;
    }
  }
}

const podsOf = (name: string) => ({ namespace: "default", labelSelector: `app=${name}` });

/** Resolves when this many Pods of a Deployment run, ready or not. */
export async function untilRunning(client: Client, name: string, replicas: number): Promise<void> {
  const stopper = new AbortController();
  const running = new Set<string>();
  for await (const { object } of client.watch(PODS, { ...podsOf(name), signal: stopper.signal })) {
    const { metadata, status } = object as { metadata?: { name?: string }; status?: { phase?: string } };
    if (status?.phase === "Running") {
      running.add(String(metadata?.name));
    }
    if (running.size === replicas) {
      stopper.abort();
      return;
    }
  }
}

/** Resolves when a deleted Deployment has no Pods. */
export async function untilGone(client: Client, name: string): Promise<void> {
  while (((await client.list(PODS, podsOf(name))).items ?? []).length > 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;
}
