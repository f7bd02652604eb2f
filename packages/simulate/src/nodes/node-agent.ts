import { printTime } from "@kiln/api";
import { createActor } from "@kiln/kinds";
import { createLoop } from "../cluster/loop.ts";
import { isAlreadyExists } from "../cluster/open-cluster.ts";
import { findCondition } from "../conditions.ts";
import { type Condition, type NamedMeta, type Node, type Taint, withoutZeros } from "../objects.ts";
import { toMs } from "../pods/pod-record.ts";
import { NODE, type SimulatedController, type Simulation } from "../simulation.ts";
import { kubeletActor } from "./kubelet.ts";
import { markPodsUnready } from "./mark-pods-unready.ts";
import { renewedMs } from "./node-leases.ts";
import { isLost } from "./node-state.ts";

/** Default capacity of a simulated node. */
const CAPACITY = { cpu: "32", memory: "256Gi", "ephemeral-storage": "1Ti", pods: "110" };

const HEALTHY: readonly Condition[] = [
  {
    type: "MemoryPressure",
    status: "False",
    reason: "KubeletHasSufficientMemory",
    message: "kubelet has sufficient memory available",
  },
  {
    type: "DiskPressure",
    status: "False",
    reason: "KubeletHasNoDiskPressure",
    message: "kubelet has no disk pressure",
  },
  {
    type: "PIDPressure",
    status: "False",
    reason: "KubeletHasSufficientPID",
    message: "kubelet has sufficient PID available",
  },
  { type: "Ready", status: "True", reason: "KubeletReady", message: "kubelet is posting ready status" },
];

/**
 * Kubernetes: a node whose kubelet does not report for this long is unknown (nodelifecycle/config/v1alpha1/defaults.go
 * RecommendedDefaultNodeLifecycleControllerConfiguration, v1.36).
 */
const GRACE_MS = 50_000;

export interface NodeOptions {
  /** Number of nodes to create when the simulation starts. */
  readonly count: number;
}

/** Creates nodes, reports them as ready, and detects lost ones. */
export function createNodeAgent({ count }: NodeOptions): SimulatedController {
  return {
    name: "node-agent",
    start(simulation) {
      const { nodes, cluster } = simulation;
      const loop = createLoop(cluster, {
        name: "node-agent",
        reconcile: async (key) => {
          const node = nodes.get(key);
          if (node === undefined || simulation.staged.has("Node")) {
            return undefined;
          }
          if (isLost(node)) {
            return watchLost(simulation, node);
          }
          await reportReady(simulation, node);
          return undefined;
        },
      });
      const heartbeat = createLoop(cluster, {
        name: "node-heartbeat",
        isPeriodic: true,
        reconcile: async (key) => {
          const node = nodes.get(key);
          const isBeating = node !== undefined && !isLost(node) && !simulation.staged.has("Node");
          return isBeating ? beat(simulation, node) : undefined;
        },
      });
      const add = (key: string) => {
        loop.add(key);
        heartbeat.add(key);
      };
      nodes.onChange(({ key }) => add(key));
      const begin = () => {
        [...nodes.keys()].forEach(add);
        void register(simulation, count);
      };
      const stop = () => {
        loop.stop();
        heartbeat.stop();
      };
      return { begin, stop };
    },
  };
}

async function register({ cluster }: Simulation, count: number): Promise<void> {
  const made = Array.from({ length: count }, async (_, i) => {
    const name = `kiln-node-${i}`;
    const labels = {
      "beta.kubernetes.io/arch": "amd64",
      "beta.kubernetes.io/os": "linux",
      "kubernetes.io/arch": "amd64",
      "kubernetes.io/hostname": name,
      "kubernetes.io/os": "linux",
    };
    try {
      await cluster.create(kubeletActor(name), { ...NODE, metadata: { name, labels } });
    } catch (error) {
      if (!isAlreadyExists(error)) {
        cluster.log.warn({ err: error, node: name }, `simulate: node not registered: ${name}`);
      }
    }
  });
  await Promise.all(made);
}

