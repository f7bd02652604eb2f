import {
  appendAll,
  asText,
  type JsonObject,
  maxOf,
  objectAt,
  objectsAt,
  parseQuantity,
  printTime,
  quantityMilliValue,
} from "@kiln/api";
import { createActor } from "@kiln/kinds";
import type { KindName, ObjectRef } from "../cluster/cluster.ts";
import { refOf } from "../cluster/event-recorder.ts";
import { createLoop } from "../cluster/loop.ts";
import { findCondition } from "../conditions.ts";
import { type Condition, isSame, type Workload } from "../objects.ts";
import type { SimulatedController, Simulation } from "../simulation.ts";

const AUTOSCALER: KindName = { apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler" };
const ACTOR = createActor("horizontal-pod-autoscaler");
/** Current values, by the name of the metric: percent of the request, or a quantity for average values. */
export const METRIC_ANNOTATION = "simulate.kiln/metric.";
const TOLERANCE = 0.1;
const PERIOD_MS = 15_000;
const DOWN_WINDOW_SECONDS = 300;

interface AutoscalerSpec {
  scaleTargetRef: { apiVersion?: string; kind: string; name: string };
  minReplicas?: number;
  maxReplicas: number;
  metrics?: JsonObject[];
  behavior?: { scaleDown?: { stabilizationWindowSeconds?: number } };
}

type Autoscaler = Workload<AutoscalerSpec, JsonObject & { conditions?: Condition[]; lastScaleTime?: string }>;

/** Scales workloads by metrics from annotations of the autoscaler. */
export const horizontalAutoscaler: SimulatedController = {
  name: "horizontal-pod-autoscaler-controller",
  start(simulation) {
    const { cluster } = simulation;
    const scalers = simulation.workloads<Autoscaler>(AUTOSCALER);
    const recommended = new Map<string, { atMs: number; replicas: number }[]>();
    const looked = new Map<string, { atMs: number; text: string }>();
    const loop = createLoop(cluster, {
      name: "horizontal-pod-autoscaler-controller",
      reconcile: async (key) => {
        const scaler = scalers.get(key);
        if (scaler === undefined) {
          recommended.delete(key);
          looked.delete(key);
          return undefined;
        }
        // Changes of its own status do not count: metrics are evaluated every 15 seconds, and when the object changes
        // otherwise.
        const atMs = cluster.clock.now().getTime();
        const text = JSON.stringify([scaler.spec, scaler.metadata.annotations]);
        const last = looked.get(key);
        if (last !== undefined && last.text === text && last.atMs + PERIOD_MS > atMs) {
          return last.atMs + PERIOD_MS - atMs;
        }
        looked.set(key, { atMs, text });
        const history = recommended.get(key) ?? [];
        recommended.set(key, history);
        await reconcile(simulation, scaler, history);
        return PERIOD_MS;
      },
    });
    scalers.onChange(({ key }) => loop.add(key));
    return { begin: () => [...scalers.keys()].forEach(loop.add), stop: loop.stop };
  },
};

interface Target {
  readonly ref: ObjectRef;
  readonly replicas: number;
}

function findTarget({ cluster }: Simulation, { metadata, spec }: Autoscaler): Target | undefined {
  const { apiVersion = "apps/v1", kind, name } = spec.scaleTargetRef;
  const ref = { apiVersion, kind, metadata: { namespace: metadata.namespace, name } };
  const object = cluster.isServed(ref) ? cluster.read(ref) : undefined;
  return object === undefined ? undefined : { ref, replicas: Number(objectAt(object, "spec").replicas ?? 1) };
}

interface Proposal {
  readonly replicas: number;
  readonly metric: string;
  readonly current: JsonObject;
}

async function reconcile(
  simulation: Simulation,
  scaler: Autoscaler,
  history: { atMs: number; replicas: number }[],
): Promise<void> {
  const target = findTarget(simulation, scaler);
  const { spec } = scaler;
  const { kind, name } = spec.scaleTargetRef;
  if (target === undefined) {
    const message = `the HPA controller was unable to get the target's current scale: ${kind} "${name}" not found`;
    await writeStatus(simulation, scaler, {
      conditions: [condition("AbleToScale", "False", "FailedGetScale", message)],
    });
    return;
  }
  const proposals = (spec.metrics ?? []).flatMap((metric) => propose(scaler, metric, target.replicas));
  if (target.replicas === 0) {
    const message = "scaling is disabled since the replica count of the target is zero";
    const conditions = [
      condition(
        "AbleToScale",
        "True",
        "SucceededGetScale",
        "the HPA controller was able to get the target's current scale",
      ),
      condition("ScalingActive", "False", "ScalingDisabled", message),
    ];
    await writeStatus(simulation, scaler, { conditions, currentReplicas: 0, desiredReplicas: 0 });
    return;
  }
  const best = proposals.reduce<Proposal | undefined>(
    (a, b) => (a === undefined || b.replicas > a.replicas ? b : a),
    undefined,
  );
  const wanted = stabilize(simulation, scaler, { history, proposed: best?.replicas ?? target.replicas });
  const bounded = Math.min(Math.max(wanted, spec.minReplicas ?? 1), spec.maxReplicas);
  if (bounded !== target.replicas) {
    await rescale(simulation, { scaler, target, replicas: bounded, best });
  }
  await writeStatus(simulation, scaler, {
    conditions: conditionsOf(best, wanted, bounded),
    currentMetrics: proposals.map(({ current }) => current),
    currentReplicas: target.replicas,
    desiredReplicas: bounded,
    ...(bounded === target.replicas ? {} : { lastScaleTime: printTime(simulation.cluster.clock.now()) }),
  });
}

/** Undefined for a metric without a value in the annotations. */
function propose({ metadata }: Autoscaler, metric: JsonObject, replicas: number): Proposal[] {
  const type = asText(metric.type);
  const source = objectAt(metric, `${type.charAt(0).toLowerCase()}${type.slice(1)}`);
  const name =
    type === "Resource" || type === "ContainerResource" ? asText(source.name) : asText(objectAt(source, "metric").name);
  const given = metadata.annotations?.[METRIC_ANNOTATION + name];
  const { averageUtilization, averageValue, value } = objectAt(source, "target");
  if (given === undefined) {
    return [];
  }
  const isPercent = averageUtilization !== undefined;
  const usage = isPercent ? Number(given) : milli(given);
  const goal = isPercent ? Number(averageUtilization) : milli(asText(averageValue ?? value));
  const ratio = goal === 0 ? 1 : usage / goal;
  const proposed = Math.abs(ratio - 1) <= TOLERANCE ? replicas : Math.ceil(replicas * ratio);
  const described =
    type === "Resource"
      ? `${name} resource${isPercent ? " utilization (percentage of request)" : ""}`
      : `${type} metric ${name}`;
  const current = isPercent ? { averageUtilization: usage, averageValue: "0" } : { averageValue: given };
  const key = `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
  const named = type === "Resource" ? { name } : { metric: { name } };
  return [{ replicas: proposed, metric: described, current: { type, [key]: { ...named, current } } }];
}

function milli(text: string): number {
  const { value } = parseQuantity(text);
  return value === undefined ? 0 : Number(quantityMilliValue(value));
}

interface Stabilizing {
  readonly history: { atMs: number; replicas: number }[];
  readonly proposed: number;
}

/** The largest size proposed within the window: a short dip does not delete Pods. Changes the history. */
function stabilize({ cluster }: Simulation, { spec }: Autoscaler, { history, proposed }: Stabilizing): number {
  const nowMs = cluster.clock.now().getTime();
  const windowMs = (spec.behavior?.scaleDown?.stabilizationWindowSeconds ?? DOWN_WINDOW_SECONDS) * 1000;
  history.push({ atMs: nowMs, replicas: proposed });
  const kept = history.filter(({ atMs }) => atMs > nowMs - windowMs || atMs === nowMs);
  history.length = 0;
  appendAll(history, kept);
  return maxOf(kept.map(({ replicas }) => replicas));
}

interface Rescale {
  readonly scaler: Autoscaler;
  readonly target: Target;
  readonly replicas: number;
  readonly best: Proposal | undefined;
}

async function rescale(simulation: Simulation, { scaler, target, replicas, best }: Rescale): Promise<void> {
  const isUp = replicas > target.replicas;
  const { minReplicas = 1, maxReplicas } = scaler.spec;
  const reason =
    target.replicas > maxReplicas
      ? "Current number of replicas above Spec.MaxReplicas"
      : target.replicas < minReplicas
        ? "Current number of replicas below Spec.MinReplicas"
        : isUp
          ? `${best?.metric} above target`
          : "All metrics below target";
  await simulation.cluster.change(ACTOR, target.ref, {
    change(object) {
      objectAt(object, "spec").replicas = replicas;
      return true;
    },
  });
  simulation.record(ACTOR, {
    component: "horizontal-pod-autoscaler",
    about: refOf(scaler),
    type: "Normal",
    reason: "SuccessfulRescale",
    message: `New size: ${replicas}; reason: ${reason}`,
  });
}

function condition(type: string, status: string, reason: string, message: string): Condition {
  return { type, status, reason, message };
}

function conditionsOf(best: Proposal | undefined, wanted: number, bounded: number): Condition[] {
  const able = condition("AbleToScale", "True", "ReadyForNewScale", "recommended size matches current size");
  if (best === undefined) {
    const message = "the HPA was unable to compute the replica count: no metrics returned from resource metrics API";
    return [able, condition("ScalingActive", "False", "FailedGetResourceMetric", message)];
  }
  const message = `the HPA was able to successfully calculate a replica count from ${best.metric}`;
  const active = condition("ScalingActive", "True", "ValidMetricFound", message);
  const limited =
    wanted === bounded
      ? condition("ScalingLimited", "False", "DesiredWithinRange", "the desired count is within the acceptable range")
      : wanted > bounded
        ? condition(
            "ScalingLimited",
            "True",
            "TooManyReplicas",
            "the desired replica count is more than the maximum replica count",
          )
        : condition(
            "ScalingLimited",
            "True",
            "TooFewReplicas",
            "the desired replica count is less than the minimum replica count",
          );
  return [able, active, limited];
}

async function writeStatus(
  { cluster }: Simulation,
  scaler: Autoscaler,
  made: JsonObject & { conditions: Condition[] },
): Promise<void> {
  const now = printTime(cluster.clock.now());
  const before = scaler.status ?? {};
  const conditions = made.conditions.map((one) => {
    const known = findCondition(before.conditions, one.type);
    const lastTransitionTime = known?.status === one.status ? (known.lastTransitionTime ?? now) : now;
    return {
      type: one.type,
      status: one.status,
      lastTransitionTime,
      reason: one.reason ?? "",
      message: one.message ?? "",
    };
  });
  const metrics = objectsAt(made, "currentMetrics");
  const status = {
    ...(before.lastScaleTime === undefined ? {} : { lastScaleTime: before.lastScaleTime }),
    currentReplicas: 0,
    desiredReplicas: 0,
    ...made,
    observedGeneration: Number(scaler.metadata.generation ?? 0),
    conditions,
    currentMetrics: metrics.length === 0 ? null : metrics,
  };
  if (
    !isSame({ ...status, currentMetrics: metrics }, { ...before, currentMetrics: objectsAt(before, "currentMetrics") })
  ) {
    await cluster.change(ACTOR, scaler, {
      subresource: "status",
      change(object) {
        object.status = status as never;
        return true;
      },
    });
  }
}
