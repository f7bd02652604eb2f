import { type Clock, type JsonObject, type KubeObject, printTime, StatusError } from "@kiln/api";
import type { Client } from "./client.ts";
import type { ResourceType } from "./resource-type.ts";

export interface EventRecorderOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** `component` of the events' source. */
  readonly component: string;
  readonly host?: string;
  /** Called with the error if an event could not be written; that event is dropped. */
  onError?(error: unknown): void;
}

export interface RecordedEvent {
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
}

/**
 * Writes events as `kubectl describe` shows them. Repeated events about the same object increment the count of one. There
 * is one request at a time, so that failures on a busy server do not make it busier: those that repeat meanwhile are
 * written with the next request as one count.
 */
export interface EventRecorder {
  /** Resolves when the event is written or dropped. */
  record(about: KubeObject, event: RecordedEvent): Promise<void>;
}

const EVENTS: ResourceType = { group: "", version: "v1", plural: "events", isNamespaced: true };
/** Number of events whose count is remembered. */
const REMEMBERED = 4096;
/** Kubernetes: events beyond this queue are dropped (client-go/tools/record/event.go maxQueuedEvents, v1.36). */
const MAX_WAITING = 1000;

interface Known {
  /** Location of the event; undefined until it is created. */
  place: { readonly namespace: string; readonly name: string } | undefined;
  count: number;
  /** Count in the last request that succeeded. */
  written: number;
  writing: Promise<void> | undefined;
}

interface Recording {
  readonly key: string;
  readonly about: KubeObject;
  readonly event: RecordedEvent;
}

export function createEventRecorder(options: EventRecorderOptions): EventRecorder {
  const { client, clock, onError } = options;
  const known = new Map<string, Known>();
  const remember = (key: string): Known => {
    const entry: Known = { place: undefined, count: 0, written: 0, writing: undefined };
    known.set(key, entry);
    for (const oldest of known.size > REMEMBERED ? known.keys() : []) {
      known.delete(oldest);
      break;
    }
    return entry;
  };
  const send = async (entry: Known, { about, event }: Recording): Promise<void> => {
    const { place, count } = entry;
    if (place === undefined) {
      const { metadata } = await client.create(EVENTS, { ...toEvent(about, event, options), count });
      const { namespace = "default", name = "" } = metadata;
      entry.place = { namespace, name };
    } else {
      const body = { count, lastTimestamp: printTime(clock.now()) };
      await client.patch(EVENTS, place, { type: "merge", body });
    }
    entry.written = count;
  };
  const write = async (entry: Known, recording: Recording): Promise<void> => {
    while (entry.written < entry.count) {
      try {
        await send(entry, recording);
      } catch (error) {
        const isExpired = entry.place !== undefined && error instanceof StatusError && error.status.code === 404;
        if (!isExpired) {
          known.delete(recording.key);
          onError?.(error);
          return;
        }
        // Servers delete events after an hour: the next one starts with a count of one.
        Object.assign(entry, { place: undefined, count: 1, written: 0 });
      }
    }
  };
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  /** Writes the entry after all that wait already. */
  const enqueue = (entry: Known, recording: Recording): Promise<void> => {
    waiting++;
    last = last
      .then(() => write(entry, recording))
      .finally(() => {
        waiting--;
        entry.writing = undefined;
      });
    return last;
  };
  return {
    async record(about, event) {
      const key = [about.metadata.uid, event.type, event.reason, event.message].join("\n");
      if (known.get(key)?.writing === undefined && waiting >= MAX_WAITING) {
        onError?.(new Error(`event dropped, ${MAX_WAITING} others wait: ${event.reason}: ${event.message}`));
        return;
      }
      const entry = known.get(key) ?? remember(key);
      entry.count++;
      entry.writing ??= enqueue(entry, { key, about, event });
      await entry.writing;
    },
  };
}

function toEvent(
  about: KubeObject,
  event: RecordedEvent,
  { clock, component, host }: EventRecorderOptions,
): JsonObject {
  const { name = "", namespace, uid, resourceVersion } = about.metadata;
  const now = printTime(clock.now());
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: { generateName: `${name}.`, namespace: namespace ?? "default" },
    involvedObject: {
      apiVersion: about.apiVersion,
      kind: about.kind,
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
    ...event,
    source: { component, ...(host === undefined ? {} : { host }) },
    firstTimestamp: now,
    lastTimestamp: now,
  };
}
