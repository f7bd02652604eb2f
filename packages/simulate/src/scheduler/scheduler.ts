import { deepEqual, type JsonObject, objectAt, type StringMap, type Timer } from "@kiln/api";
import { yieldTurn } from "@kiln/store";
import { findCondition } from "../conditions.ts";
import type { Pod } from "../objects.ts";
import { createNodeTable, type NodeTable } from "../placement/node-table.ts";
import { SCHEDULER, SCHEDULER_ACTOR } from "../placement/scheduler-actor.ts";
import type { PodRecord } from "../pods/pod-record.ts";
import { setPodCondition } from "../pods/set-pod-condition.ts";
import type { SimulatedController, Simulation } from "../simulation.ts";
import { type Choice, type Choosing, chooseNode } from "./choose-node.ts";
import { preempt } from "./preempt.ts";
import { createWaitingLine } from "./waiting-line.ts";

/** Number of Pods placed in one turn of the event loop. */
const PODS_A_TURN = 64;
/**
 * Kubernetes: an unschedulable Pod is retried after five minutes without any event (backend/queue/scheduling_queue.go
 * DefaultPodMaxInUnschedulablePodsDuration, v1.36).
 */
const RETRY_MS = 300_000;

interface Scheduler {
  readonly simulation: Simulation;
  readonly table: NodeTable;
  readonly namespaceLabels: (name: string) => StringMap;
  /** Pods that stay pending until something changes. */
  readonly stuck: Set<string>;
}

/** Assigns Pods to nodes, in order of priority, then of arrival. */
export const scheduler: SimulatedController = {
  name: "kube-scheduler",
  start(simulation) {
    const { pods, nodes, cluster } = simulation;
    const namespaceLabels = followNamespaces(simulation);
    const scheduling: Scheduler = {
      simulation,
      table: createNodeTable(nodes, pods),
      namespaceLabels,
      stuck: new Set(),
    };
    const { stuck } = scheduling;
    const waiting = createWaitingLine();
    let isRunning = false;
    let isStopped = false;
    let timer: Timer | undefined;

    const run = async (): Promise<void> => {
      // Waits for the end of the commit that triggered this: its other events belong to the same turn.
      await Promise.resolve();
      while (waiting.size > 0 && !isStopped) {
        const batch = waiting.take(PODS_A_TURN).flatMap((key) => pods.get(key) ?? []);
        await Promise.all(
          batch.map(async (pod) => {
            if (!(await schedule(scheduling, pod))) {
              stuck.add(pod.key);
            }
          }),
        );
        await yieldTurn();
      }
      isRunning = false;
    };
    const wake = (): void => {
      if (!isRunning && !isStopped) {
        isRunning = true;
        void run();
      }
    };
    const retryStuck = (isAffected: (key: string) => boolean = () => true): void => {
      for (const key of [...stuck].filter(isAffected)) {
        waiting.add(key, pods.get(key)?.needs.priority ?? 0);
        stuck.delete(key);
      }
      wake();
    };
    pods.onChange(({ key, now, before }) => {
      if (now !== undefined && now.nodeName === "" && !now.isDeleting && now.phase === "Pending") {
        // A pending Pod is not queued again for a change of its own status.
        if (before === undefined || (!stuck.has(key) && before.nodeName === "")) {
          waiting.add(key, now.needs.priority);
          wake();
        }
        return;
      }
      waiting.delete(key);
      stuck.delete(key);
      const isFreed = now === undefined || now.phase === "Succeeded" || now.phase === "Failed";
      if (stuck.size > 0 && (isFreed || before?.nodeName === "")) {
        retryStuck();
      }
    });
    nodes.onChange(({ now, before }) => {
      const isSame =
        now !== undefined &&
        deepEqual(now.spec ?? {}, before?.spec ?? {}) &&
        deepEqual(now.status?.allocatable ?? {}, before?.status?.allocatable ?? {}) &&
        deepEqual(now.metadata.labels ?? {}, before?.metadata.labels ?? {});
      // Kubernetes: a deleted node makes room only for Pods with topology spread constraints
      // (plugins/podtopologyspread/plugin.go EventsToRegister, v1.36).
      if (!isSame) {
        retryStuck(now === undefined ? (key) => isSpread(simulation, key) : undefined);
      }
    });
    simulation.volumes.onChange(() => retryStuck());
    const retryLater = (): void => {
      retryStuck();
      timer = cluster.clock.setTimer(RETRY_MS, retryLater);
    };
    return {
      begin: retryLater,
      stop() {
        isStopped = true;
        timer?.cancel();
      },
    };
  },
};

function followNamespaces({ cluster }: Simulation): Scheduler["namespaceLabels"] {
  const namespaces = cluster.view<StringMap>(
    { apiVersion: "v1", kind: "Namespace" },
    { read: (object) => (objectAt(object, "metadata").labels ?? {}) as StringMap },
  );
  return (name) => namespaces.get(`/registry/core/namespaces/${name}`) ?? {};
}

