import { type Clock, type KubeObject, StatusError } from "@kiln/api";
import type { Client } from "@kiln/client";
import type { AgentLog, ImmutableStep, SourceState } from "../agent-options.ts";
import type { ObjectRef } from "../references/object-ref.ts";

/** Brings one object, in the way of a strategy. */
export interface Feed {
  readonly state: SourceState;
  /** Known object without a request; undefined if it is unknown or missing. */
  readonly object: KubeObject | undefined;
  /** When that was seen first, on the clock's monotonic scale. */
  readonly seenMs: number;
  /** Rejects with a {@link SourceError}. */
  read(): Promise<KubeObject>;
  /** Replaces the known object by the result of another request. */
  replace(object: KubeObject | undefined): void;
  /** A new pod refers to the object: the known one may be too old for it. */
  invalidate(): void;
  /** Ends a watch that was not read for too long. */
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
  /** How long a watch lasts, from and to. A kubelet's times if absent. */
  readonly watchSeconds?: readonly [number, number];
  readonly log: AgentLog | undefined;
  /** Something about the object is new: it came, changed or went. `isFirst`: nothing was known of it before. */
  onNews(news: ObjectNews): void;
  onState(from: SourceState | undefined, to: SourceState): void;
}

/** Why there is no object to be had. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  /** The object does not exist, which is no failure. */
  readonly isMissing: boolean;
  /** It is expected to pass by itself, soon. */
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

/** Whether the mark is to be heeded. */
export function isImmutable(object: KubeObject | undefined, step: ImmutableStep): boolean {
  return step !== "off" && object?.immutable === true;
}
