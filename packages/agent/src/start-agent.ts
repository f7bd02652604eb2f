import { createClient, limitRate, type ResourceType, startInformer } from "@kiln/client";
import { createAgentMetrics } from "./agent-metrics.ts";
import type { Agent, AgentOptions } from "./agent-options.ts";

const PODS: ResourceType = { group: "", version: "v1", plural: "pods", isNamespaced: true };

/** Starts at once; nothing is waited for. */
export function startAgent(options: AgentOptions): Agent {
  const { clock, fraction, nodeName, metrics = createAgentMetrics() } = options;
  const rate = { clock, perSecond: options.requestsPerSecond ?? 50, burst: options.burst ?? 100 };
  const client = createClient({
    transport: limitRate(options.transport, rate),
    userAgent: options.userAgent ?? "kiln-agent/1",
  });
  const pods = startInformer({
    client,
    clock,
    fraction,
    type: PODS,
    fieldSelector: `spec.nodeName=${nodeName}`,
    onError: (error) => options.log?.warn({ err: error }, "the pods of the node are not to be had; trying again"),
  });
  return {
    synced: pods.synced,
    metrics,
    state: () => ({
      pods: pods.size,
      waitingPods: 0,
      sources: { Starting: 0, Synced: 0, Immutable: 0, Idle: 0, Stopped: 0 },
      openWatches: { configmaps: 0, secrets: 0 },
      hasSynced: pods.hasSynced,
    }),
    close: async () => pods.stop(),
  };
}
