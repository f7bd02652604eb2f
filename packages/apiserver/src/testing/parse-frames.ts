import { createProtobufReader, readBytes, readFields, readText } from "@kiln/api/protobuf";
import { createProtobuf } from "@kiln/kinds";
import type { TestWatchEvent } from "./read-watch.ts";

/** Decodes the events of one chunk of a protobuf watch, which always has whole frames. */
export function parseFrames(piece: Uint8Array): TestWatchEvent[] {
  const events: TestWatchEvent[] = [];
  const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
  for (let at = 0; at < piece.length; ) {
    const end = at + 4 + view.getUint32(at);
    if (end > piece.length) {
      throw new Error("a piece of a watch ends within a frame");
    }
    events.push(parseEvent(piece.subarray(at + 4, end)));
    at = end;
  }
  return events;
}

function parseEvent(bytes: Uint8Array): TestWatchEvent {
  const reader = createProtobufReader(bytes);
  let type = "";
  let raw = new Uint8Array();
  readFields(reader, "WatchEvent", (number) => {
    if (number === 1) {
      type = readText(reader);
    } else {
      const extension = createProtobufReader(readBytes(reader));
      readFields(extension, "RawExtension", () => {
        raw = Uint8Array.from(readBytes(extension));
        return true;
      });
    }
    return true;
  });
  return { type, object: createProtobuf().open(raw, { apiVersion: "", kind: "" }).read() };
}
