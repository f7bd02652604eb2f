import { asObjects, asText, isJsonObject, type JsonObject, type JsonValue, objectAt, parseTime } from "@kiln/api";
import { type Cells, hasCondition, NONE, numberOf, textOr } from "./cells.ts";
import { ageOf, nameOf, printAge } from "./row-printer.ts";

export const podCells: Cells = (pod, now) => {
  const spec = objectAt(pod, "spec");
  const status = objectAt(pod, "status");
  const { reason, restarts, lastRestart, ready } = summarize(pod);
  const sidecars = asObjects(spec.initContainers).filter(isSidecar);
  const total = asObjects(spec.containers).length + sidecars.length;
  const since = restarts !== 0 && lastRestart !== undefined ? ` (${printAge(lastRestart, now)} ago)` : "";
  return [
    nameOf(pod),
    `${ready}/${total}`,
    reason,
    `${restarts}${since}`,
    ageOf(pod, now),
    textOr(asObjects(status.podIPs)[0]?.ip, NONE),
    textOr(spec.nodeName, NONE),
    textOr(status.nominatedNodeName, NONE),
    readinessGates(spec, status),
  ];
};

function isSidecar({ restartPolicy }: JsonObject): boolean {
  return restartPolicy === "Always";
}

function readinessGates(spec: JsonObject, status: JsonObject): string {
  const gates = asObjects(spec.readinessGates);
  const met = gates.filter(({ conditionType }) => hasCondition(status, asText(conditionType)));
  return gates.length === 0 ? NONE : `${met.length}/${gates.length}`;
}

interface Summary {
  readonly reason: string;
  readonly restarts: number;
  readonly lastRestart: string | undefined;
  readonly ready: number;
}

function summarize(pod: JsonObject): Summary {
  const status = objectAt(pod, "status");
  const init = summarizeInit(pod);
  const isGated = asObjects(status.conditions).some(
    ({ type, reason }) => type === "PodScheduled" && reason === "SchedulingGated",
  );
  const stated = isGated ? "SchedulingGated" : asText(status.reason) || asText(status.phase);
  const summary =
    init.reason !== undefined && !hasCondition(status, "Initialized")
      ? { ...init.all, reason: init.reason }
      : summarizeContainers(status, init.reason ?? stated, init.sidecars);
  return { ...summary, reason: deletionReason(pod) ?? summary.reason };
}

function deletionReason(pod: JsonObject): string | undefined {
  const { reason, phase } = objectAt(pod, "status");
  if (objectAt(pod, "metadata").deletionTimestamp === undefined) {
    return undefined;
  }
  return reason === "NodeLost" ? "Unknown" : phase === "Failed" || phase === "Succeeded" ? undefined : "Terminating";
}

interface InitSummary {
  /** Reason why the containers have not started; undefined if they have. */
  readonly reason?: string;
  readonly all: Omit<Summary, "reason">;
  /** Numbers of sidecars. */
  readonly sidecars: Omit<Summary, "reason">;
}

function summarizeInit(pod: JsonObject): InitSummary {
  const containers = asObjects(objectAt(pod, "spec").initContainers);
  const sidecarNames = new Set(containers.filter(isSidecar).map(({ name }) => name));
  const statuses = asObjects(objectAt(pod, "status").initContainerStatuses);
  const seen: JsonObject[] = [];
  let ready = 0;
  let reason: string | undefined;
  for (const [i, status] of statuses.entries()) {
    seen.push(status);
    const isRunningSidecar = sidecarNames.has(asText(status.name)) && status.started === true;
    if (exitOf(status)?.exitCode === 0) {
      continue;
    }
    if (isRunningSidecar) {
      ready += status.ready === true ? 1 : 0;
      continue;
    }
    reason = initReason(status, `${i}/${containers.length}`);
    break;
  }
  const sidecars = seen.filter(({ name }) => sidecarNames.has(asText(name)));
  return {
    ...(reason === undefined ? {} : { reason }),
    all: { ...countRestarts(seen), ready },
    sidecars: { ...countRestarts(sidecars), ready },
  };
}

function initReason(status: JsonObject, progress: string): string {
  const terminated = exitOf(status);
  if (terminated !== undefined) {
    return `Init:${exitReason(terminated)}`;
  }
  const { reason } = objectAt(status, "state", "waiting");
  return asText(reason) !== "" && reason !== "PodInitializing" ? `Init:${asText(reason)}` : `Init:${progress}`;
}

function exitOf(status: JsonObject): JsonObject | undefined {
  const { terminated } = objectAt(status, "state");
  return isJsonObject(terminated) ? terminated : undefined;
}

function exitReason({ reason, signal, exitCode }: JsonObject): string {
  if (asText(reason) !== "") {
    return asText(reason);
  }
  return numberOf(signal) === 0 ? `ExitCode:${numberOf(exitCode)}` : `Signal:${numberOf(signal)}`;
}

function summarizeContainers(status: JsonObject, stated: string, before: Omit<Summary, "reason">): Summary {
  const statuses = asObjects(status.containerStatuses).reverse();
  let reason = stated;
  let errorReason = "";
  let running = 0;
  for (const each of statuses) {
    const waiting = asText(objectAt(each, "state", "waiting").reason);
    const terminated = exitOf(each);
    if (waiting !== "") {
      reason = waiting;
    } else if (terminated !== undefined) {
      reason = exitReason(terminated);
      errorReason = numberOf(terminated.exitCode) === 0 ? errorReason : reason;
    } else if (each.ready === true && objectAt(each, "state").running !== undefined) {
      running++;
    }
  }
  if (reason === "Completed") {
    reason = completedReason(status, errorReason, running > 0);
  }
  const own = countRestarts(statuses);
  return {
    reason,
    ready: before.ready + running,
    restarts: before.restarts + own.restarts,
    lastRestart: latest([before.lastRestart, own.lastRestart]),
  };
}

function completedReason(status: JsonObject, errorReason: string, isRunning: boolean): string {
  if (isRunning && hasCondition(status, "Ready")) {
    return "Running";
  }
  return errorReason || (isRunning ? "NotReady" : "Completed");
}

function countRestarts(statuses: readonly JsonObject[]): Pick<Summary, "restarts" | "lastRestart"> {
  const times = statuses.map((status) => objectAt(status, "lastState", "terminated").finishedAt);
  return {
    restarts: statuses.reduce((sum, { restartCount }) => sum + numberOf(restartCount), 0),
    lastRestart: latest(times),
  };
}

function latest(times: readonly (JsonValue | undefined)[]): string | undefined {
  const known = times.filter((time) => typeof time === "string" && parseTime(time).value !== undefined) as string[];
  return known.sort().at(-1);
}

/** Conditions of a row that mark a finished Pod, for clients that hide it. */
export function podConditions(pod: JsonObject): JsonObject[] | undefined {
  const { phase } = objectAt(pod, "status");
  const message = phase === "Succeeded" ? "The pod has completed successfully." : "The pod failed.";
  return phase === "Succeeded" || phase === "Failed"
    ? [{ type: "Completed", status: "True", reason: phase, message }]
    : undefined;
}
