import { createHeaderDecoder } from "../http2/decode-headers.ts";
import { FRAME_HEAD_BYTES, PREFACE, readFrameHead, readUint31, writeFrameHead } from "../http2/frames.ts";
import { createHuffmanDecoder } from "../http2/huffman.ts";

/** A frame in bytes, as a client would send it. */
export function frame(type: number, flags: number, stream: number, payload: Uint8Array | number[] = []): Uint8Array {
  const bytes = new Uint8Array(FRAME_HEAD_BYTES + payload.length);
  writeFrameHead(bytes, 0, { length: payload.length, type, flags, stream });
  bytes.set(payload, FRAME_HEAD_BYTES);
  return bytes;
}

/** Client connection preface. */
export function greeting(settings: number[] = []): Uint8Array {
  return Buffer.concat([Buffer.from(PREFACE), frame(4, 0, 0, settings)]);
}

const HEADER_INDEX: Readonly<Record<string, number>> = { GET: 0x82, POST: 0x83 };

/** The headers of a request for `/`. */
export function requestBlock(
  method: "GET" | "POST" = "GET",
  more: readonly (readonly [string, string])[] = [],
): number[] {
  const literals = more.flatMap(([name, value]) => [
    0,
    name.length,
    ...Buffer.from(name),
    value.length,
    ...Buffer.from(value),
  ]);
  return [HEADER_INDEX[method] as number, 0x87, 0x84, ...literals];
}

const decodeHuffman = createHuffmanDecoder();

/** Frames that a server sent, in words: the parts that tests compare. */
export function readSent(bytes: Uint8Array): string[] {
  const decode = createHeaderDecoder({ decodeHuffman, maxBytes: 1e6, maxHeaders: 1000 });
  const said: string[] = [];
  for (let at = 0; at < bytes.byteLength; ) {
    const { type, flags, stream, length } = readFrameHead(bytes, at);
    const payload = bytes.subarray(at + FRAME_HEAD_BYTES, at + FRAME_HEAD_BYTES + length);
    at += FRAME_HEAD_BYTES + length;
    const end = (flags & 1) !== 0 ? " end" : "";
    switch (type) {
      case 0:
        said.push(`${stream}: ${length} bytes${end}`);
        break;
      case 1:
        said.push(`${stream}: status ${decode(payload).headers[0]?.[1]}${end}`);
        break;
      case 3:
        said.push(`${stream}: reset ${payload[3]}`);
        break;
      case 4:
        said.push(end === "" ? "settings" : "settings ack");
        break;
      case 6:
        said.push(`ping ack ${payload[7]}`);
        break;
      case 7:
        said.push(`go away, last ${readUint31(payload, 0)}, code ${payload[7]}`);
        break;
      case 8:
        said.push(`${stream}: window +${readUint31(payload, 0)}`);
        break;
      default:
        said.push(`frame ${type}`);
    }
  }
  return said;
}
