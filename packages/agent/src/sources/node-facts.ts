import { type Clock, type JsonObject, type KubeObject, objectAt } from "@kiln/api";
import { type Client, type Informer, type ResourceType, startInformer } from "@kiln/client";
import type { AgentLog } from "../agent-options.ts";

const NODES: ResourceType = { group: "", version: "v1", plural: "nodes", isNamespaced: false };
const TTL_ANNOTATION = "node.alpha.kubernetes.io/ttl";
const DEFAULT_TTL_MS = 60_000;
const FRESH_MS = 300_000;

/** Facts of the node itself. */
export interface NodeFacts {
  /** How long a cached object is fresh: large clusters set longer times. */
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
  /** Follows the node's annotations; otherwise the time to live is a minute. */
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
