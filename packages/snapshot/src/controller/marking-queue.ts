import { createKeyQueue, type KeyQueue, type KubeObject, StatusError } from "@kiln/api";
import { createEventRecorder, type Informer } from "@kiln/client";
import type { SnapshotKind, SnapshotVersion } from "../rules/rule-set.ts";
import { typeOf } from "../snapshot-types.ts";
import { VALIDATION_ERRORS } from "./invalid-labels.ts";
import { planMarking } from "./plan-marking.ts";
import type { ControllerOptions } from "./run-controller.ts";

export const MANAGER = "kiln-snapshot-controller";

const WIDTH = 8;

export interface MarkingOptions extends ControllerOptions {
  readonly version: SnapshotVersion;
  readonly informers: ReadonlyMap<SnapshotKind, Informer>;
  /** Ends what is being written, too: somebody else may write from then on. */
  readonly signal: AbortSignal;
}

/** What an object's key is in the queue. */
export function markingKey(kind: SnapshotKind, key: string): string {
  return `${kind} ${key}`;
}

/** Writes what is left to write of the objects whose keys are added. */
export function createMarkingQueue(options: MarkingOptions): KeyQueue {
  const { clock, informers, metrics, onError, signal } = options;
  const mark = createMark(options);
  // By key, the resourceVersion after what was last written here. What the informer has from before is not news.
  const written = new Map<string, string>();
  return createKeyQueue({
    clock,
    width: WIDTH,
    async work(text) {
      const [kind, key = ""] = text.split(" ") as [SnapshotKind, string];
      const object = informers.get(kind)?.get(key);
      if (object !== undefined && isOlder(object, written.get(text))) {
        return;
      }
      written.delete(text);
      const version = object === undefined ? undefined : await mark(kind, object).catch(undefinedIfGone);
      if (version !== undefined) {
        written.set(text, version);
      }
    },
    onError(error) {
      if (!signal.aborted) {
        metrics.count("failed");
        onError(error);
      }
    },
  });
}

/** Resolves with the resourceVersion of what it wrote last; undefined if nothing was left to write. */
function createMark({ client, clock, metrics, onError, version, signal }: MarkingOptions) {
  const recorder = createEventRecorder({ client, clock, component: MANAGER, onError });
  return async (kind: SnapshotKind, object: KubeObject): Promise<string | undefined> => {
    const { labels, status, news } = planMarking(kind, object, clock.now());
    const type = typeOf(kind, version);
    const { namespace, name } = object.metadata;
    const place = { namespace, name };
    const how = { fieldManager: MANAGER, signal };
    let last: KubeObject | undefined;
    if (labels !== undefined) {
      last = await client.patch(type, place, { type: "merge", body: labels }, how);
    }
    if (status !== undefined) {
      last = await client.patch(type, place, { type: "merge", body: status }, { ...how, subresource: "status" });
    }
    if (news !== undefined) {
      await recorder.record(object, { type: "Warning", reason: VALIDATION_ERRORS[kind], message: news });
    }
    metrics.count(last === undefined ? "unchanged" : "written");
    return last?.metadata.resourceVersion;
  };
}

/** Versions that are no numbers cannot be compared: such an object is looked at, at worst once too often. */
function isOlder({ metadata: { resourceVersion = "" } }: KubeObject, than = ""): boolean {
  const isNumber = (text: string) => /^\d+$/.test(text);
  return isNumber(resourceVersion) && isNumber(than) && BigInt(resourceVersion) < BigInt(than);
}

function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof StatusError && error.status.code === 404)) {
    throw error;
  }
}
