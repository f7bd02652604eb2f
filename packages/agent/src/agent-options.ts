import type { Clock } from "@kiln/api";
import type { Transport } from "@kiln/client";
import type { AgentMetrics } from "./agent-metrics.ts";
import type { VolumeTarget } from "./volumes/payload.ts";

/** Method of noticing changes of objects. */
export type Strategy = "watch" | "cache" | "get";

/**
 * Handling of `immutable: true`. Each step includes the ones before it.
 *
 * - `off`: the field is ignored.
 * - `i`: a watch ends as soon as it shows that its object is immutable.
 * - `ii`: objects are read before they are watched, and immutable ones are never watched.
 * - `iii`: for a new Pod, a known immutable object is checked for having been replaced by another of the same name.
 */
export type ImmutableStep = "off" | "i" | "ii" | "iii";

export const STRATEGIES: readonly Strategy[] = ["watch", "cache", "get"];
export const IMMUTABLE_STEPS: readonly ImmutableStep[] = ["off", "i", "ii", "iii"];

export interface AgentLog {
  info(about: object, message: string): void;
  warn(about: object, message: string): void;
}

export interface AgentOptions {
  /** Transport to the API server; not closed with the agent. */
  readonly transport: Transport;
  readonly clock: Clock;
  /** Source of random numbers from 0 up to, but not including, 1. */
  readonly fraction: () => number;
  readonly nodeName: string;
  /** Opens the target of one volume, given its path below the root, such as `pods/UID/volumes/kubernetes.io~secret/NAME`. */
  readonly openVolume: (path: string) => VolumeTarget;
  /** Removes all files of a deleted Pod, given its path below the root: `pods/UID`. */
  readonly removePod?: (path: string) => Promise<void>;
  /** Uids of Pods with files below the root, also of an earlier run. */
  readonly listPods?: () => Promise<readonly string[]>;
  /** State of a Pod that must survive a restart; deleted with the Pod's files. */
  readonly records?: PodRecords;
  /**
   * Reason why volumes with Secrets or tokens are not written, such as a root on a disk. Absent: these volumes are
   * written.
   */
  readonly secretsRefusal?: string;
  /** Method of noticing changes; `watch` if absent. */
  readonly strategy?: Strategy;
  /** Handling of immutable objects; `iii` if absent. */
  readonly immutableStep?: ImmutableStep;
  /** Interval of checks of each Pod, plus up to half of it as jitter; a minute if absent. */
  readonly syncPeriodMs?: number;
  /**
   * Idle time after which the watch of an object that no volume read ends until the next read. Five sync periods if
   * absent.
   */
  readonly maxIdleMs?: number;
  /** Minimum and maximum duration of a watch before it is opened again; 30 to 60 minutes if absent. */
  readonly watchSeconds?: readonly [number, number];
  /** Whether a change of an object syncs its Pods at once instead of at the next sync period. True if absent. */
  readonly isPushing?: boolean;
  /** Minimum time between two syncs of one Pod caused by changes; a second if absent. */
  readonly pushIntervalMs?: number;
  /**
   * Interval at which files of immutable objects are compared with the content, to repair damage; 0 for never. An hour
   * if absent.
   */
  readonly verifyIntervalMs?: number;
  /** Sustained rate of requests a second; 50 if absent. */
  readonly requestsPerSecond?: number;
  /** Number of requests allowed at once after a pause; 100 if absent. */
  readonly burst?: number;
  readonly userAgent?: string;
  readonly log?: AgentLog;
  /** Metrics of the agent. Agents with the same object add to the same values. */
  readonly metrics?: AgentMetrics;
}

/** Storage of a small text for each Pod, by its uid. */
export interface PodRecords {
  read(podUid: string): Promise<string | undefined>;
  write(podUid: string, text: string): Promise<void>;
}

/** State of one Pod. */
export interface PodReport {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** Whether each volume was published at least once. */
  readonly isReady: boolean;
  /** Errors of the last sync. */
  readonly errors: readonly string[];
  /** Reasons why service account tokens of the Pod are not renewed; they may still be valid. */
  readonly tokenErrors: readonly string[];
}

/** State of the source of an object. */
export type SourceState = "Starting" | "Synced" | "Immutable" | "Idle" | "Stopped";

export interface AgentState {
  /** Number of Pods on this node with volumes of ConfigMaps, Secrets or tokens. */
  readonly pods: number;
  /** Number of Pods with a volume that was never published. */
  readonly waitingPods: number;
  /** Pods with a service account token that cannot be renewed, as `NAMESPACE/NAME: cause`. */
  readonly staleTokens: readonly string[];
  readonly sources: Readonly<Record<SourceState, number>>;
  /** Number of watches that are open now, by resource. */
  readonly openWatches: { readonly configmaps: number; readonly secrets: number };
  /** Whether the Pods of the node were listed. */
  readonly hasSynced: boolean;
}

/** Publishes the volumes of one node's Pods as files, and keeps them up to date until it is closed. */
export interface Agent {
  state(): AgentState;
  pods(): readonly PodReport[];
  /** Resolves when the Pods of the node are listed; rejects if the agent is closed before. */
  readonly synced: Promise<void>;
  readonly metrics: AgentMetrics;
  /** Resolves when no work is in flight. Published files stay. */
  close(): Promise<void>;
}
