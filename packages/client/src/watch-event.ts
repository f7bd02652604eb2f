import { decodeJson, isJsonObject, type JsonObject, type KubeObject, type Status, StatusError } from "@kiln/api";
import { joinBytes } from "./read-answer.ts";
import { ConnectionError } from "./transport.ts";

/** Event of a watch. A bookmark only confirms that nothing else happened up to its version. */
export interface WatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly object: KubeObject;
}

const NEWLINE = 0x0a;
/** Maximum length of a line: objects are bounded by the server, so a longer one is no watch. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/**
 * Decodes the events of a watch. Throws a StatusError for an error event, such as 410 when the server has compacted the
 * version to resume from.
 */
export async function* readWatchEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<WatchEvent, void, undefined> {
  for await (const line of readLines(body)) {
    const event = decodeJson(line, { maxBytes: MAX_LINE_BYTES }).value;
    if (!isJsonObject(event) || !isJsonObject(event.object)) {
      throw new ConnectionError("the server sent something that is no event");
    }
    if (event.type === "ERROR") {
      throw new StatusError(event.object as Status);
    }
    yield event as JsonObject & WatchEvent;
  }
}

async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const piece = chunk.subarray(start, end);
      yield parts.length === 0 ? piece : joinBytes([...parts, piece], size + piece.length);
      parts = [];
      size = 0;
      start = end + 1;
    }
    if (start < chunk.length) {
      parts.push(chunk.subarray(start));
      size += chunk.length - start;
    }
    if (size > MAX_LINE_BYTES) {
      throw new ConnectionError(`an event is longer than ${MAX_LINE_BYTES} bytes`);
    }
  }
}
