import { type JsonObject, objectAt, printTime, statusNotFound } from "@kiln/api";
import { createActor } from "@kiln/kinds";
import type { KindName, ObjectRef } from "../cluster/cluster.ts";
import { refOf } from "../cluster/event-recorder.ts";
import { createLoop } from "../cluster/loop.ts";
import { findCondition, type NewCondition } from "../conditions.ts";
import { type Condition, isSame } from "../objects.ts";
import type { SimulatedController, Simulation } from "../simulation.ts";
import { messageOf } from "../workloads/pod-control.ts";
import type { Autoscaler, AutoscalerStatus } from "./autoscaler.ts";
import { emptyHistory, limitSize, noteRescale, type ScaleHistory, type SizeLimits } from "./limit-size.ts";
import { type MissingMetric, type Proposal, proposeSize } from "./propose-size.ts";

const AUTOSCALER: KindName = { apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler" };
const ACTOR = createActor("horizontal-pod-autoscaler");
const PERIOD_MS = 15_000;

/** Controller of HorizontalPodAutoscalers, with metrics from their annotations. */
export const horizontalAutoscaler: SimulatedController = {
  name: "horizontal-pod-autoscaler-controller",
  start(simulation) {
    const { cluster } = simulation;
    const scalers = simulation.workloads<Autoscaler>(AUTOSCALER);
    const histories = new Map<string, ScaleHistory>();
    const looked = new Map<string, { atMs: number; text: string }>();
    const loop = createLoop(cluster, {
      name: "horizontal-pod-autoscaler-controller",
      reconcile: async (key) => {
        const scaler = scalers.get(key);
        if (scaler === undefined) {
          histories.delete(key);
          looked.delete(key);
          return undefined;
        }
        // Metrics are evaluated every 15 seconds, and when the spec or the annotations change: writes of the status do
        // not count.
        const atMs = cluster.clock.now().getTime();
        const text = JSON.stringify([scaler.spec, scaler.metadata.annotations]);
        const last = looked.get(key);
        if (last !== undefined && last.text === text && last.atMs + PERIOD_MS > atMs) {
          return last.atMs + PERIOD_MS - atMs;
        }
        looked.set(key, { atMs, text });
        const history = histories.get(key) ?? emptyHistory();
        histories.set(key, history);
        await reconcile({ simulation, scaler, history, status: structuredClone(scaler.status ?? {}) });
        return PERIOD_MS;
      },
    });
    scalers.onChange(({ key }) => loop.add(key));
    return { begin: () => [...scalers.keys()].forEach(loop.add), stop: loop.stop };
  },
};

/** State of one evaluation of an autoscaler. `status` is a copy that is updated during the run. */
interface AutoscalerRun {
  readonly simulation: Simulation;
  readonly scaler: Autoscaler;
  readonly history: ScaleHistory;
  readonly status: AutoscalerStatus;
}

interface Target {
  readonly ref: ObjectRef;
  readonly replicas: number;
}

async function reconcile(run: AutoscalerRun): Promise<void> {
  const { status, history, simulation, scaler } = run;
  const target = findTarget(run);
  if (target === undefined) {
    await writeStatus(run);
    return;
  }
  setCondition(
    run,
    "AbleToScale=True SucceededGetScale",
    "the HPA controller was able to get the target's current scale",
  );
  if (history.proposals.length === 0) {
    history.proposals.push({ atMs: simulation.cluster.clock.now().getTime(), count: target.replicas });
  }
  const decision = decide(run, target.replicas);
  status.currentReplicas = target.replicas;
  status.currentMetrics = decision.metrics;
  if (decision.replicas === undefined) {
    // Kubernetes: without a metric, the desired size stays (horizontal.go setCurrentReplicasAndMetricsInStatus, v1.36).
    await writeStatus(run);
    return;
  }
  status.desiredReplicas = decision.replicas;
  if (decision.replicas !== target.replicas) {
    await rescale(run, target, decision);
  }
  if (decision.failure !== undefined) {
    simulation.cluster.log.info({ key: scaler.metadata.name }, `simulate: autoscaler: ${decision.failure}`);
  }
  await writeStatus(run);
}

function findTarget(run: AutoscalerRun): Target | undefined {
  const { cluster } = run.simulation;
  const { metadata, spec } = run.scaler;
  const { apiVersion = "apps/v1", kind, name } = spec.scaleTargetRef;
  const ref = { apiVersion, kind, metadata: { namespace: metadata.namespace, name } };
  const object = cluster.isServed(ref) ? cluster.read(ref) : undefined;
  if (object !== undefined) {
    return { ref, replicas: Number(objectAt(object, "spec").replicas ?? 1) };
  }
  const [group = ""] = apiVersion.includes("/") ? apiVersion.split("/") : [];
  const error = cluster.isServed(ref)
    ? messageOf(statusNotFound(cluster.resourceOf(ref), name))
    : `no matches for kind "${kind}" in group "${group}"`;
  report(run, "Warning", "FailedGetScale", error);
  setCondition(
    run,
    "AbleToScale=False FailedGetScale",
    `the HPA controller was unable to get the target's current scale: ${error}`,
  );
  return undefined;
}

interface Decision {
  /** Desired size; undefined if no metric has a value. */
  readonly replicas?: number;
  readonly reason: string;
  readonly metrics: JsonObject[] | null;
  readonly failure?: string;
}

/** Kubernetes: metrics do not count for a target outside the limits (horizontal.go reconcileAutoscaler, v1.36). */
function decide(run: AutoscalerRun, size: number): Decision {
  const { minReplicas = 1, maxReplicas } = run.scaler.spec;
  if (size === 0) {
    const message = "scaling is disabled since the replica count of the target is zero";
    setCondition(run, "ScalingActive=False ScalingDisabled", message);
    return { replicas: 0, reason: "", metrics: null };
  }
  if (size > maxReplicas) {
    return { replicas: maxReplicas, reason: "Current number of replicas above Spec.MaxReplicas", metrics: null };
  }
  if (size < minReplicas) {
    return { replicas: minReplicas, reason: "Current number of replicas below Spec.MinReplicas", metrics: null };
  }
  return decideByMetrics(run, size);
}

function decideByMetrics(run: AutoscalerRun, size: number): Decision {
  const results = (run.scaler.spec.metrics ?? []).map((metric) => proposeSize(run.scaler, metric, size));
  const metrics = results.map((one) => ("current" in one ? one.current : { type: "" }));
  const missing = results.filter((one): one is MissingMetric => "error" in one);
  const best = results
    .filter((one): one is Proposal => "current" in one)
    .reduce<Proposal | undefined>((a, b) => (a === undefined || b.replicas > a.replicas ? b : a), undefined);
  for (const { reason, error } of missing) {
    report(run, "Warning", reason, error);
  }
  const [first] = missing;
  const count = `${missing.length} invalid out of ${results.length}`;
  const failure = first && `invalid metrics (${count}), first error is: ${first.outer}`;
  if (best === undefined || (first !== undefined && best.replicas < size)) {
    if (first !== undefined) {
      const message = `the HPA was unable to compute the replica count: ${first.error}`;
      setCondition(run, `ScalingActive=False ${first.reason}`, message);
      report(run, "Warning", "FailedComputeMetricsReplicas", failure ?? "");
    }
    return { reason: "", metrics };
  }
  const message = `the HPA was able to successfully calculate a replica count from ${best.metric}`;
  setCondition(run, "ScalingActive=True ValidMetricFound", message);
  return {
    replicas: normalize(run, size, best.replicas),
    reason: best.replicas > size ? `${best.metric} above target` : "All metrics below target",
    metrics,
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Size after stabilization and limits; sets the conditions for both. */
function normalize(run: AutoscalerRun, size: number, proposed: number): number {
  const { replicas, able, limited } = limitSize(limitsOf(run, size, proposed));
  const [reason, text] = able;
  setCondition(run, `AbleToScale=True ${reason}`, text);
  const [status, why, message] = limited;
  setCondition(run, `ScalingLimited=${status} ${why}`, message);
  return replicas;
}

function limitsOf({ simulation, scaler, history }: AutoscalerRun, size: number, proposed: number): SizeLimits {
  const { minReplicas = 1, maxReplicas, behavior } = scaler.spec;
  const nowMs = simulation.cluster.clock.now().getTime();
  return { size, proposed, minReplicas, maxReplicas, behavior, history, nowMs };
}

async function rescale(run: AutoscalerRun, target: Target, { replicas = 0, reason }: Decision): Promise<void> {
  const { cluster } = run.simulation;
  await cluster.change(ACTOR, target.ref, {
    change(object) {
      objectAt(object, "spec").replicas = replicas;
      return true;
    },
  });
  const message = `the HPA controller was able to update the target scale to ${replicas}`;
  setCondition(run, "AbleToScale=True SucceededRescale", message);
  report(run, "Normal", "SuccessfulRescale", `New size: ${replicas}; reason: ${reason}`);
  noteRescale(limitsOf(run, target.replicas, replicas), replicas);
  run.status.lastScaleTime = printTime(cluster.clock.now());
}

function report(
  { simulation, scaler }: AutoscalerRun,
  type: "Normal" | "Warning",
  reason: string,
  message: string,
): void {
  simulation.record(ACTOR, { component: "horizontal-pod-autoscaler", about: refOf(scaler), type, reason, message });
}

type Fact = `${string}=${NewCondition["status"]} ${string}`;

/** Kubernetes: a condition keeps its position, and its time while the status stays (horizontal.go setConditionInList, v1.36). */
function setCondition({ status, simulation }: AutoscalerRun, fact: Fact, message: string): void {
  const [type = "", value = "", reason = ""] = fact.split(/[= ]/);
  const known = findCondition(status.conditions, type);
  const now = printTime(simulation.cluster.clock.now());
  const lastTransitionTime = known?.status === value ? (known.lastTransitionTime ?? now) : now;
  const made: Condition = { type, status: value, lastTransitionTime, reason, message };
  const conditions = status.conditions ?? [];
  status.conditions =
    known === undefined ? [...conditions, made] : conditions.map((one) => (one === known ? made : one));
}

async function writeStatus({ simulation, scaler, status }: AutoscalerRun): Promise<void> {
  const { currentMetrics = null, desiredReplicas = 0, currentReplicas = 0, ...rest } = status;
  const encoded = {
    ...rest,
    ...(currentReplicas === 0 ? {} : { currentReplicas }),
    desiredReplicas,
    currentMetrics: currentMetrics?.length ? currentMetrics : null,
  };
  if (!isSame(encoded, scaler.status ?? {})) {
    await simulation.cluster.change(ACTOR, scaler, {
      subresource: "status",
      change(object) {
        object.status = encoded as never;
        return true;
      },
    });
  }
}
