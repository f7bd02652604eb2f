import { encodeUtf8, type KubeObject, maxOf, parseGroupVersion, type Timer } from "@kiln/api";
import { createActor } from "@kiln/kinds";
import type { KindName, ObjectRef } from "../cluster/cluster.ts";
import { refOf } from "../cluster/event-recorder.ts";
import { createLoop, type Loop } from "../cluster/loop.ts";
import { isAlreadyExists } from "../cluster/open-cluster.ts";
import type { View } from "../cluster/view.ts";
import { fnv32a } from "../hash/fnv.ts";
import { isSame } from "../objects.ts";
import { toMs } from "../pods/pod-record.ts";
import type { SimulatedController, Simulation } from "../simulation.ts";
import { messageOf } from "../workloads/pod-control.ts";
import { applyStage } from "./apply-stage.ts";
import { type CompiledStage, compileStage, kindOf, STAGE, type Stage } from "./stage.ts";
import { STAGE_CRD } from "./stage-crd.ts";

const ACTOR = createActor("stage-controller");
/** Interval of checks for kinds that are not served yet. */
const LOOK_MS = 1000;

interface Staging {
  readonly simulation: Simulation;
  readonly compiled: Map<string, CompiledStage>;
  /** Start of the server. The delay of an object that was changed before it began with that change. */
  readonly startedMs: number;
  /** Stages that were stored when the server was started. */
  readonly stored: Set<CompiledStage>;
  /** Followed kinds, by apiVersion and kind. */
  readonly followed: Map<string, Loop>;
  /** Stage chosen for an object, and the time at which it is due. */
  readonly chosen: Map<string, { readonly stage: CompiledStage; readonly version: string; readonly dueMs: number }>;
}

/** Controller of KWOK's Stage objects: changes objects of any kind from one state to the next. */
export const stageController: SimulatedController = {
  name: "stage-controller",
  start(simulation) {
    const { cluster } = simulation;
    const staging: Staging = {
      simulation,
      compiled: new Map(),
      startedMs: cluster.clock.now().getTime(),
      stored: new Set(),
      followed: new Map(),
      chosen: new Map(),
    };
    let timer: Timer | undefined;
    let isStopped = false;
    const begin = async (): Promise<void> => {
      await ensureDefinition(simulation);
      if (isStopped) {
        return;
      }
      if (!cluster.isServed(STAGE)) {
        timer = cluster.clock.setTimer(LOOK_MS, () => void begin());
        return;
      }
      const stages = cluster.view<Stage>(STAGE, { read: (object) => object as unknown as Stage });
      let isLoading = true;
      stages.onChange(({ key, now }) => {
        follow(staging, key, now);
        const stage = staging.compiled.get(key);
        if (isLoading && stage !== undefined) {
          staging.stored.add(stage);
        }
      });
      await cluster.loadKind(STAGE);
      isLoading = false;
      look();
    };
    const look = (): void => {
      if (!isStopped) {
        followKinds(staging);
        timer = cluster.clock.setTimer(LOOK_MS, look, { isPeriodic: true });
      }
    };
    return {
      begin: () => void begin(),
      stop() {
        isStopped = true;
        timer?.cancel();
        for (const loop of staging.followed.values()) {
          loop.stop();
        }
      },
    };
  },
};

async function ensureDefinition({ cluster }: Simulation): Promise<void> {
  try {
    await cluster.create(ACTOR, structuredClone(STAGE_CRD));
  } catch (error) {
    if (!isAlreadyExists(error)) {
      cluster.log.warn({ err: error }, "simulate: failed to create the CRD of Stage");
    }
  }
}

function follow(staging: Staging, key: string, stage: Stage | undefined): void {
  const { simulation, compiled } = staging;
  compiled.delete(key);
  try {
    if (stage !== undefined) {
      compiled.set(key, compileStage(stage));
    }
  } catch (error) {
    simulation.cluster.log.warn({ err: error, stage: key }, `simulate: stage ignored: ${key}`);
    report(simulation, stage as Stage, { reason: "StageIgnored", message: messageOf(error) });
  }
  const kinds = [...compiled.values()].map(({ stage: one }) => kindOf(one));
  simulation.staged.clear();
  for (const { kind } of kinds.filter(({ apiVersion }) => apiVersion === "v1")) {
    simulation.staged.add(kind);
  }
  followKinds(staging);
}

/** Follows the kinds that stages name, once they are served, and queues all their objects again. */
function followKinds(staging: Staging): void {
  const { simulation, compiled, followed } = staging;
  const { cluster } = simulation;
  for (const { stage } of compiled.values()) {
    const kind = servedKind(simulation, kindOf(stage));
    const name = kind === undefined ? "" : `${kind.apiVersion} ${kind.kind}`;
    if (kind !== undefined && !followed.has(name)) {
      const loop = createLoop(cluster, { name: "stage-controller", reconcile: (key) => reconcile(staging, kind, key) });
      followed.set(name, loop);
      const view = cluster.view<unknown>(kind, { read: () => true }) as View<unknown>;
      view.onChange(({ key }) => loop.add(key));
      void cluster.loadKind(kind).then(() => [...view.keys()].forEach(loop.add));
    }
  }
}