/** Whether the Pod has topology spread constraints. */
function isSpread({ pods, cluster }: Simulation, key: string): boolean {
  const record = pods.get(key);
  const { spec } = (record === undefined ? {} : (cluster.read(record) ?? {})) as Partial<Pod>;
  return ((spec?.topologySpreadConstraints ?? []) as unknown[]).length > 0;
}

/**
 * Assigns a Pod to a node; false if it stays pending. Decides before its first await, so that Pods are placed one after
 * the other.
 */
async function schedule(scheduling: Scheduler, record: PodRecord): Promise<boolean> {
  const { simulation, table, namespaceLabels } = scheduling;
  const { cluster } = simulation;
  const pod = cluster.read(record) as Pod | undefined;
  if (pod === undefined || record.nodeName !== "" || record.isDeleting) {
    return true;
  }
  const isGated = (pod.spec.schedulingGates ?? []).length > 0;
  if (isGated || (pod.spec.schedulerName ?? SCHEDULER) !== SCHEDULER) {
    return false;
  }
  const volumes = simulation.volumes.check(pod);
  if (volumes.message !== undefined) {
    // Kubernetes: the plugins that would preempt find nothing that earlier ones noted (schedule_one.go schedulePod,
    // v1.36).
    const message = `0/${table.rows.size} nodes are available: ${volumes.message}. not found`;
    return refuse(simulation, { record, pod, message });
  }
  const choosing: Choosing = {
    table,
    pod: record,
    spec: pod.spec,
    namespaceLabels,
    random: cluster.random,
    ...(volumes.isReachable === undefined ? {} : { isReachable: volumes.isReachable }),
  };
  if (table.rows.size === 0) {
    return refuse(simulation, { record, pod, message: "no nodes available to schedule pods" });
  }
  // Before the first await: its own status does not queue the Pod again, and what changes meanwhile does.
  scheduling.stuck.add(record.key);
  const release = table.holdNominated(record);
  const choice = withNominated(choosing, chooseNode(choosing));
  const preempting = "node" in choice ? undefined : preempt(simulation, choosing, choice.misfits);
  release();
  if (!("node" in choice)) {
    const { node, message = "" } = (await preempting) ?? {};
    const nominated = node === undefined ? {} : { nominated: node };
    return refuse(simulation, { record, pod, message: `${choice.message} ${message}`.trimEnd(), ...nominated });
  }
  scheduling.stuck.delete(record.key);
  table.assume(record, choice.node);
  try {
    await simulation.volumes.bind(pod, choice.node);
    await cluster.bind(record, choice.node);
  } catch (error) {
    table.forget(record.key);
    cluster.log.info(
      { err: error, key: record.key },
      `simulate: scheduler: pod not bound, will be retried: ${record.key}`,
    );
    return false;
  }
  const { namespace, name } = record.metadata;
  simulation.record(SCHEDULER_ACTOR, {
    component: SCHEDULER,
    about: record,
    type: "Normal",
    reason: "Scheduled",
    message: `Successfully assigned ${namespace}/${name} to ${choice.node}`,
    action: "Binding",
  });
  return true;
}

/** Puts the nominated node first, on which Pods were preempted, if the Pod fits there now. */
function withNominated(choosing: Choosing, choice: Choice): Choice {
  const { nominatedNode } = choosing.pod;
  const row = choosing.table.rows.get(nominatedNode);
  if (!("node" in choice) || row === undefined) {
    return choice;
  }
  const only = { ...choosing, table: { ...choosing.table, rows: new Map([[row.name, row]]) } };
  const there = chooseNode(only);
  return "node" in there ? there : choice;
}

interface Refusal {
  readonly record: PodRecord;
  readonly pod: Pod;
  readonly message: string;
  readonly nominated?: string;
}

/** Sets the condition with the reason why the Pod stays pending, unless the Pod has it already. */
async function refuse(
  { cluster, record: report }: Simulation,
  { record, pod, message, nominated }: Refusal,
): Promise<false> {
  const before = findCondition(pod.status?.conditions, "PodScheduled");
  const { nominatedNodeName = "" } = pod.status ?? {};
  const wanted = nominated ?? nominatedNodeName;
  if (before?.message === message && wanted === nominatedNodeName) {
    return false;
  }
  await cluster.change(SCHEDULER_ACTOR, record, {
    subresource: "status",
    change(object) {
      const condition = { type: "PodScheduled", status: "False", reason: "Unschedulable", message };
      setPodCondition(object, condition, cluster.clock.now());
      const { nominatedNodeName: _, ...status } = object.status as JsonObject;
      object.status = wanted === "" ? status : { ...status, nominatedNodeName: wanted };
      return true;
    },
  });
  report(SCHEDULER_ACTOR, {
    component: SCHEDULER,
    about: record,
    type: "Warning",
    reason: "FailedScheduling",
    message,
    action: "Scheduling",
  });
  return false;
}
