import type { Clock } from "@kiln/api";
import type { Transport } from "@kiln/client";
import type { AgentMetrics } from "./agent-metrics.ts";
import type { VolumeTarget } from "./volumes/payload.ts";

/** How changes of objects are noticed. */
export type Strategy = "watch" | "cache" | "get";

/**
 * Handling of `immutable: true`. Each step has the ones before it.
 *
 * - `off`: nothing, the field is ignored.
 * - `i`: a watch ends as soon as it shows that its object is immutable.
 * - `ii`: objects are read before they are watched, and immutable ones are never watched.
 * - `iii`: a new pod makes sure that a known immutable object was not replaced by another of the same name.
 */
export type ImmutableStep = "off" | "i" | "ii" | "iii";

export const STRATEGIES: readonly Strategy[] = ["watch", "cache", "get"];
export const IMMUTABLE_STEPS: readonly ImmutableStep[] = ["off", "i", "ii", "iii"];

export interface AgentLog {
  info(about: object, message: string): void;
  warn(about: object, message: string): void;
}

export interface AgentOptions {
  /** The way to the API server; it is not closed with the agent. */
  readonly transport: Transport;
  readonly clock: Clock;
  /** From 0 up to but not including 1. */
  readonly fraction: () => number;
  readonly nodeName: string;
  /** Opens the target of one volume, given its path below the root, such as `pods/UID/volumes/kubernetes.io~secret/NAME`. */
  readonly openVolume: (path: string) => VolumeTarget;
  /** Takes away everything that belongs to a pod that is gone, given its path below the root: `pods/UID`. */
  readonly removePod?: (path: string) => Promise<void>;
  /** The uids of pods that have something below the root, from an earlier run too. */
  readonly listPods?: () => Promise<readonly string[]>;
  /** State of a Pod that must survive a restart; deleted with the Pod's files. */
  readonly records?: PodRecords;
  /** Why volumes with Secrets or tokens are not written, such as that the root is on a disk. They are if absent. */
  readonly secretsRefusal?: string;
  /** `watch` if absent. */
  readonly strategy?: Strategy;
  /** `iii` if absent. */
  readonly immutableStep?: ImmutableStep;
  /** Each pod is looked at again after this, and up to half of it more. A minute if absent. */
  readonly syncPeriodMs?: number;
  /** A watch of an object that was not read for this long ends until the next read. Five sync periods if absent. */
  readonly maxIdleMs?: number;
  /** How long a watch of an object lasts before it is opened again, from and to. 30 to 60 minutes if absent. */
  readonly watchSeconds?: readonly [number, number];
  /** A change of an object syncs its pods at once; otherwise they wait for the sync period. True if absent. */
  readonly isPushing?: boolean;
  /** The shortest time between two syncs of one pod that changes ask for. A second if absent. */
  readonly pushIntervalMs?: number;
  /** How often files that cannot change are compared nevertheless, to repair damage; 0 for never. An hour if absent. */
  readonly verifyIntervalMs?: number;
  /** Requests a second, in the long run. 50 if absent. */
  readonly requestsPerSecond?: number;
  /** Requests that may go at once after a pause. 100 if absent. */
  readonly burst?: number;
  readonly userAgent?: string;
  readonly log?: AgentLog;
  /** Shared by all agents that are given the same. */
  readonly metrics?: AgentMetrics;
}

/** Small texts by the uids of pods. */
export interface PodRecords {
  read(podUid: string): Promise<string | undefined>;
  write(podUid: string, text: string): Promise<void>;
}

/** How one pod fares. */
export interface PodReport {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** Each volume was published at least once. */
  readonly isReady: boolean;
  /** Of the last sync. */
  readonly errors: readonly string[];
  /** Why service account tokens that the pod has are not renewed, though they may be good for a while. */
  readonly tokenErrors: readonly string[];
}

/** In which state the source of an object is. */
export type SourceState = "Starting" | "Synced" | "Immutable" | "Idle" | "Stopped";

export interface AgentState {
  /** Pods of this node whose volumes are looked after. */
  readonly pods: number;
  /** Pods that lack data: some volume was never published. */
  readonly waitingPods: number;
  /** Pods with a service account token that cannot be renewed, as `NAMESPACE/NAME: cause`. */
  readonly staleTokens: readonly string[];
  readonly sources: Readonly<Record<SourceState, number>>;
  /** Watches that are open now, by resource. */
  readonly openWatches: { readonly configmaps: number; readonly secrets: number };
  /** The pods of the node are known. */
  readonly hasSynced: boolean;
}

/** The pods of one node as files, kept up to date until it is closed. */
export interface Agent {
  state(): AgentState;
  pods(): readonly PodReport[];
  /** Resolves when the pods of the node are known; rejects if it is closed before. */
  readonly synced: Promise<void>;
  readonly metrics: AgentMetrics;
  /** Resolves when no work is in flight. Published files stay. */
  close(): Promise<void>;
}
