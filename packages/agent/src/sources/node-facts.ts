import { type Clock, type JsonObject, type KubeObject, objectAt } from "@kiln/api";
import { type Client, type Informer, type ResourceType, startInformer } from "@kiln/client";
import type { AgentLog } from "../agent-options.ts";

const NODES: ResourceType = { group: "", version: "v1", plural: "nodes", isNamespaced: false };
const TTL_ANNOTATION = "node.alpha.kubernetes.io/ttl";
const DEFAULT_TTL_MS = 60_000;
const FRESH_MS = 300_000;

/** Fields of the node that the agent needs. */
export interface NodeFacts {
  /** Time for which a cached object is fresh: an annotation that large clusters set to longer times. */
  ttlMs(): number;
  /** Allocatable resources of the node; requested at most every five minutes. */
  allocatable(): Promise<JsonObject>;
  stop(): void;
}

export interface NodeFactsOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly fraction: () => number;
  readonly nodeName: string;
  readonly log: AgentLog | undefined;
  /** Whether to follow the node's annotations; otherwise a cached object is fresh for a minute. */
  readonly followsNode: boolean;
}

export function openNodeFacts(options: NodeFactsOptions): NodeFacts {
  const { client, clock, nodeName } = options;
  const informer = options.followsNode ? follow(options) : undefined;
  let known: { readonly node: KubeObject; readonly readMs: number } | undefined;
  return {
    ttlMs() {
      const seconds = informer?.get(nodeName)?.metadata.annotations?.[TTL_ANNOTATION] ?? "";
      return /^\d{1,9}$/.test(seconds) ? Number(seconds) * 1000 : DEFAULT_TTL_MS;
    },
    async allocatable() {
      if (known === undefined || clock.monotonicMs() - known.readMs > FRESH_MS) {
        known = { node: await client.get(NODES, { name: nodeName }), readMs: clock.monotonicMs() };
      }
      return objectAt(known.node, "status", "allocatable");
    },
    stop: () => informer?.stop(),
  };
}

function follow({ client, clock, fraction, nodeName, log }: NodeFactsOptions): Informer {
  return startInformer({
    client,
    clock,
    fraction,
    type: NODES,
    fieldSelector: `metadata.name=${nodeName}`,
    onError: (error) => log?.warn({ err: error }, "node: failed to read; retrying"),
  });
}