/** Writes the conditions of a ready node, then its taints; the write of the conditions queues the node again. */
async function reportReady(simulation: Simulation, node: Node): Promise<void> {
  const { cluster } = simulation;
  const { status } = node;
  const isReported =
    status?.allocatable !== undefined &&
    (status.addresses?.length ?? 0) > 0 &&
    HEALTHY.every(({ type, status: wanted, reason }) => {
      const condition = findCondition(status.conditions, type);
      // Conditions that another program has set stay: a test may have set them.
      return condition !== undefined && (condition.status === wanted || !isOfLostNode(condition)) && reason !== "";
    });
  if (!isReported) {
    await cluster.change(kubeletActor(node.metadata.name), node, {
      subresource: "status",
      change(object) {
        object.status = readyStatus(object as unknown as Node, cluster.clock.now());
        return true;
      },
    });
    return;
  }
  await setTaints(simulation, node);
}

/** Kubernetes: a status without changes is reported every 5 minutes (defaults.go SetDefaults_KubeletConfiguration, v1.36). */
const BEAT_MS = 300_000;

/** Milliseconds until the next heartbeat. */
async function beat({ cluster }: Simulation, node: Node): Promise<number> {
  const now = cluster.clock.now();
  const { lastHeartbeatTime } = (findCondition(node.status?.conditions, "Ready") ?? {}) as {
    lastHeartbeatTime?: string;
  };
  const leftMs = toMs(lastHeartbeatTime) + BEAT_MS - now.getTime();
  if (leftMs > 0) {
    return leftMs;
  }
  await cluster.change(kubeletActor(node.metadata.name), node, {
    subresource: "status",
    change(object) {
      for (const condition of (object as unknown as Node).status?.conditions ?? []) {
        if (HEALTHY.some(({ type }) => type === condition.type)) {
          condition.lastHeartbeatTime = printTime(now);
        }
      }
      return true;
    },
  });
  return BEAT_MS;
}

function readyStatus({ metadata, status }: Node, now: Date): NonNullable<Node["status"]> {
  const time = printTime(now);
  const capacity = { ...CAPACITY, ...status?.capacity };
  const before = status?.conditions ?? [];
  const conditions = HEALTHY.map((condition) => {
    const current = findCondition(before, condition.type);
    const isKept = current !== undefined && !isOfLostNode(current);
    const since = current?.status === condition.status ? (current.lastTransitionTime ?? time) : time;
    return isKept ? current : { ...condition, lastHeartbeatTime: time, lastTransitionTime: since };
  });
  const { name } = metadata;
  return {
    ...status,
    capacity,
    allocatable: { ...capacity, ...status?.allocatable },
    phase: "Running",
    addresses: status?.addresses?.length
      ? status.addresses
      : [
          { type: "InternalIP", address: addressOf(name) },
          { type: "Hostname", address: name },
        ],
    conditions: [...conditions, ...before.filter(({ type }) => !HEALTHY.some((one) => one.type === type))],
    nodeInfo: {
      machineID: "",
      systemUUID: "",
      bootID: "",
      kernelVersion: "",
      osImage: "",
      containerRuntimeVersion: "kiln://simulated",
      kubeletVersion: "v1.36.4",
      kubeProxyVersion: "",
      operatingSystem: "linux",
      architecture: "amd64",
      ...withoutZeros((status?.nodeInfo ?? {}) as object),
    },
  };
}

/** IP address of a node in 10.240.0.0/16, from the number at the end of its name or a hash of the name. */
function addressOf(name: string): string {
  const number = /(\d+)$/.exec(name)?.[1];
  const index =
    number === undefined
      ? [...name].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 65_000, 7)
      : Number(number);
  const place = (index + 2) % 65_536;
  return `10.240.${Math.floor(place / 256)}.${place % 256}`;
}

const LIFECYCLE = createActor("node-controller");

const isOfLostNode = ({ reason = "" }: Condition): boolean =>
  reason === "NodeStatusUnknown" || reason === "NodeStatusNeverUpdated";

