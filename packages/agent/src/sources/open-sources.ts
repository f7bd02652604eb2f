import type { Clock, KubeObject } from "@kiln/api";
import type { Client } from "@kiln/client";
import type { AgentMetrics } from "../agent-metrics.ts";
import type { AgentLog, ImmutableStep, SourceState, Strategy } from "../agent-options.ts";
import { type ObjectRef, refKey } from "../references/object-ref.ts";
import { createReferenceTable } from "../references/reference-table.ts";
import { type FeedOptions, type ObjectNews, SourceError } from "./feed.ts";
import { createObjectSource, type ObjectSource, type Reading } from "./object-source.ts";
import { PollFeed } from "./poll-feed.ts";
import { WatchFeed } from "./watch-feed.ts";

export interface SourcesOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly fraction: () => number;
  readonly strategy: Strategy;
  readonly step: ImmutableStep;
  readonly maxIdleMs: number;
  readonly watchSeconds?: FeedOptions["watchSeconds"];
  /** Time for which a cached object is fresh. */
  ttlMs(): number;
  readonly metrics: AgentMetrics;
  readonly log: AgentLog | undefined;
  /** Called when an object that these Pods reference changed. */
  onNews(podUids: Iterable<string>, news: ObjectNews): void;
  onReplaced(ref: ObjectRef, old: KubeObject, podUids: readonly string[]): void;
}

/** Objects that the Pods of a node reference. */
export interface Sources {
  /** Updates the references of a Pod. Sends no request. */
  setPod(pod: KubeObject): void;
  releasePod(podUid: string): void;
  /** Object for a Pod. Rejects with a {@link SourceError}. */
  read(ref: ObjectRef, podUid: string): Promise<Reading>;
  countStates(): Record<SourceState, number>;
  close(): void;
}

const IDLE_CHECK_MS = 60_000;

export function openSources(options: SourcesOptions): Sources {
  const { clock, metrics } = options;
  const sources = new Map<string, ObjectSource>();

  const references = createReferenceTable({
    onAdded(ref, key, { podUid }) {
      const source = sources.get(key) ?? open(ref, key);
      sources.set(key, source);
      source.addPod(podUid);
    },
    onRemoved(_, key, { podUid, isLast }) {
      const source = sources.get(key);
      source?.removePod(podUid);
      if (isLast) {
        source?.feed.stop();
        sources.delete(key);
        metrics.add("kiln_agent_objects", ["Stopped"], -1);
      }
    },
  });

  const open = (ref: ObjectRef, key: string): ObjectSource => {
    const { client, step } = options;
    const feed = openFeed(options, ref, (news) => options.onNews(references.podsOf(key), news));
    const onReplaced = (old: KubeObject, podUids: readonly string[]) => options.onReplaced(ref, old, podUids);
    return createObjectSource({ feed, client, ref, step, onReplaced });
  };

  const stopIdle = () => {
    for (const { feed } of sources.values()) {
      feed.stopIfIdle();
    }
    timer = clock.setTimer(IDLE_CHECK_MS, stopIdle);
  };
  let timer = clock.setTimer(IDLE_CHECK_MS, stopIdle);

  return {
    setPod: (pod) => references.setPod(pod),
    releasePod: (podUid) => references.releasePod(podUid),
    async read(ref, podUid) {
      const source = sources.get(refKey(ref));
      if (source === undefined) {
        throw new SourceError(`object ${JSON.stringify(ref.namespace)}/${JSON.stringify(ref.name)} not registered`);
      }
      return source.read(podUid);
    },
    countStates() {
      const counts = { Starting: 0, Synced: 0, Immutable: 0, Idle: 0, Stopped: 0 };
      for (const { feed } of sources.values()) {
        counts[feed.state]++;
      }
      return counts;
    },
    close() {
      timer.cancel();
      for (const { feed } of sources.values()) {
        feed.stop();
      }
    },
  };
}

function openFeed(options: SourcesOptions, ref: ObjectRef, onNews: FeedOptions["onNews"]) {
  const { client, clock, fraction, step, maxIdleMs, log, metrics, strategy } = options;
  const onState: FeedOptions["onState"] = (from, to) => {
    if (from !== undefined) {
      metrics.add("kiln_agent_objects", [from], -1);
    }
    metrics.add("kiln_agent_objects", [to], 1);
  };
  const renewal = options.watchSeconds === undefined ? {} : { watchSeconds: options.watchSeconds };
  const common: FeedOptions = { client, clock, fraction, ref, step, maxIdleMs, log, onNews, onState, ...renewal };
  if (strategy === "watch") {
    return new WatchFeed(common);
  }
  return new PollFeed({ ...common, ttlMs: strategy === "cache" ? options.ttlMs : () => 0 });
}
