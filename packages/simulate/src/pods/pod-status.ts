import { asObjects, type JsonObject, minOf, printTime } from "@kiln/api";
import { findCondition } from "../conditions.ts";
import type { Condition, Container, Pod, Probe } from "../objects.ts";
import { commandEffect } from "./command-effect.ts";
import { type ContainerLife, type Ended, lifeOf } from "./container-life.ts";
import type { PodScript } from "./pod-script.ts";

export interface PodMoment {
  readonly status: JsonObject;
  /** Time of the next change that needs no other event, from the start of the Pod. */
  readonly nextMs?: number;
}

export interface PodTimes {
  readonly startedMs: number;
  readonly nowMs: number;
  readonly podIP: string;
  readonly hostIP: string;
}

interface Scene {
  readonly pod: Pod;
  readonly script: PodScript;
  readonly times: PodTimes;
  readonly elapsedMs: number;
}

/** Status that a kubelet would report for the Pod at this time. */
export function podStatusAt(pod: Pod, script: PodScript, times: PodTimes): PodMoment {
  const scene: Scene = { pod, script, times, elapsedMs: times.nowMs - times.startedMs };
  const { containers, initContainers = [], activeDeadlineSeconds } = pod.spec;
  const initial = initContainers.map((container) => ({ container, life: initLife(scene, container) }));
  const isInitialized = initial.every(({ container, life }) =>
    isSidecar(container) ? life.state === "running" : life.state === "terminated" && life.ended.exitCode === 0,
  );
  const main = containers.map((container) => ({
    container,
    life: isInitialized ? mainLife(scene, container) : WAITING_FOR_INIT,
  }));
  const phase = phaseOf(isInitialized, main);
  const deadlineMs = activeDeadlineSeconds === undefined ? undefined : activeDeadlineSeconds * 1000;
  if (deadlineMs !== undefined && scene.elapsedMs >= deadlineMs && phase !== "Succeeded" && phase !== "Failed") {
    const message = "Pod was active on the node longer than the specified deadline";
    return { status: { ...base(scene), phase: "Failed", reason: "DeadlineExceeded", message } };
  }
  const readiness = main.map(({ container, life }) => readinessOf(scene, container, life));
  const status = {
    ...base(scene),
    phase,
    ...(initContainers.length === 0
      ? {}
      : { initContainerStatuses: initial.map((one) => containerStatus(scene, one, one.life.state !== "waiting")) }),
    containerStatuses: main.map((one, i) => containerStatus(scene, one, readiness[i]?.isReady === true)),
    ...ephemeralStatuses(scene),
  };
  const unready = main.filter((_, i) => readiness[i]?.isReady !== true).map(({ container }) => container.name);
  const uninitialized = initial.filter(({ life }) => life.state === "waiting").map(({ container }) => container.name);
  const conditions = conditionsOf(scene, { phase, isInitialized, uninitialized, unready });
  const next = [...initial, ...main]
    .map(({ life }) => life.nextMs)
    .concat(
      readiness.map((one) => one.nextMs),
      deadlineMs,
    );
  const due = next.filter((ms): ms is number => ms !== undefined && ms > scene.elapsedMs);
  return { status: { ...status, conditions }, ...(due.length === 0 ? {} : { nextMs: minOf(due) }) };
}

const WAITING_FOR_INIT: ContainerLife = { state: "waiting", reason: "PodInitializing", message: "", restarts: 0 };

interface Seen {
  readonly container: Container;
  readonly life: ContainerLife;
}

function isSidecar({ restartPolicy }: Container): boolean {
  return restartPolicy === "Always";
}

function base({ pod, times }: Scene): JsonObject {
  const { conditions, phase, containerStatuses, initContainerStatuses, ...kept } = (pod.status ?? {}) as JsonObject;
  return {
    ...kept,
    observedGeneration: Number(pod.metadata.generation ?? 1),
    hostIP: times.hostIP,
    hostIPs: [{ ip: times.hostIP }],
    podIP: times.podIP,
    podIPs: [{ ip: times.podIP }],
    startTime: printTime(new Date(times.startedMs)),
    conditions: (conditions ?? []) as never,
  };
}

