import {
  createKeyQueue,
  type JsonObject,
  type KeyQueue,
  type KubeObject,
  minOf,
  StatusError,
  type Timer,
} from "@kiln/api";
import { createEventRecorder, type Informer } from "@kiln/client";
import type { SnapshotKind, SnapshotVersion } from "../rules/rule-set.ts";
import { typeOf } from "../snapshot-types.ts";
import { VALIDATION_ERRORS } from "./invalid-labels.ts";
import { type Marking, planMarking } from "./plan-marking.ts";
import type { ControllerOptions } from "./run-controller.ts";
import { createSettlement, type PlannedWrite, type Settlement } from "./settle-writes.ts";

export const MANAGER = "kiln-snapshot-controller";

const WIDTH = 8;

export interface MarkingOptions extends ControllerOptions {
  readonly version: SnapshotVersion;
  readonly informers: ReadonlyMap<SnapshotKind, Informer>;
  /** Signal that also aborts requests in flight: once it fires, another controller may lead. */
  readonly signal: AbortSignal;
}

/** The key of an object in the queue. */
export function markingKey(kind: SnapshotKind, key: string): string {
  return `${kind} ${key}`;
}

/** Writes the labels and status that the queued objects need. */
export function createMarkingQueue(options: MarkingOptions): KeyQueue {
  const { clock, informers, metrics, onError, signal } = options;
  const settlement = createSettlement({ clock, onContested: createContestWarning(options) });
  const mark = createMark(options);
  metrics.countContested(() => settlement.contested());
  // resourceVersion after the controller's last write, by key: older versions in the informer are outdated.
  const written = new Map<string, string>();
  const pauses = new Map<string, Timer>();
  const queue = createKeyQueue({
    clock,
    width: WIDTH,
    async work(text) {
      const [kind, key = ""] = text.split(" ") as [SnapshotKind, string];
      const object = informers.get(kind)?.get(key);
      if (object !== undefined && isOlder(object, written.get(text))) {
        return;
      }
      written.delete(text);
      pauses.get(text)?.cancel();
      pauses.delete(text);
      if (object === undefined) {
        settlement.forget(text);
        return;
      }
      const plan = planMarking(kind, object, { now: clock.now(), writesStatus: options.writesStatus ?? false });
      const { marking, write, pauseMs } = settle(settlement, { plan, key: text, object });
      if (pauseMs > 0) {
        pauses.set(
          text,
          clock.setTimer(pauseMs, () => queue.add(text)),
        );
      }
      const version = await mark(kind, object, marking).catch(undefinedIfOutdated);
      if (version !== undefined && write !== undefined) {
        written.set(text, version);
        settlement.record(write);
      }
    },
    onError(error) {
      if (!signal.aborted) {
        metrics.count("failed");
        onError(error);
      }
    },
  });
  return {
    ...queue,
    stop: () => {
      for (const pause of pauses.values()) {
        pause.cancel();
      }
      queue.stop();
    },
  };
}

interface Planned {
  readonly plan: Marking;
  readonly key: string;
  readonly object: KubeObject;
}

interface Settled {
  /** Planned writes that may be sent now. */
  readonly marking: Marking;
  readonly write?: PlannedWrite;
  /** Delay of the other planned writes; 0 if there are none. */
  readonly pauseMs: number;
}

/**
 * Selects the next write: one at a time, because the status is computed from the object that the watch delivers after
 * the label's write.
 */
function settle(settlement: Settlement, { plan, key, object }: Planned): Settled {
  const { labels, status, news } = plan;
  const about = { key, generation: Number(object.metadata.generation ?? 0) };
  const label: PlannedWrite = { ...about, field: "label", text: JSON.stringify(labels ?? null) };
  const labelMs = labels === undefined ? 0 : settlement.pauseBefore(label);
  if (labels !== undefined && labelMs === 0) {
    return { marking: { labels }, write: label, pauseMs: 0 };
  }
  // The text without the patch, which contains the time and would never be equal.
  const error: PlannedWrite = { ...about, field: "status", text: news ?? "withdrawn" };
  const errorMs = status === undefined ? 0 : settlement.pauseBefore(error);
  const waits = [labelMs, errorMs].filter((ms) => ms > 0);
  const pauseMs = waits.length === 0 ? 0 : minOf(waits);
  return status === undefined || errorMs > 0
    ? { marking: {}, pauseMs }
    : { marking: { status, ...(news === undefined ? {} : { news }) }, write: error, pauseMs };
}

/** Logs a contested label once for all objects: it is contested on every object with the same violation. */
function createContestWarning({ onWarning = () => {} }: MarkingOptions): (write: PlannedWrite) => void {
  const warned = new Set<string>();
  return ({ key, field }) => {
    if (!warned.has(field)) {
      warned.add(field);
      const what = field === "label" ? "label of an invalid object" : "status.error";
      onWarning(
        `${what} contested: ${key}: another writer undoes it, as snapshot-controller before v6.3.3 does; it is written again when the object changes, or after 1h, 5h and then every day; further objects are only counted in snapshot_controller_contested_objects`,
      );
    }
  };
}

/**
 * Creates the function that writes. It resolves with the resourceVersion after the write; undefined if there was
 * nothing to write.
 */
function createMark({ client, clock, metrics, onError, version, signal }: MarkingOptions) {
  const recorder = createEventRecorder({ client, clock, component: MANAGER, onError });
  return async (kind: SnapshotKind, object: KubeObject, marking: Marking): Promise<string | undefined> => {
    const { labels, status, news } = marking;
    const { namespace, name, resourceVersion = "" } = object.metadata;
    // Only at that resourceVersion: a label for an older spec would need another write to correct it.
    const body = labels === undefined ? status : { metadata: { ...(labels.metadata as JsonObject), resourceVersion } };
    if (body === undefined) {
      metrics.count("unchanged");
      return undefined;
    }
    const how = { fieldManager: MANAGER, signal, ...(labels === undefined ? { subresource: "status" } : {}) };
    const after = await client.patch(typeOf(kind, version), { namespace, name }, { type: "merge", body }, how);
    if (news !== undefined) {
      await recorder.record(object, { type: "Warning", reason: VALIDATION_ERRORS[kind], message: news });
    }
    metrics.count("written");
    return after.metadata.resourceVersion;
  };
}

/**
 * Whether an object is older than a resourceVersion. Versions that are no numbers cannot be compared: the object is
 * then handled, at worst once too often.
 */
function isOlder({ metadata: { resourceVersion = "" } }: KubeObject, than = ""): boolean {
  const isNumber = (text: string) => /^\d+$/.test(text);
  return isNumber(resourceVersion) && isNumber(than) && BigInt(resourceVersion) < BigInt(than);
}

/**
 * Ignores conflicts and missing objects: the watch delivers the newer object or its deletion, which queues it again.
 */
function undefinedIfOutdated(error: unknown): undefined {
  if (!(error instanceof StatusError && (error.status.code === 404 || error.status.code === 409))) {
    throw error;
  }
}
