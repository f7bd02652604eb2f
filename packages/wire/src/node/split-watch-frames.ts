/** Framing of the events of a watch stream: by line breaks (JSON), or by a length of four bytes before each (protobuf). */
export type WatchFraming = "lines" | "lengths";

const LINE_BREAK = 0x0a;
const LENGTH_BYTES = 4;

/**
 * Splits a watch stream, in chunks of any size, into its events. A line keeps its line break; a length prefix is
 * removed. Keeps at most one incomplete event.
 */
export async function* splitWatchFrames(
  stream: AsyncIterable<Uint8Array>,
  framing: WatchFraming,
): AsyncGenerator<Uint8Array> {
  const endOf = framing === "lines" ? endOfLine : endOfMessage;
  const skipped = framing === "lines" ? 0 : LENGTH_BYTES;
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of stream) {
    let bytes = rest.byteLength === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = endOf(bytes); end !== undefined; end = endOf(bytes)) {
      yield bytes.subarray(skipped, end);
      bytes = bytes.subarray(end);
    }
    rest = bytes;
  }
}

function endOfLine(bytes: Uint8Array): number | undefined {
  const at = bytes.indexOf(LINE_BREAK);
  return at === -1 ? undefined : at + 1;
}

function endOfMessage(bytes: Uint8Array): number | undefined {
  if (bytes.byteLength < LENGTH_BYTES) {
    return undefined;
  }
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const end = LENGTH_BYTES + length;
  return end <= bytes.byteLength ? end : undefined;
}