/** State of an init container, which succeeds at once unless the annotations configure it. */
function initLife({ script, elapsedMs }: Scene, container: Container): ContainerLife {
  if (isSidecar(container)) {
    return lifeOf({
      script: { ...script, outcome: "run" },
      startMs: script.startMs,
      restartPolicy: "Always",
      elapsedMs,
    });
  }
  const isMeant = script.container === container.name;
  const own = isMeant ? script : { ...script, outcome: "succeed" as const, exitCode: 0, runMs: 0 };
  return lifeOf({ script: own, startMs: script.startMs, restartPolicy: "OnFailure", elapsedMs });
}

function mainLife({ pod, script, elapsedMs }: Scene, container: Container): ContainerLife {
  const names = pod.spec.initContainers?.map(({ name }) => name) ?? [];
  const isMeant = script.container === "" || script.container === container.name;
  const initMs = names.includes(script.container) ? (script.runMs ?? 0) : 0;
  const effect = commandEffect(container);
  const runMs = script.runMs ?? effect.runMs;
  const exitCode = script.exitCode ?? effect.exitCode;
  const own = isMeant ? { ...script, runMs, exitCode } : { ...script, outcome: "run" as const };
  const restartPolicy = restartPolicyOf(container, pod, exitCode);
  return lifeOf({ script: own, startMs: script.startMs + initMs, restartPolicy, elapsedMs });
}

/**
 * Kubernetes: the first rule that matches the exit code applies, then the policy of the container, then that of the Pod
 * (api/v1/pod/util.go ContainerShouldRestart, v1.36).
 */
function restartPolicyOf({ restartPolicyRules = [], restartPolicy }: Container, pod: Pod, exitCode: number): string {
  const isMet = restartPolicyRules.some(({ action, exitCodes: { operator, values } }) => {
    const isListed = values?.includes(exitCode) === true;
    return action === "Restart" && isListed === (operator === "In");
  });
  return isMet ? "Always" : (restartPolicy ?? pod.spec.restartPolicy ?? "Always");
}

function phaseOf(isInitialized: boolean, main: readonly Seen[]): string {
  if (
    !isInitialized ||
    main.every(({ life }) => life.state === "waiting" && life.restarts === 0 && life.last === undefined)
  ) {
    return "Pending";
  }
  if (main.every(({ life }) => life.state === "terminated")) {
    return main.some(({ life }) => life.state === "terminated" && life.ended.exitCode !== 0) ? "Failed" : "Succeeded";
  }
  return "Running";
}

interface Readiness {
  readonly isReady: boolean;
  readonly nextMs?: number;
}

function readinessOf({ script, elapsedMs }: Scene, container: Container, life: ContainerLife): Readiness {
  if (life.state !== "running" || script.outcome === "never-ready") {
    return { isReady: false };
  }
  const afterMs = script.readyMs ?? probeMs(container.startupProbe) + probeMs(container.readinessProbe);
  const readyMs = life.sinceMs + afterMs;
  return elapsedMs >= readyMs ? { isReady: true } : { isReady: false, nextMs: readyMs };
}

/** Time until a probe has succeeded as often as required. */
function probeMs(probe: Probe | undefined): number {
  const { initialDelaySeconds = 0, periodSeconds = 10, successThreshold = 1 } = probe ?? {};
  return probe === undefined ? 0 : (initialDelaySeconds + (successThreshold - 1) * periodSeconds) * 1000;
}

