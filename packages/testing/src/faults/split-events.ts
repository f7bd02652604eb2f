import { concatBytes } from "@kiln/api";

/** Delimiter of the events of a watch: line breaks (JSON), or a length of four bytes before each (protobuf). */
export type WatchFraming = "lines" | "lengths";

const LINE_BREAK = 0x0a;
const LENGTH_BYTES = 4;

/** Splits a stream into the events of a watch, with their delimiters, however it is divided into chunks. */
export async function* splitEvents(
  stream: AsyncIterable<Uint8Array>,
  framing: WatchFraming,
): AsyncGenerator<Uint8Array> {
  const endOf = framing === "lines" ? endOfLine : endOfMessage;
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of stream) {
    rest = rest.byteLength === 0 ? chunk : concatBytes([rest, chunk]);
    for (let end = endOf(rest); end !== undefined; end = endOf(rest)) {
      yield rest.subarray(0, end);
      rest = rest.subarray(end);
    }
    // Copied: the chunk's memory may be reused.
    rest = rest.slice();
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
  const end = LENGTH_BYTES + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  return end <= bytes.byteLength ? end : undefined;
}
