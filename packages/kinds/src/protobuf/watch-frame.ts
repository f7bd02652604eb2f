import { createWriter, takeBytes, writeBytes, writeText, writeVarint } from "./writer.ts";

/** An event of a watch: its length in four bytes, then a WatchEvent that holds the object in its own envelope. */
export function encodeWatchFrame(type: string, object: Uint8Array): Uint8Array {
  const writer = createWriter();
  writeBytes(writer, object);
  writeVarint(writer, writer.size);
  writeVarint(writer, 0x0a);
  writeVarint(writer, writer.size);
  writeVarint(writer, 0x12);
  writeText(writer, type);
  writeVarint(writer, type.length);
  writeVarint(writer, 0x0a);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, writer.size);
  writeBytes(writer, length);
  return takeBytes(writer);
}