function containerStatus({ times }: Scene, { container, life }: Seen, ready: boolean): JsonObject {
  const at = (ms: number) => printTime(new Date(times.startedMs + ms));
  const ended = (one: Ended): JsonObject => ({
    terminated: {
      exitCode: one.exitCode,
      reason: one.exitCode === 0 ? "Completed" : "Error",
      startedAt: at(one.startMs),
      finishedAt: at(one.endMs),
    },
  });
  const state: JsonObject =
    life.state === "running"
      ? { running: { startedAt: at(life.sinceMs) } }
      : life.state === "terminated"
        ? ended(life.ended)
        : { waiting: { reason: life.reason, ...(life.message === "" ? {} : { message: life.message }) } };
  return {
    name: container.name,
    state,
    lastState: life.last === undefined ? {} : ended(life.last),
    ready: ready && life.state !== "waiting",
    restartCount: life.restarts,
    image: container.image,
    imageID: "",
    started: life.state === "running",
  };
}

/** Containers that `kubectl debug` adds run from the moment at which the kubelet first sees them. */
function ephemeralStatuses({ pod, times }: Scene): JsonObject {
  const { ephemeralContainers = [] } = pod.spec;
  const known = asObjects(pod.status?.ephemeralContainerStatuses);
  const startedAt = printTime(new Date(times.nowMs));
  const statuses = ephemeralContainers.map(
    ({ name, image }): JsonObject =>
      known.find((one) => one.name === name) ?? {
        ...{
          name,
          state: { running: { startedAt } },
          lastState: {},
          ready: false,
          restartCount: 0,
          image,
          imageID: "",
        },
      },
  );
  return statuses.length === 0 ? {} : { ephemeralContainerStatuses: statuses };
}

interface Facts {
  readonly phase: string;
  readonly isInitialized: boolean;
  readonly uninitialized: readonly string[];
  readonly unready: readonly string[];
}

function conditionsOf({ pod, times }: Scene, facts: Facts): Condition[] {
  const { phase, isInitialized, uninitialized, unready } = facts;
  const isOver = phase === "Succeeded" || phase === "Failed";
  const current = pod.status?.conditions ?? [];
  const reason = phase === "Succeeded" ? "PodCompleted" : phase === "Failed" ? "PodFailed" : "";
  const unreadyReason = {
    reason: "ContainersNotReady",
    message: `containers with unready status: [${unready.join(" ")}]`,
  };
  const notReady = isOver ? { reason } : unreadyReason;
  const gates = (pod.spec.readinessGates ?? []).filter(
    ({ conditionType }) => findCondition(current, conditionType)?.status !== "True",
  );
  const isReady = unready.length === 0 && !isOver;
  const gated = {
    reason: "ReadinessGatesNotReady",
    message: gates
      .map(({ conditionType }) => `corresponding condition of pod readiness gate "${conditionType}" does not exist.`)
      .join(", "),
  };
  const wanted: [string, boolean, { reason?: string; message?: string }][] = [
    ["PodReadyToStartContainers", !isOver, {}],
    [
      "Initialized",
      isInitialized,
      isInitialized
        ? phase === "Succeeded"
          ? { reason }
          : {}
        : {
            reason: "ContainersNotInitialized",
            message: `containers with incomplete status: [${uninitialized.join(" ")}]`,
          },
    ],
    ["Ready", isReady && gates.length === 0, isReady ? (gates.length === 0 ? {} : gated) : notReady],
    ["ContainersReady", isReady, isReady ? {} : notReady],
    ["PodScheduled", true, {}],
  ];
  const known = new Set(wanted.map(([type]) => type));
  const observedGeneration = Number(pod.metadata.generation ?? 1);
  const made = wanted.map(([type, isTrue, why]): Condition => {
    const status = isTrue ? "True" : "False";
    const before = findCondition(current, type);
    const lastTransitionTime =
      before?.status === status && before.lastTransitionTime !== undefined
        ? before.lastTransitionTime
        : printTime(new Date(times.nowMs));
    return { type, observedGeneration, status, lastProbeTime: null, lastTransitionTime, ...why };
  });
  return [...made, ...current.filter(({ type }) => !known.has(type))];
}