/** Served version of a stage's kind, which may omit the version. */
function servedKind({ cluster }: Simulation, { apiVersion, kind }: KindName): KindName | undefined {
  const { value } = parseGroupVersion(apiVersion);
  const candidates =
    value !== undefined && value.group === "" && value.version !== "v1"
      ? GUESSES.map((one) => `${apiVersion}/${one}`)
      : [apiVersion];
  return candidates.map((one) => ({ apiVersion: one, kind })).find((one) => cluster.isServed(one));
}

const GUESSES = ["v1", "v1beta1", "v1alpha1", "v2", "v1beta2", "v1alpha2"];

async function reconcile(staging: Staging, kind: KindName, key: string): Promise<number | undefined> {
  const { simulation, chosen } = staging;
  const { cluster } = simulation;
  const object = readAt(simulation, kind, key);
  if (object === undefined) {
    chosen.delete(key);
    return undefined;
  }
  const matching = [...staging.compiled.values()].filter(
    ({ stage, matches }) => isSame(servedKind(simulation, kindOf(stage)), kind) && matches(object),
  );
  const before = chosen.get(key);
  const nowMs = cluster.clock.now().getTime();
  const isKept = before !== undefined && matching.includes(before.stage) && before.version === object.metadata.uid;
  const stage = isKept ? before.stage : choose(matching, object, cluster.random);
  if (stage === undefined) {
    chosen.delete(key);
    return undefined;
  }
  const fromMs = sinceMs(staging, stage, object);
  const dueMs = isKept
    ? before.dueMs
    : fromMs + stage.delayMs(object, { nowMs: fromMs, random: randomFor(object, stage) });
  if (dueMs > nowMs) {
    chosen.set(key, { stage, version: String(object.metadata.uid), dueMs });
    return dueMs - nowMs;
  }
  chosen.delete(key);
  try {
    await applyStage(simulation, stage, object);
  } catch (error) {
    const { name } = stage.stage.metadata;
    report(simulation, object, { reason: "StageFailed", message: `Stage ${name}: ${messageOf(error)}` });
    throw error;
  }
  return undefined;
}

/** A faulty Stage is seen in `kubectl describe`, and not only in the log of the server. */
function report(
  { record }: Simulation,
  about: ObjectRef,
  { reason, message }: { reason: string; message: string },
): void {
  record(ACTOR, { component: "kwok", about: refOf(about), type: "Warning", reason, message });
}

/** Start of the stage's delay: now, or the last change of the object if that was before the server started. */
function sinceMs({ simulation, startedMs, stored }: Staging, stage: CompiledStage, object: KubeObject): number {
  const nowMs = simulation.cluster.clock.now().getTime();
  if (!stored.has(stage)) {
    return nowMs;
  }
  const changedMs = Math.max(lastChangeMs(object.metadata), lastChangeMs(stage.stage.metadata));
  // Times in objects have whole seconds, so a change up to a second before the start counts as new.
  return changedMs + SECOND_MS > startedMs ? nowMs : changedMs;
}

const SECOND_MS = 1000;

function lastChangeMs({ creationTimestamp, deletionTimestamp, managedFields }: KubeObject["metadata"]): number {
  const deletedMs = toMs(deletionTimestamp as string | undefined);
  const times = ((managedFields ?? []) as { time?: string }[]).map(({ time }) => toMs(time));
  return maxOf([...times, deletedMs], toMs(creationTimestamp as string | undefined));
}

/** Random numbers that depend on the state of the object only: a delay does not change when the server is restarted. */
function randomFor({ metadata }: KubeObject, { stage }: CompiledStage): () => number {
  const seed = `${String(metadata.uid)} ${String(metadata.resourceVersion)} ${stage.metadata.name}`;
  return () => fnv32a(encodeUtf8(seed)) / 2 ** 32;
}

function readAt({ cluster }: Simulation, kind: KindName, key: string): KubeObject | undefined {
  const [name = "", namespace = ""] = key.split("/").reverse();
  return cluster.keyOf(kind, "", name) === key
    ? cluster.read({ ...kind, metadata: { name } })
    : cluster.read({ ...kind, metadata: { namespace, name } });
}

/** Chooses a stage: at random by weight if stages have weights, otherwise the first. */
function choose(stages: readonly CompiledStage[], object: KubeObject, random: () => number): CompiledStage | undefined {
  const weights = stages.map((stage) => stage.weight(object));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const point = random() * total;
  let sum = 0;
  const found = stages.find((_, i) => {
    sum += weights[i] ?? 0;
    return point < sum;
  });
  return found ?? stages[0];
}