/** The conditions that a kubelet reports become Unknown; those of other programs stay. */
function unknownConditions(before: readonly Condition[], { creationTimestamp }: NamedMeta, now: Date): Condition[] {
  const lastTransitionTime = printTime(now);
  const stopped = { reason: "NodeStatusUnknown", message: "Kubelet stopped posting node status.", lastTransitionTime };
  const never = { reason: "NodeStatusNeverUpdated", message: "Kubelet never posted node status." };
  const missing = HEALTHY.filter(({ type }) => findCondition(before, type) === undefined);
  return [
    ...before.map((one) =>
      HEALTHY.some(({ type }) => type === one.type) && one.status !== "Unknown"
        ? { ...one, ...stopped, status: "Unknown" }
        : one,
    ),
    ...missing.map(({ type }) => ({
      ...{ type, status: "Unknown", ...never, lastHeartbeatTime: creationTimestamp, lastTransitionTime },
    })),
  ];
}

/**
 * Marks a node as lost if its Lease was not renewed in time. The time counts from the Lease, so that it continues when
 * the server is restarted.
 */
async function watchLost(simulation: Simulation, node: Node): Promise<number | undefined> {
  const { cluster } = simulation;
  const now = cluster.clock.now();
  const leftMs = renewedMs(simulation, node.metadata.name) + GRACE_MS - now.getTime();
  const ready = findCondition(node.status?.conditions, "Ready");
  if (ready?.status === "Unknown") {
    await setTaints(simulation, node);
    await markPodsUnready(simulation, LIFECYCLE, node.metadata.name);
    return undefined;
  }
  if (leftMs > 0) {
    return leftMs;
  }
  await cluster.change(LIFECYCLE, node, {
    subresource: "status",
    change(object) {
      const { metadata, status } = object as unknown as Node;
      object.status = { ...status, conditions: unknownConditions(status?.conditions ?? [], metadata, now) };
      return true;
    },
  });
  simulation.record(LIFECYCLE, {
    component: "node-controller",
    about: { ...NODE, metadata: { name: node.metadata.name, uid: node.metadata.uid } },
    type: "Normal",
    reason: "NodeNotReady",
    message: `Node ${node.metadata.name} status is now: NodeNotReady`,
  });
  return undefined;
}

const NOT_READY = "node.kubernetes.io/not-ready";
const UNREACHABLE = "node.kubernetes.io/unreachable";
const UNSCHEDULABLE = "node.kubernetes.io/unschedulable";

/** Sets the taints that follow from conditions and spec.unschedulable; other taints stay. */
async function setTaints({ cluster }: Simulation, node: Node): Promise<void> {
  const now = printTime(cluster.clock.now());
  const ready = findCondition(node.status?.conditions, "Ready")?.status;
  const key = ready === "Unknown" ? UNREACHABLE : ready === "False" ? NOT_READY : undefined;
  const wanted: Taint[] = [
    ...(key === undefined
      ? []
      : [
          { key, effect: "NoSchedule" },
          { key, effect: "NoExecute" },
        ]),
    ...(node.spec?.unschedulable === true ? [{ key: UNSCHEDULABLE, effect: "NoSchedule" }] : []),
  ];
  const isOwn = (taint: Taint) => [NOT_READY, UNREACHABLE, UNSCHEDULABLE].includes(taint.key);
  const same = (a: Taint) => (b: Taint) => a.key === b.key && a.effect === b.effect;
  const taints = node.spec?.taints ?? [];
  const isSame = taints.filter(isOwn).length === wanted.length && wanted.every((taint) => taints.some(same(taint)));
  if (isSame) {
    return;
  }
  await cluster.change(LIFECYCLE, node, {
    change(object) {
      const spec = (object as unknown as Node).spec ?? {};
      object.spec = spec;
      const current = spec.taints ?? [];
      const kept = wanted.map((taint) => current.find(same(taint)) ?? { ...taint, timeAdded: now });
      spec.taints = [...current.filter((taint) => !isOwn(taint)), ...kept];
      return true;
    },
  });
}
