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

/** Writes events as `kubectl describe` shows them. Repeated events about the same object increment the count of one. */
export interface EventRecorder {
  record(about: KubeObject, event: RecordedEvent): Promise<void>;
}

const EVENTS: ResourceType = { group: "", version: "v1", plural: "events", isNamespaced: true };
/** Number of events whose count is remembered. */
const REMEMBERED = 4096;

interface Known {
  readonly namespace: string;
  readonly name: string;
  count: number;
}

export function createEventRecorder(options: EventRecorderOptions): EventRecorder {
  const known = new Map<string, Known>();
  const create = async (about: KubeObject, event: RecordedEvent, key: string): Promise<void> => {
    const object = toEvent(about, event, options);
    const created = await options.client.create(EVENTS, object);
    const { namespace = "default", name = "" } = created.metadata;
    known.set(key, { namespace, name, count: 1 });
    for (const oldest of known.size > REMEMBERED ? known.keys() : []) {
      known.delete(oldest);
      break;
    }
  };
  return {
    async record(about, event) {
      const key = [about.metadata.uid, event.type, event.reason, event.message].join("\n");
      const before = known.get(key);
      try {
        if (before === undefined) {
          await create(about, event, key);
          return;
        }
        before.count++;
        const body = { count: before.count, lastTimestamp: printTime(options.clock.now()) };
        await options.client.patch(EVENTS, before, { type: "merge", body });
      } catch (error) {
        const isExpired = before !== undefined && error instanceof StatusError && error.status.code === 404;
        known.delete(key);
        await (isExpired ? create(about, event, key).catch(options.onError) : options.onError?.(error));
      }
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
    count: 1,
  };
}
