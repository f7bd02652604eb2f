import { type KubeObject, printMicroTime, printTime, toMicroTime } from "@kiln/api";
import type { Actor } from "@kiln/kinds";
import type { Cluster, ObjectRef } from "./cluster.ts";

export interface Report {
  /** Name of the controller, as the source of its events. */
  readonly component: string;
  readonly about: ObjectRef;
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
  /** Action of the event; only the scheduler writes this newer form of events. */
  readonly action?: string;
  readonly fieldPath?: string;
}

/** Writes Events in the order of the calls. Never throws, and no caller waits. */
export type RecordEvent = (actor: Actor, report: Report) => void;

/**
 * Kubernetes: limits of the event correlator: remembered events, similar events before aggregation, burst
 * (tools/record/events_cache.go NewEventCorrelator, v1.36).
 */
const MAX_REMEMBERED = 4096;
const MAX_SIMILAR = 10;
const SIMILAR_MS = 600_000;
const BURST = 25;
const REFILL_MS = 300_000;

interface Similar {
  readonly messages: Set<string>;
  lastMs: number;
}

interface Spam {
  tokens: number;
  atMs: number;
}

interface Known {
  readonly name: string;
  readonly namespace: string;
  count: number;
  readonly firstTimestamp: string;
}

/** Bounded map of reported events: the least recently used entry is evicted first. */
function createMemory<V>(): { get(key: string, make: () => V): V } {
  const entries = new Map<string, V>();
  return {
    get(key, make) {
      const value = entries.get(key) ?? make();
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > MAX_REMEMBERED) {
        entries.delete(entries.keys().next().value as string);
      }
      return value;
    },
  };
}

export function createEventRecorder(cluster: Cluster): RecordEvent {
  const { clock, log } = cluster;
  const similar = createMemory<Similar>();
  const spam = createMemory<Spam>();
  const known = createMemory<{ event?: Known }>();
  const lastOf = new Map<string, Promise<void>>();
  let serial = 0;

  const isSpam = (key: string, nowMs: number): boolean => {
    const bucket = spam.get(key, () => ({ tokens: BURST, atMs: nowMs }));
    bucket.tokens = Math.min(BURST, bucket.tokens + (nowMs - bucket.atMs) / REFILL_MS);
    bucket.atMs = nowMs;
    if (bucket.tokens < 1) {
      return true;
    }
    bucket.tokens--;
    return false;
  };

  const write = async (actor: Actor, report: Report, now: Date): Promise<void> => {
    const about = identify(report);
    const nowMs = now.getTime();
    const group = `${about}\n${report.reason}`;
    const alike = similar.get(group, () => ({ messages: new Set(), lastMs: nowMs }));
    if (nowMs - alike.lastMs > SIMILAR_MS) {
      alike.messages.clear();
    }
    alike.lastMs = nowMs;
    alike.messages.add(report.message);
    const isMany = alike.messages.size >= MAX_SIMILAR;
    const message = isMany ? `(combined from similar events): ${report.message}` : report.message;
    if (isSpam(about, nowMs)) {
      return;
    }
    const slot = known.get(isMany ? group : `${group}\n${message}`, () => ({}));
    const time = printTime(now);
    if (slot.event !== undefined && (await count(actor, slot.event, { message, time }))) {
      return;
    }
    const event = makeEvent(report, { message, time, now, serial: serial++ });
    await cluster.create(actor, event);
    const { name = "", namespace = "" } = event.metadata;
    slot.event = { name, namespace, count: 1, firstTimestamp: time };
  };

  const count = (
    actor: Actor,
    event: Known,
    { message, time }: { message: string; time: string },
  ): Promise<boolean> => {
    event.count++;
    return cluster.change(
      actor,
      { apiVersion: "v1", kind: "Event", metadata: event as never },
      {
        change(object) {
          Object.assign(object, { count: event.count, lastTimestamp: time, message });
          return true;
        },
      },
    );
  };

  return (actor, report) => {
    const now = clock.now();
    const about = identify(report);
    // Events of one object are written in order; those of other objects need not wait.
    const task = (lastOf.get(about) ?? Promise.resolve())
      .then(() => write(actor, report, now))
      .catch((error: unknown) =>
        log.info({ err: error, reason: report.reason }, `simulate: event not written: ${report.reason}`),
      )
      .then(() => {
        if (lastOf.get(about) === task) {
          lastOf.delete(about);
        }
      });
    lastOf.set(about, task);
  };
}

function identify({ component, about, type }: Report): string {
  const { namespace = "", name = "", uid = "" } = about.metadata;
  return [component, about.apiVersion, about.kind, namespace, name, uid, type].join("\n");
}

interface EventTexts {
  readonly message: string;
  readonly time: string;
  readonly now: Date;
  readonly serial: number;
}

function makeEvent(report: Report, { message, time, now, serial }: EventTexts): KubeObject {
  const { component, about, type, reason, action, fieldPath } = report;
  const { namespace = "", name = "", uid = "" } = about.metadata;
  const nanoseconds = BigInt(now.getTime()) * 1_000_000n + BigInt(serial % 1_000_000);
  const involvedObject = {
    kind: about.kind,
    ...(namespace === "" ? {} : { namespace }),
    name,
    uid,
    apiVersion: about.apiVersion,
    ...(fieldPath === undefined ? {} : { fieldPath }),
  };
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: `${name}.${nanoseconds.toString(16)}`, namespace: namespace || "default" },
    involvedObject,
    reason,
    message,
    type,
    ...(action === undefined
      ? {
          source: { component },
          firstTimestamp: time,
          lastTimestamp: time,
          count: 1,
          eventTime: null,
          reportingComponent: component,
          reportingInstance: "",
        }
      : {
          action,
          eventTime: printMicroTime(toMicroTime(now)),
          firstTimestamp: null,
          lastTimestamp: null,
          source: {},
          reportingComponent: component,
          reportingInstance: `${component}-kiln`,
        }),
  };
}

/** Reference to an object: apiVersion, kind and the names in its metadata. */
export function refOf({ apiVersion, kind, metadata }: ObjectRef): ObjectRef {
  const { namespace = "", name = "", uid = "" } = metadata;
  return { apiVersion, kind, metadata: { namespace, name, uid } };
}
