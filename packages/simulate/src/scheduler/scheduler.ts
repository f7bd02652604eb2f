import { deepEqual, objectAt, type StringMap, type Timer } from "@kiln/api";
import { yieldTurn } from "@kiln/store";
import { findCondition } from "../conditions.ts";
import type { Pod } from "../objects.ts";
import { createNodeTable, type NodeTable } from "../placement/node-table.ts";
import { SCHEDULER, SCHEDULER_ACTOR } from "../placement/scheduler-actor.ts";
import { compareRank, type PodRecord } from "../pods/pod-record.ts";
import { setPodCondition } from "../pods/set-pod-condition.ts";
import type { SimulatedController, Simulation } from "../simulation.ts";
import { type Choice, type Choosing, chooseNode } from "./choose-node.ts";
import { preempt } from "./preempt.ts";

/** Pods placed before other work gets a turn. */
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
}

/** Assigns Pods to nodes, in the order of their priority, then of their creation. */
export const scheduler: SimulatedController = {
  name: "kube-scheduler",
  start(simulation) {
    const { pods, nodes, cluster } = simulation;
    const namespaces = cluster.view<StringMap>(
      { apiVersion: "v1", kind: "Namespace" },
      { read: (object) => (objectAt(object, "metadata").labels ?? {}) as StringMap },
    );
    const namespaceLabels = (name: string) => namespaces.get(`/registry/core/namespaces/${name}`) ?? {};
    const scheduling: Scheduler = { simulation, table: createNodeTable(nodes, pods), namespaceLabels };
    const waiting = new Set<string>();
    const stuck = new Set<string>();
    let isRunning = false;
    let isStopped = false;
    let timer: Timer | undefined;

    const run = async (): Promise<void> => {
      // After the commit that triggered it: its other events belong to the same turn.
      await Promise.resolve();
      while (waiting.size > 0 && !isStopped) {
        const batch = takeBatch(pods, waiting);
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
    const retryStuck = (): void => {
      for (const key of stuck) {
        waiting.add(key);
      }
      stuck.clear();
      wake();
    };
    pods.onChange(({ key, now, before }) => {
      if (now !== undefined && now.nodeName === "" && !now.isDeleting && now.phase === "Pending") {
        // A change of its own status does not make it fit.
        if (before === undefined || (!stuck.has(key) && before.nodeName === "")) {
          waiting.add(key);
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
      if (!isSame) {
        retryStuck();
      }
    });
    simulation.volumes.onChange(retryStuck);
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

/** Takes the next ones out, highest priority first. */
function takeBatch(pods: Simulation["pods"], waiting: Set<string>): PodRecord[] {
  const records = [...waiting].map((key) => pods.get(key)).filter((pod) => pod !== undefined);
  for (const key of waiting) {
    if (pods.get(key) === undefined) {
      waiting.delete(key);
    }
  }
  records.sort(compareRank);
  const batch = records.slice(0, PODS_A_TURN);
  for (const { key } of batch) {
    waiting.delete(key);
  }
  return batch;
}

/** False if the Pod stays pending. Decides before its first await, so that Pods are placed one after the other. */
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
  const choice = withNominated(choosing, chooseNode(choosing));
  if (!("node" in choice)) {
    if (table.rows.size === 0) {
      return refuse(simulation, { record, pod, message: "no nodes available to schedule pods" });
    }
    const preemption = await preempt(simulation, choosing, choice.misfits);
    const nominated = preemption.node === undefined ? {} : { nominated: preemption.node };
    return refuse(simulation, { record, pod, message: `${choice.message} ${preemption.message}`, ...nominated });
  }
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

/** The node that was cleared for the Pod comes first, if it fits there now. */
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

/** Sets the condition with the reason why the Pod stays pending, unless it is already there. */
async function refuse(
  { cluster, record: report }: Simulation,
  { record, pod, message, nominated }: Refusal,
): Promise<false> {
  const before = findCondition(pod.status?.conditions, "PodScheduled");
  if (before?.message === message && (nominated ?? pod.status?.nominatedNodeName) === pod.status?.nominatedNodeName) {
    return false;
  }
  await cluster.change(SCHEDULER_ACTOR, record, {
    subresource: "status",
    change(object) {
      const condition = { type: "PodScheduled", status: "False", reason: "Unschedulable", message };
      setPodCondition(object, condition, cluster.clock.now());
      if (nominated !== undefined) {
        object.status = { ...(object.status as object), nominatedNodeName: nominated };
      }
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
