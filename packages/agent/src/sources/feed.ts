import { type Clock, type KubeObject, StatusError } from "@kiln/api";
import type { Client } from "@kiln/client";
import type { AgentLog, ImmutableStep, SourceState } from "../agent-options.ts";
import type { ObjectRef } from "../references/object-ref.ts";

/** Follows one object, by one method of noticing changes. */
export interface Feed {
  readonly state: SourceState;
  /** Last known object, without a request; undefined if it is unknown or missing. */
  readonly object: KubeObject | undefined;
  /** Time at which that object was first seen, on the clock's monotonic scale. */
  readonly seenMs: number;
  /** Current object. Rejects with a {@link SourceError}. */
  read(): Promise<KubeObject>;
  /** Replaces the known object by the result of another request. */
  replace(object: KubeObject | undefined): void;
  /** Called for a new Pod that references the object: the known object may be too old for it. */
  invalidate(): void;
  /** Ends the watch if the object was not read for too long. */
  stopIfIdle(): void;
  stop(): void;
}

export interface ObjectNews {
  readonly isFirst: boolean;
}

export interface FeedOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly fraction: () => number;
  readonly ref: ObjectRef;
  readonly step: ImmutableStep;
  readonly maxIdleMs: number;
  /** Minimum and maximum duration of a watch; those of the kubelet if absent. */
  readonly watchSeconds?: readonly [number, number];
  readonly log: AgentLog | undefined;
  /** Called when the object was created, changed or deleted. `isFirst`: it was unknown before. */
  onNews(news: ObjectNews): void;
  onState(from: SourceState | undefined, to: SourceState): void;
}

/** Reason why the object is not available. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  /** Whether the object does not exist, which is no failure. */
  readonly isMissing: boolean;
  /** Whether the error is expected to be temporary. */
  readonly isPassing: boolean;

  constructor(
    message: string,
    { isMissing = false, isPassing = false, ...rest }: ErrorOptions & { isMissing?: boolean; isPassing?: boolean } = {},
  ) {
    super(message, rest);
    this.isMissing = isMissing;
    this.isPassing = isPassing;
  }
}

export function missing({ kind, name }: ObjectRef): SourceError {
  return new SourceError(`${kind.toLowerCase()} ${JSON.stringify(name)} not found`, { isMissing: true });
}

export function toSourceError(error: unknown): SourceError {
  return new SourceError(error instanceof Error ? error.message : String(error), { cause: error });
}

export function isNotFound(error: unknown): boolean {
  return error instanceof StatusError && error.status.code === 404;
}

/** Whether the object is marked immutable and the step uses that. */
export function isImmutable(object: KubeObject | undefined, step: ImmutableStep): boolean {
  return step !== "off" && object?.immutable === true;
}
