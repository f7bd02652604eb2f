import { appendAll, type Clock, deepEqual, type KubeObject, objectAt, type Timer } from "@kiln/api";
import { type Backoff, createBackoff } from "@kiln/client";
import type { AgentLog, PodRecords, PodReport } from "../agent-options.ts";
import { type ObjectRef, refKey } from "../references/object-ref.ts";
import { podReferences } from "../references/pod-references.ts";
import { type ObjectNews, SourceError } from "../sources/feed.ts";
import { type ConfigVolume, configVolumesOf } from "../volumes/config-volume.ts";
import type { VolumeTarget } from "../volumes/payload.ts";
import { replacedText } from "./keep-replaced.ts";
import { openPodRecord, type PodRecord } from "./pod-record.ts";
import { syncVolume, type VolumeContext, type VolumeResult, type VolumeState } from "./sync-volume.ts";

export interface WorkerContext extends VolumeContext {
  readonly clock: Clock;
  readonly fraction: () => number;
  readonly pace: SyncPace;
  readonly records: PodRecords | undefined;
  readonly openVolume: (path: string) => VolumeTarget;
  readonly log: AgentLog | undefined;
  /** Called with a failure that becomes an event of the Pod. */
  onFailure(pod: KubeObject, failure: PodFailure): void;
}

/** Intervals between two syncs of a Pod. */
export interface SyncPace {
  readonly syncPeriodMs: number;
  /** Whether a changed object of a Pod is published at once, at most every `pushIntervalMs`. */
  readonly isPushing: boolean;
  readonly pushIntervalMs: number;
}

export interface PodFailure {
  readonly reason: "FailedMount" | "Failed" | "FailedTokenRenewal";
  readonly message: string;
}

const FIRST_RETRY_MS = 500;
/** Number of failed syncs after which a failure that should be temporary becomes an event. */
const PASSING_TRIES = 3;

interface VolumeErrors {
  readonly errors: readonly string[];
  readonly tokenErrors: readonly string[];
}

/** Syncs one Pod: now, after each change, and every sync period. */
export class PodWorker {
  readonly #context: WorkerContext;
  readonly #backoff: Backoff;
  readonly #volumes = new Map<string, VolumeState>();
  #pod: KubeObject;
  #record: Promise<PodRecord> | undefined;
  #timer: Timer | undefined;
  #dueMs = Number.POSITIVE_INFINITY;
  #startedMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;
  #isStopped = false;
  /** Whether the objects in the containers' environments were read. */
  #hasEnvironment = false;
  #isWaiting = true;
  #failures = 0;
  #errors: readonly string[] = [];
  #tokenErrors: readonly string[] = [];

