import type { JsonObject, LabelSelectorObject, OwnerReference } from "@kiln/api";
import type { ProxyTransport, WebhookTransport } from "@kiln/apiserver/extension";
import type { Controller } from "@kiln/controllers";
import { isStoreError } from "@kiln/store";
import type { Cluster, KindName } from "./cluster/cluster.ts";
import { createEventRecorder } from "./cluster/event-recorder.ts";
import { openCluster } from "./cluster/open-cluster.ts";
import type { View } from "./cluster/view.ts";
import { createControllers } from "./controllers.ts";
import { answerForKubelets } from "./nodes/kubelet-api.ts";
import type { NodeOptions } from "./nodes/node-agent.ts";
import { refuseWebhooks } from "./nodes/refuse-webhooks.ts";
import type { Node, Workload } from "./objects.ts";
import { openVolumes } from "./placement/volumes.ts";
import { createPodAddresses } from "./pods/pod-addresses.ts";
import { createPodReader, type PodRecord } from "./pods/pod-record.ts";
import { compileSelector, type Matches, NODE, POD, type Simulation, type Started } from "./simulation.ts";
import { orphansOf } from "./workloads/own-pods.ts";

export interface SimulationOptions {
  readonly nodes: NodeOptions;
}

/** Simulation of the workloads of one server. */
export interface WorkloadSimulation {
  /** Workload controllers, nodes and a scheduler, to be added to the controllers of the server. */
  readonly controller: Controller;
  /** Transport that answers connections to kubelets of simulated nodes; other connections use `transport`. */
  openProxy(transport: ProxyTransport): ProxyTransport;
  /** Transport that refuses calls of webhooks in simulated Pods; other calls use `transport`. */
  openWebhooks(transport: WebhookTransport): WebhookTransport;
}

export function createSimulation({ nodes }: SimulationOptions): WorkloadSimulation {
  let current: Simulation | undefined;
  const controller = createController(nodes, (simulation) => {
    current = simulation;
  });
  return {
    controller,
    openProxy: (transport) => answerForKubelets(transport, () => current),
    openWebhooks: (transport) => refuseWebhooks(transport, () => current),
  };
}

function createController(nodes: NodeOptions, onStart: (simulation: Simulation | undefined) => void): Controller {
  return {
    name: "simulation-controller",
    start(services) {
      const simulation = openSimulation(openCluster(services));
      onStart(simulation);
      const started = createControllers(nodes).map((controller) => controller.start(simulation));
      void begin(simulation.cluster, started);
      return {
        stop() {
          onStart(undefined);
          simulation.cluster.stop();
          for (const controller of started) {
            controller.stop();
          }
        },
      };
    },
  };
}

async function begin(cluster: Cluster, started: readonly Started[]): Promise<void> {
  try {
    await cluster.load();
  } catch (error) {
    if (!isStoreError(error, "closed")) {
      cluster.log.warn({ err: error }, "simulate: stored objects not read; nothing is simulated");
    }
    return;
  }
  for (const controller of started) {
    controller.begin();
  }
}

function openSimulation(cluster: Cluster): Simulation {
  const selectors = new WeakMap<object, Matches>();
  const pods = cluster.view<PodRecord>(POD, {
    read: createPodReader(),
    indexes: {
      owner: ({ controller, metadata }) => controller?.uid ?? orphansOf(metadata.namespace),
      node: ({ nodeName }) => (nodeName === "" ? undefined : nodeName),
      namespace: ({ metadata }) => metadata.namespace,
    },
  });
  return {
    cluster,
    pods,
    addresses: createPodAddresses(pods),
    nodes: cluster.view<Node>(NODE, { read: (object) => object as unknown as Node }),
    record: createEventRecorder(cluster),
    volumes: openVolumes(cluster),
    staged: new Set(),
    workloads: <T extends Workload>(kind: KindName): View<T> =>
      cluster.view<T>(kind, {
        read: (object: JsonObject) => object as unknown as T,
        indexes: {
          owner: ({ metadata }) => controllerOf(metadata.ownerReferences) ?? orphansOf(metadata.namespace),
          namespace: ({ metadata }) => metadata.namespace,
        },
      }),
    matches(owner) {
      const known = selectors.get(owner) ?? compileSelector(selectorOf(owner));
      selectors.set(owner, known);
      return known;
    },
  };
}

function controllerOf(owners: readonly OwnerReference[] | null | undefined): string | undefined {
  return owners?.find(({ controller }) => controller === true)?.uid;
}

/**
 * Kubernetes: the selector of a ReplicationController is a plain map (api/core/v1/types.go ReplicationControllerSpec,
 * v1.36).
 */
function selectorOf({ kind, spec }: Workload): LabelSelectorObject | undefined {
  const { selector } = spec as { readonly selector?: LabelSelectorObject };
  return kind === "ReplicationController" ? { matchLabels: (selector ?? {}) as never } : selector;
}
