import { decodeUtf8, type JsonObject, parseJson } from "@kiln/api";
import type { ApiResponse } from "@kiln/wire";
import { parseFrames } from "./parse-frames.ts";

export interface TestWatchEvent {
  readonly type: string;
  readonly object: JsonObject;
}

/** Reads events of a watch, and no more chunks than needed. */
export interface WatchReader {
  /** Returns exactly this many events; throws if the watch ends before. */
  take(count: number): Promise<readonly TestWatchEvent[]>;
  /** Waits for the end of the watch and returns all remaining events. */
  rest(): Promise<readonly TestWatchEvent[]>;
  /** Stops reading, as a client that disconnects. */
  close(): Promise<void>;
}

export function readWatch({ status, headers, body }: ApiResponse): WatchReader {
  if (status !== 200 || body === undefined || body instanceof Uint8Array) {
    throw new Error(`a watch was answered with ${status} ${body instanceof Uint8Array ? decodeUtf8(body) : ""}`);
  }
  const pieces = body[Symbol.asyncIterator]();
  const isJson = headers["content-type"] === "application/json";
  let events: TestWatchEvent[] = [];
  const readOn = async (): Promise<boolean> => {
    const { done, value } = await pieces.next();
    if (!done) {
      events.push(...(isJson ? parseLines(decodeUtf8(value)) : parseFrames(value)));
    }
    return !done;
  };
  const takeAll = () => {
    const taken = events;
    events = [];
    return taken;
  };
  return {
    async take(count) {
      while (events.length < count) {
        if (!(await readOn())) {
          throw new Error(`the watch ended after ${events.length} of ${count} events`);
        }
      }
      return events.splice(0, count);
    },
    async rest() {
      while (await readOn()) {}
      return takeAll();
    },
    async close() {
      await pieces.return?.();
    },
  };
}

/** Decodes the events of one chunk, which always has whole lines. */
function parseLines(text: string): TestWatchEvent[] {
  const lines = text.split("\n");
  if (lines.pop() !== "") {
    throw new Error(`a piece of a watch ends within a line: ${text}`);
  }
  return lines.map((line) => parseJson(line).value as unknown as TestWatchEvent);
}

/** Short form of an event, `ADDED a@7`: type, name and resourceVersion. */
export function printEvent({ type, object }: TestWatchEvent): string {
  const { name = "", resourceVersion = "" } = (object.metadata ?? {}) as Record<string, string>;
  return `${type} ${name}@${resourceVersion}`;
}