  constructor(context: WorkerContext, pod: KubeObject) {
    this.#context = context;
    this.#pod = pod;
    this.#backoff = createBackoff({
      firstMs: FIRST_RETRY_MS,
      lastMs: context.pace.syncPeriodMs,
      fraction: context.fraction,
    });
    context.metrics.add("kiln_agent_waiting_pods", [], 1);
    this.#schedule(context.clock.monotonicMs());
  }

  get pod(): KubeObject {
    return this.#pod;
  }

  /** Whether a volume was never published. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  report(): PodReport {
    const { uid = "", namespace = "", name = "" } = this.#pod.metadata;
    return { uid, namespace, name, isReady: !this.#isWaiting, errors: this.#errors, tokenErrors: this.#tokenErrors };
  }

  /** Takes over a changed Pod. Only fields that its files depend on count; status does not. */
  update(pod: KubeObject): void {
    const before = this.#pod;
    this.#pod = pod;
    const facts = ({ metadata, ...rest }: KubeObject) => [
      metadata.labels ?? {},
      metadata.annotations ?? {},
      objectAt(rest, "spec"),
    ];
    if (!deepEqual(facts(before), facts(pod))) {
      this.#scheduleSoon();
    }
  }

  /**
   * Called when an object of the Pod changed. A Pod with missing data is synced at once in every mode. For an object
   * that was unknown before, other Pods need no sync: they wait for it, or will read it.
   */
  notify({ isFirst }: ObjectNews): void {
    if (this.#failures > 0 || (this.#context.pace.isPushing && !isFirst)) {
      this.#scheduleSoon();
    }
  }

  /**
   * Called when an immutable object that the Pod uses was replaced by another of the same name. Sends an event the
   * first time.
   */
  async tellReplaced(ref: ObjectRef, uid: string): Promise<void> {
    const record = await this.#openRecord();
    if (await record.noteOnce(replacedText(refKey(ref), uid))) {
      this.#context.onReplaced(this.#pod, ref, uid);
    }
  }

  /** Stops the worker; resolves when no work is in flight. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    this.#setWaiting(false);
    await this.#running;
    await Promise.all([...this.#volumes.values()].map(({ target }) => target.close?.()));
  }

  #scheduleSoon(): void {
    const { clock, pace } = this.#context;
    this.#schedule(Math.max(clock.monotonicMs(), this.#startedMs + pace.pushIntervalMs));
  }

  /** Schedules the next sync; the earliest scheduled time counts. */
  #schedule(dueMs: number): void {
    if (this.#isStopped || dueMs >= this.#dueMs) {
      return;
    }
    this.#timer?.cancel();
    this.#dueMs = dueMs;
    const { clock } = this.#context;
    const run = () => {
      this.#dueMs = Number.POSITIVE_INFINITY;
      this.#running = this.#runAfter(this.#running);
    };
    const delayMs = dueMs - clock.monotonicMs();
    if (delayMs > 0) {
      this.#timer = clock.setTimer(delayMs, run);
    } else {
      run();
    }
  }

  async #runAfter(last: Promise<void> | undefined): Promise<void> {
    await last;
    if (this.#isStopped) {
      return;
    }
    const { clock, fraction, pace } = this.#context;
    this.#startedMs = clock.monotonicMs();
    const isComplete = await this.#sync().catch((error: unknown) => {
      this.#context.log?.warn({ err: error, pod: this.#pod.metadata.name }, "a pod could not be synced; trying again");
      return false;
    });
    if (isComplete) {
      this.#failures = 0;
      this.#backoff.reset();
      this.#schedule(clock.monotonicMs() + pace.syncPeriodMs * (1 + 0.5 * fraction()));
    } else {
      this.#failures++;
      this.#schedule(clock.monotonicMs() + this.#backoff.nextMs());
    }
  }

  async #sync(): Promise<boolean> {
    const pod = this.#pod;
    const record = await this.#openRecord();
    const volumes = configVolumesOf(pod);
    const errors: string[] = [];
    const tokenErrors: string[] = [];
    for (const volume of volumes) {
      const found = await this.#syncOne(pod, volume, record);
      appendAll(errors, found.errors);
      appendAll(tokenErrors, found.tokenErrors);
    }
    this.#tokenErrors = tokenErrors;
    const missing = this.#hasEnvironment ? [] : await this.#readEnvironment(pod);
    this.#hasEnvironment = missing.length === 0;
    this.#errors = [...errors, ...missing];
    this.#setWaiting(volumes.some(({ name }) => this.#volumes.get(name)?.isPublished !== true));
    return this.#errors.length === 0 && tokenErrors.length === 0;
  }

  #openRecord(): Promise<PodRecord> {
    this.#record ??= openPodRecord(this.#context.records, this.#pod.metadata.uid ?? "").catch((error: unknown) => {
      this.#record = undefined;
      throw error;
    });
    return this.#record;
  }

  async #syncOne(pod: KubeObject, volume: ConfigVolume, record: PodRecord): Promise<VolumeErrors> {
    const state = this.#volumes.get(volume.name) ?? this.#openVolume(volume, record);
    this.#volumes.set(volume.name, state);
    const { result, error, isPassing, tokenError } = await syncVolume(this.#context, {
      pod,
      volume,
      state,
      record,
    }).catch(
      (cause: unknown): VolumeResult => ({
        result: "failed",
        error: cause instanceof Error ? cause.message : `${cause}`,
      }),
    );
    this.#context.metrics.add("kiln_agent_volume_syncs_total", [result], 1);
    const tokenErrors = tokenError === undefined ? [] : [this.#failRenewal(pod, volume, tokenError)];
    if (error === undefined) {
      return { errors: [], tokenErrors };
    }
    const message = `MountVolume.SetUp failed for volume ${JSON.stringify(volume.name)} : ${error}`;
    if (isPassing !== true || this.#failures + 1 >= PASSING_TRIES) {
      this.#context.onFailure(pod, { reason: "FailedMount", message });
    }
    return { errors: [message], tokenErrors };
  }

  #failRenewal(pod: KubeObject, { name }: ConfigVolume, error: string): string {
    const message = `The service account token in volume ${JSON.stringify(name)} cannot be renewed: ${error}`;
    this.#context.onFailure(pod, { reason: "FailedTokenRenewal", message });
    return message;
  }

  #openVolume({ name, plugin }: ConfigVolume, record: PodRecord): VolumeState {
    const path = `pods/${this.#pod.metadata.uid}/volumes/kubernetes.io~${plugin}/${name}`;
    return {
      target: this.#context.openVolume(path),
      // A volume with pins has files that an earlier run published.
      isPublished: record.pinsOf(name) !== undefined,
      kept: new Map(),
      versions: new Map(),
    };
  }

  /** Reads the objects in the containers' environments, once, as at the start of a container. */
  async #readEnvironment(pod: KubeObject): Promise<string[]> {
    const errors: string[] = [];
    for (const { ref, place, isOptional } of podReferences(pod)) {
      if (place === "volume") {
        continue;
      }
      try {
        await this.#context.sources.read(ref, pod.metadata.uid ?? "");
      } catch (error) {
        const { message, isMissing } = error instanceof SourceError ? error : new SourceError(String(error));
        if (!(isMissing && isOptional)) {
          errors.push(`Error: ${message}`);
          this.#context.onFailure(pod, { reason: "Failed", message: `Error: ${message}` });
        }
      }
    }
    return errors;
  }

  #setWaiting(isWaiting: boolean): void {
    if (this.#isWaiting !== isWaiting) {
      this.#isWaiting = isWaiting;
      this.#context.metrics.add("kiln_agent_waiting_pods", [], isWaiting ? 1 : -1);
    }
  }
}
