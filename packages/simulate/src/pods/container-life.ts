import type { PodScript } from "./pod-script.ts";

/** State of a container at one moment. Times are milliseconds since the start of the Pod. */
export type ContainerLife = (
  | { readonly state: "waiting"; readonly reason: string; readonly message: string }
  | { readonly state: "running"; readonly sinceMs: number }
  | { readonly state: "terminated"; readonly ended: Ended }
) & {
  readonly restarts: number;
  /** Previous run of the container. */
  readonly last?: Ended;
  /** Time of the next change that needs no other event. */
  readonly nextMs?: number;
};

export interface Ended {
  readonly startMs: number;
  readonly endMs: number;
  readonly exitCode: number;
}

/** Kubernetes: the first restart comes at once, the next ones after 10 s, 20 s and so on up to 5 minutes (kuberuntime_manager.go doBackOff, v1.36). */
const FIRST_BACKOFF_MS = 10_000;
const LAST_BACKOFF_MS = 300_000;

export interface Living {
  readonly script: PodScript;
  readonly startMs: number;
  readonly restartPolicy: string;
  readonly elapsedMs: number;
}

/**
 * State of a container. A pure function of time: after a restart of the server the simulation continues by the clock.
 */
export function lifeOf({ script, startMs, restartPolicy, elapsedMs }: Living): ContainerLife {
  const { outcome, exitCode = 0, runMs = 0 } = script;
  if (outcome === "stall") {
    return { state: "waiting", reason: script.reason || "ContainerCreating", message: script.message, restarts: 0 };
  }
  if (elapsedMs < startMs) {
    return { state: "waiting", reason: "ContainerCreating", message: "", restarts: 0, nextMs: startMs };
  }
  if (outcome === "run" || outcome === "never-ready") {
    return { state: "running", sinceMs: startMs, restarts: 0 };
  }
  const restartsOnce = outcome === "restart";
  const isRestarted =
    restartPolicy === "Always" || (restartPolicy === "OnFailure" && exitCode !== 0) || outcome === "crash-loop";
  let begunMs = startMs;
  let last: Ended | undefined;
  for (let restarts = 0; ; restarts++) {
    const before = last === undefined ? {} : { last };
    if (restartsOnce && restarts === 1) {
      return { state: "running", sinceMs: begunMs, restarts, ...before };
    }
    const endMs = begunMs + runMs;
    if (elapsedMs < endMs) {
      return {
        state: "running",
        sinceMs: begunMs,
        restarts,
        ...before,
        ...(Number.isFinite(endMs) ? { nextMs: endMs } : {}),
      };
    }
    last = { startMs: begunMs, endMs, exitCode };
    if (!isRestarted && !restartsOnce) {
      return { state: "terminated", ended: last, restarts, ...before };
    }
    const backoffMs = restarts === 0 ? 0 : Math.min(FIRST_BACKOFF_MS * 2 ** (restarts - 1), LAST_BACKOFF_MS);
    if (elapsedMs < endMs + backoffMs) {
      const reason = script.reason || "CrashLoopBackOff";
      return { state: "waiting", reason, message: script.message, restarts, last, nextMs: endMs + backoffMs };
    }
    begunMs = endMs + backoffMs;
  }
}
