import type { KubeObject } from "@kiln/api";
import type { Client, EventRecorder } from "@kiln/client";
import type { AgentMetrics } from "./agent-metrics.ts";
import type { AgentOptions } from "./agent-options.ts";
import type { Pods } from "./pods/open-pods.ts";
import type { WorkerContext } from "./pods/pod-worker.ts";
import type { ObjectRef } from "./references/object-ref.ts";
import { openNodeFacts } from "./sources/node-facts.ts";
import { openSources } from "./sources/open-sources.ts";
import { createTokenSource } from "./sources/token-source.ts";

const MINUTE_MS = 60_000;

export interface ContextOptions extends AgentOptions {
  readonly client: Client;
  readonly events: EventRecorder;
  readonly metrics: AgentMetrics;
  /** Pods of the node; a function, because they are created after the context. */
  pods(): Pods;
}

/** Context shared by the workers of all Pods; `close` ends it. */
export function openContext(options: ContextOptions): { readonly context: WorkerContext; close(): void } {
  const { client, clock, fraction, nodeName, metrics, events, log, openVolume, records, pods } = options;
  const { strategy = "watch", immutableStep: step = "iii", syncPeriodMs = MINUTE_MS } = options;
  const node = openNodeFacts({ client, clock, fraction, nodeName, log, followsNode: strategy === "cache" });
  const sources = openSources({
    ...{ client, clock, fraction, strategy, step, metrics, log },
    ...(options.watchSeconds === undefined ? {} : { watchSeconds: options.watchSeconds }),
    maxIdleMs: Math.max(options.maxIdleMs ?? 5 * syncPeriodMs, MINUTE_MS),
    ttlMs: () => node.ttlMs(),
    onNews: (podUids, news) => pods().notify(podUids, news),
    onReplaced(ref, old, podUids) {
      metrics.add("kiln_agent_replaced_objects_total", [], 1);
      for (const podUid of podUids) {
        pods().tellReplaced(podUid, ref, old.metadata.uid ?? "");
      }
    },
  });
  const context: WorkerContext = {
    ...{ clock, fraction, metrics, log, sources, node, openVolume, records },
    tokens: createTokenSource({ client, clock, fraction }),
    pace: { syncPeriodMs, isPushing: options.isPushing ?? true, pushIntervalMs: options.pushIntervalMs ?? 1000 },
    verifyIntervalMs: options.verifyIntervalMs ?? 60 * MINUTE_MS,
    keepsReplaced: step === "iii",
    secretsRefusal: options.secretsRefusal,
    onReplaced: (pod, ref, uid) => void recordReplaced(events, pod, { ref, uid }),
    onFailure: (pod, failure) => void events.record(pod, { type: "Warning", ...failure }),
  };
  const close = () => {
    sources.close();
    node.stop();
  };
  return { context, close };
}

interface Replaced {
  readonly ref: ObjectRef;
  readonly uid: string;
}

function recordReplaced(events: EventRecorder, pod: KubeObject, { ref, uid }: Replaced): Promise<void> {
  const { kind, name } = ref;
  const message =
    `The immutable ${kind} ${JSON.stringify(name)} with the uid ${uid} was deleted or replaced by another of its name.` +
    " This pod keeps the content it has; a new pod gets the new one.";
  return events.record(pod, { type: "Warning", reason: "ImmutableObjectReplaced", message });
}
