import {
  deepEqual,
  type JsonObject,
  type JsonValue,
  type KubeObject,
  type LabelSelectorObject,
  type ObjectMeta,
  type StringMap,
} from "@kiln/api";

/**
 * Types of the built-in objects, with the fields that the simulation reads. The server has validated and defaulted
 * them.
 */
export interface NamedMeta extends ObjectMeta {
  name: string;
  namespace: string;
  uid: string;
  creationTimestamp: string;
}

export interface Condition extends JsonObject {
  type: string;
  status: string;
  reason?: string;
  message?: string;
  lastTransitionTime?: string;
  lastUpdateTime?: string;
}

export interface PodTemplate extends JsonObject {
  metadata?: ObjectMeta;
  spec: PodSpec;
}

export interface Container extends JsonObject {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  restartPolicy?: string;
  restartPolicyRules?: RestartRule[];
  resources?: { requests?: StringMap; limits?: StringMap };
  ports?: { name?: string; containerPort: number; hostPort?: number; hostIP?: string; protocol?: string }[];
  readinessProbe?: Probe;
  startupProbe?: Probe;
}

export interface RestartRule extends JsonObject {
  action: string;
  exitCodes: { operator: string; values?: number[] };
}

export interface Probe extends JsonObject {
  initialDelaySeconds?: number;
  periodSeconds?: number;
  successThreshold?: number;
}

export interface Toleration extends JsonObject {
  key?: string;
  operator?: string;
  value?: string;
  effect?: string;
  tolerationSeconds?: number;
}

export interface Taint extends JsonObject {
  key: string;
  value?: string;
  effect: string;
  timeAdded?: string;
}

export interface PodSpec extends JsonObject {
  containers: Container[];
  initContainers?: Container[];
  ephemeralContainers?: { name: string; image: string }[];
  nodeName?: string;
  nodeSelector?: StringMap;
  affinity?: JsonObject;
  tolerations?: Toleration[];
  topologySpreadConstraints?: JsonObject[];
  restartPolicy?: string;
  schedulerName?: string;
  schedulingGates?: JsonObject[];
  priority?: number;
  preemptionPolicy?: string;
  hostNetwork?: boolean;
  hostname?: string;
  subdomain?: string;
  overhead?: StringMap;
  volumes?: (JsonObject & { name: string; persistentVolumeClaim?: { claimName: string }; ephemeral?: JsonObject })[];
  activeDeadlineSeconds?: number;
  terminationGracePeriodSeconds?: number;
  readinessGates?: { conditionType: string }[];
}

export interface Pod extends KubeObject {
  metadata: NamedMeta;
  spec: PodSpec;
  status?: JsonObject & {
    phase?: string;
    conditions?: Condition[];
    podIP?: string;
    startTime?: string;
    containerStatuses?: (JsonObject & { restartCount: number })[];
    nominatedNodeName?: string;
  };
}

/** Common fields of ReplicaSets, ReplicationControllers, Deployments, StatefulSets and DaemonSets. */
export interface Workload<Spec = object, Status = object> {
  apiVersion: string;
  kind: string;
  metadata: NamedMeta;
  spec: Spec;
  status?: Status;
}

export interface ReplicaSetSpec {
  replicas: number;
  minReadySeconds?: number;
  selector: LabelSelectorObject;
  template: PodTemplate;
}

export interface ReplicaSetStatus {
  replicas: number;
  fullyLabeledReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  terminatingReplicas?: number;
  observedGeneration?: number;
  conditions?: Condition[];
}

export type ReplicaSet = Workload<ReplicaSetSpec, ReplicaSetStatus>;

export interface DeploymentSpec {
  replicas: number;
  selector: LabelSelectorObject;
  template: PodTemplate;
  strategy: { type: string; rollingUpdate?: { maxSurge?: number | string; maxUnavailable?: number | string } };
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
  progressDeadlineSeconds?: number;
  paused?: boolean;
}

export interface DeploymentStatus {
  observedGeneration?: number;
  replicas?: number;
  updatedReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  unavailableReplicas?: number;
  terminatingReplicas?: number;
  collisionCount?: number;
  conditions?: Condition[];
}

export type Deployment = Workload<DeploymentSpec, DeploymentStatus>;

export interface Node extends KubeObject {
  metadata: NamedMeta;
  spec?: JsonObject & { unschedulable?: boolean; taints?: Taint[]; podCIDR?: string };
  status?: JsonObject & {
    capacity?: StringMap;
    allocatable?: StringMap;
    conditions?: (Condition & { lastHeartbeatTime?: string })[];
    addresses?: { type: string; address: string }[];
  };
}

/** Fields of a status without those that Go omits: zeros, empty strings, lists and maps. */
export function withoutZeros(fields: object): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isZero(value))) as JsonObject;
}

/** Whether two objects are equal as JSON, for objects that TypeScript does not type as JSON. */
export function isSame(a: unknown, b: unknown): boolean {
  return deepEqual(a as JsonValue, b as JsonValue);
}

function isZero(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === 0 ||
    value === "" ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** Number of an int-or-percent field such as maxSurge; a percentage is of `total`. */
export function resolvePercent(value: number | string | undefined, total: number, round: "up" | "down"): number {
  if (typeof value === "string") {
    const part = (Number.parseInt(value, 10) * total) / 100;
    return round === "up" ? Math.ceil(part) : Math.floor(part);
  }
  return value ?? 0;
}
