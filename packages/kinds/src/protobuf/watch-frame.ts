import {
  createProtobufWriter,
  takeBytes,
  writeBytes,
  writeBytesField,
  writeStart,
  writeTextField,
  writtenSize,
} from "@kiln/api/protobuf";

const START_BYTES = 64;

/** Frame of a watch event: its length in four bytes, then a WatchEvent message with the object in an envelope. */
export function encodeWatchFrame(type: string, object: Uint8Array): Uint8Array {
  const writer = createProtobufWriter(object.length + START_BYTES);
  writeBytesField(writer, 1, object);
  writeStart(writer, 2, 0);
  writeTextField(writer, 1, type);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, writtenSize(writer));
  writeBytes(writer, length);
  return takeBytes(writer);
}
