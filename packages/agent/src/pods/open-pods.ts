import type { KubeObject } from "@kiln/api";
import type { PodReport } from "../agent-options.ts";
import { isFinished } from "../references/is-finished.ts";
import type { ObjectRef } from "../references/object-ref.ts";
import type { ObjectNews } from "../sources/feed.ts";
import { PodWorker, type WorkerContext } from "./pod-worker.ts";

/** The Pods of the node, each with a worker. */
export interface Pods {
  set(pod: KubeObject): void;
  remove(podUid: string): void;
  /** Called when an object of these Pods changed. */
  notify(podUids: Iterable<string>, news: ObjectNews): void;
  /** Called when an immutable object that this Pod uses was replaced by another of the same name. */
  tellReplaced(podUid: string, ref: ObjectRef, uid: string): void;
  has(podUid: string): boolean;
  reports(): readonly PodReport[];
  readonly size: number;
  /** Stops all workers; resolves when no work is in flight. */
  close(): Promise<void>;
}

/**
 * Creates the Pods of a node. `removeFiles` is called with the path of a Pod below the root when the Pod is finished or
 * deleted.
 */
export function openPods(context: WorkerContext, removeFiles: (path: string) => Promise<void>): Pods {
  const { sources, tokens, metrics, log } = context;
  const workers = new Map<string, PodWorker>();
  const ending = new Set<Promise<void>>();

  const end = async (podUid: string, worker: PodWorker): Promise<void> => {
    sources.releasePod(podUid);
    await worker.stop().catch((error: unknown) => {
      log?.warn({ err: error, podUid }, "agent: failed to remove old data of a deleted Pod");
    });
    // Released after the Pod's worker has stopped: a token that the worker requested later would never be released.
    tokens.releasePod(podUid);
    await removeFiles(`pods/${podUid}`).catch((error: unknown) => {
      log?.warn({ err: error, podUid }, "agent: failed to remove the files of a deleted Pod");
    });
  };
  const remove = (podUid: string) => {
    const worker = workers.get(podUid);
    if (worker === undefined) {
      return;
    }
    workers.delete(podUid);
    metrics.add("kiln_agent_pods", [], -1);
    const ended = end(podUid, worker).finally(() => ending.delete(ended));
    ending.add(ended);
  };

  return {
    set(pod) {
      const { uid = "" } = pod.metadata;
      // A finished Pod must release its references; otherwise its watches would stay open.
      if (isFinished(pod)) {
        remove(uid);
        return;
      }
      sources.setPod(pod);
      const worker = workers.get(uid);
      if (worker === undefined) {
        workers.set(uid, new PodWorker(context, pod));
        metrics.add("kiln_agent_pods", [], 1);
      } else {
        worker.update(pod);
      }
    },
    remove,
    notify(podUids, news) {
      for (const podUid of podUids) {
        workers.get(podUid)?.notify(news);
      }
    },
    tellReplaced(podUid, ref, uid) {
      workers
        .get(podUid)
        ?.tellReplaced(ref, uid)
        .catch((error: unknown) =>
          log?.warn({ err: error, podUid }, "agent: failed to record which objects the files of a Pod come from"),
        );
    },
    has: (podUid) => workers.has(podUid),
    reports: () => [...workers.values()].map((worker) => worker.report()),
    get size() {
      return workers.size;
    },
    async close() {
      await Promise.all([...ending, ...[...workers.values()].map((worker) => worker.stop())]);
      metrics.add("kiln_agent_pods", [], -workers.size);
    },
  };
}
