import { asObject, durationToMs, type JsonObject, type JsonValue, parseDuration, textAt } from "@kiln/api";

/** Effects of faults on the request itself; others act on the events of a watch. */
export const REQUEST_ACTIONS = ["Delay", "Status", "LoseAnswer", "Drop"] as const;
export const WATCH_ACTIONS = ["StallWatch", "HoldEvents", "DropWatch", "RepeatEvents", "ExpireWatch"] as const;
export const FAULT_CODES = [409, 429, 500, 503, 504] as const;

export type FaultAction = (typeof REQUEST_ACTIONS)[number] | (typeof WATCH_ACTIONS)[number];

/** Requests that a fault matches. An empty list matches all. */
export interface FaultMatch {
  readonly verbs: readonly string[];
  /** Resources such as `pods`, `deployments.apps`, `pods/status`. */
  readonly resources: readonly string[];
  readonly namespaces: readonly string[];
  readonly names: readonly string[];
  readonly users: readonly string[];
  /** Prefixes of the User-Agent header. */
  readonly userAgents: readonly string[];
}

export interface FaultSpec {
  readonly match: FaultMatch;
  readonly action: FaultAction;
  /** Delay before the action. */
  readonly delayMs: number;
  readonly code: number;
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
  /** Number of events that a watch delivers before the action. */
  readonly events: number;
  /** Number of events that are delivered again. */
  readonly repeat: number;
  /** Positions among the matching requests, from 1; empty for all. */
  readonly nth: readonly number[];
  readonly times: number;
  readonly probability: number;
  readonly seed: number;
}

export function readFaultSpec(object: JsonObject): FaultSpec {
  const spec = asObject(object.spec);
  const match = asObject(spec.match);
  return {
    match: {
      verbs: texts(match.verbs),
      resources: texts(match.resources),
      namespaces: texts(match.namespaces),
      names: texts(match.names),
      users: texts(match.users),
      userAgents: texts(match.userAgents),
    },
    action: textAt(spec, "action") as FaultAction,
    delayMs: durationToMs(parseDuration(textAt(spec, "delay") || "0s").value ?? 0n),
    code: numberAt(spec.code, 0),
    message: textAt(spec, "message") || "injected by a Fault",
    retryAfterSeconds: typeof spec.retryAfterSeconds === "number" ? spec.retryAfterSeconds : undefined,
    events: numberAt(spec.events, 0),
    repeat: numberAt(spec.repeat, 1),
    nth: (Array.isArray(spec.nth) ? spec.nth : []).filter((each) => typeof each === "number"),
    times: numberAt(spec.times, Number.POSITIVE_INFINITY),
    probability: numberAt(spec.probability, 1),
    seed: numberAt(spec.seed, 0),
  };
}

function texts(value: JsonValue | undefined): string[] {
  return (Array.isArray(value) ? value : []).filter((each) => typeof each === "string");
}

function numberAt(value: JsonValue | undefined, absent: number): number {
  return typeof value === "number" ? value : absent;
}

export function isWatchAction(action: FaultAction): boolean {
  return WATCH_ACTIONS.some((each) => each === action);
}
