import {
  type Client,
  createClient,
  createEventRecorder,
  type Informer,
  limitRate,
  type ResourceType,
  type RetryingTransport,
  retryBusy,
  startInformer,
  type Transport,
} from "@kiln/client";
import { createAgentMetrics } from "./agent-metrics.ts";
import type { Agent, AgentOptions } from "./agent-options.ts";
import { countRequests } from "./count-requests.ts";
import { openContext } from "./open-context.ts";
import { openPods, type Pods } from "./pods/open-pods.ts";

const PODS: ResourceType = { group: "", version: "v1", plural: "pods", isNamespaced: true };

/** Starts an agent. Returns at once. */
export function startAgent(options: AgentOptions): Agent {
  const { clock, nodeName, log, metrics = createAgentMetrics(), removePod = async () => {} } = options;
  const requests = countRequests(options.transport, metrics);
  // Events have a rate limit of their own, as in the kubelet: events about delayed requests must not delay further
  // ones.
  const [reading, telling] = [limitAndRetry(options, requests.transport), limitAndRetry(options, requests.transport)];
  const { userAgent = "kiln-agent/1" } = options;
  const client = createClient({ transport: reading, userAgent });
  const events = createEventRecorder({
    client: createClient({ transport: telling, userAgent }),
    clock,
    component: "kiln-agent",
    host: nodeName,
    onError: (error) => log?.warn({ err: error }, "agent: failed to write event"),
  });
  const { context, close } = openContext({ ...options, client, events, metrics, pods: () => pods });
  const pods = openPods(context, removePod);
  const informer = followPods(options, client, pods);
  return {
    synced: informer.synced,
    metrics,
    pods: () => pods.reports(),
    state: () => ({
      pods: pods.size,
      waitingPods: pods.reports().filter(({ isReady }) => !isReady).length,
      staleTokens: pods
        .reports()
        .flatMap(({ namespace, name, tokenErrors: [error] }) =>
          error === undefined ? [] : [`${namespace}/${name}: ${error}`],
        ),
      sources: context.sources.countStates(),
      openWatches: { configmaps: requests.openWatches("configmaps"), secrets: requests.openWatches("secrets") },
      hasSynced: informer.hasSynced,
    }),
    async close() {
      reading.giveUp();
      telling.giveUp();
      informer.stop();
      close();
      await pods.close();
    },
  };
}

function limitAndRetry(options: AgentOptions, transport: Transport): RetryingTransport {
  const { clock, fraction, requestsPerSecond = 50, burst = 100 } = options;
  return retryBusy(limitRate(transport, { clock, perSecond: requestsPerSecond, burst }), { clock, fraction });
}

function followPods(options: AgentOptions, client: Client, pods: Pods): Informer {
  const { clock, fraction, nodeName, log } = options;
  const informer = startInformer({
    client,
    clock,
    fraction,
    type: PODS,
    fieldSelector: `spec.nodeName=${nodeName}`,
    onChange(change) {
      const { uid = "" } = change.object.metadata;
      if (change.type === "deleted") {
        pods.remove(uid);
        return;
      }
      // The Pod was deleted and recreated under the same name while no watch was open.
      if (change.type === "modified" && change.old.metadata.uid !== uid) {
        pods.remove(change.old.metadata.uid ?? "");
      }
      pods.set(change.object);
    },
    onError: (error) => log?.warn({ err: error }, "agent: failed to list the Pods of the node: retrying"),
  });
  informer.synced.then(
    () => removeOrphans(options, pods),
    () => {
      // The list was rejected because the agent was closed first: it is unknown which Pods were deleted.
    },
  );
  return informer;
}

/** Removes files of Pods that were deleted while no agent ran. */
async function removeOrphans({ listPods, removePod, log }: AgentOptions, pods: Pods): Promise<void> {
  try {
    for (const podUid of (await listPods?.()) ?? []) {
      if (!pods.has(podUid)) {
        await removePod?.(`pods/${podUid}`);
      }
    }
  } catch (error) {
    log?.warn({ err: error }, "agent: failed to remove the files of deleted Pods");
  }
}
