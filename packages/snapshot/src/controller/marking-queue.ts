import { createKeyQueue, type KeyQueue, type KubeObject, minOf, StatusError, type Timer } from "@kiln/api";
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
  /** Also aborts requests in flight: another controller may lead from then on. */
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
  // By key, the resourceVersion after the last own write: older versions in the informer are stale.
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
      const version = await mark(kind, object, marking).catch(undefinedIfGone);
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
  /** The part of the plan that may be sent now. */
  readonly marking: Marking;
  readonly write?: PlannedWrite;
  /** How long the rest must wait; 0 if there is none. */
  readonly pauseMs: number;
}

/** One write at a time: the status is written from the object that the label's write returns by watch. */
function settle(settlement: Settlement, { plan, key, object }: Planned): Settled {
  const { labels, status, news } = plan;
  const about = { key, generation: Number(object.metadata.generation ?? 0) };
  const label: PlannedWrite = { ...about, field: "label", text: JSON.stringify(labels ?? null) };
  const labelMs = labels === undefined ? 0 : settlement.pauseOf(label);
  if (labels !== undefined && labelMs === 0) {
    return { marking: { labels }, write: label, pauseMs: 0 };
  }
  // Not the patch itself, which contains the time.
  const error: PlannedWrite = { ...about, field: "status", text: news ?? "withdrawn" };
  const errorMs = status === undefined ? 0 : settlement.pauseOf(error);
  const waits = [labelMs, errorMs].filter((ms) => ms > 0);
  const pauseMs = waits.length === 0 ? 0 : minOf(waits);
  return status === undefined || errorMs > 0
    ? { marking: {}, pauseMs }
    : { marking: { status, ...(news === undefined ? {} : { news }) }, write: error, pauseMs };
}

/** One warning for all objects: a contested label is contested on every object with the same violation. */
function createContestWarning({ onWarning = () => {} }: MarkingOptions): (write: PlannedWrite) => void {
  const warned = new Set<string>();
  return ({ key, field }) => {
    if (!warned.has(field)) {
      warned.add(field);
      const what = field === "label" ? "label of an invalid object" : "status.error";
      onWarning(
        `${what} contested: ${key}: another writer undoes it, as snapshot-controller before v6.3.3 does; it is written again after 10s, 100s and so on up to a day; further objects are only counted in snapshot_controller_contested_objects`,
      );
    }
  };
}

/** Resolves with the resourceVersion after the write; undefined if there was nothing to write. */
function createMark({ client, clock, metrics, onError, version, signal }: MarkingOptions) {
  const recorder = createEventRecorder({ client, clock, component: MANAGER, onError });
  return async (kind: SnapshotKind, object: KubeObject, marking: Marking): Promise<string | undefined> => {
    const { labels, status, news } = marking;
    const { namespace, name } = object.metadata;
    const body = labels ?? status;
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

/** Versions that are not numbers cannot be compared: such an object is handled, at worst once too often. */
function isOlder({ metadata: { resourceVersion = "" } }: KubeObject, than = ""): boolean {
  const isNumber = (text: string) => /^\d+$/.test(text);
  return isNumber(resourceVersion) && isNumber(than) && BigInt(resourceVersion) < BigInt(than);
}

function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof StatusError && error.status.code === 404)) {
    throw error;
  }
}
