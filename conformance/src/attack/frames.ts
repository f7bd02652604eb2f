/** HTTP/2 frames for attacks: nothing is validated. */
export const Type = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const Flag = { ack: 1, endStream: 1, endHeaders: 4, padded: 8, priority: 0x20 } as const;

export const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

export interface FrameParts {
  readonly type: number;
  readonly flags?: number;
  readonly stream?: number;
  readonly payload?: Uint8Array;
}

export function frame({ type, flags = 0, stream = 0, payload = new Uint8Array() }: FrameParts): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.byteLength, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function settings(pairs: readonly (readonly [id: number, value: number])[]): Buffer {
  const payload = Buffer.alloc(pairs.length * 6);
  for (const [i, [id, value]] of pairs.entries()) {
    payload.writeUInt16BE(id, i * 6);
    payload.writeUInt32BE(value, i * 6 + 2);
  }
  return frame({ type: Type.settings, payload });
}

export const INITIAL_WINDOW = 4;

export function windowUpdate(stream: number, bytes: number): Buffer {
  return frame({ type: Type.windowUpdate, stream, payload: uint32(bytes) });
}

export function reset(stream: number): Buffer {
  return frame({ type: Type.reset, stream, payload: uint32(8) });
}

/** HPACK integer with a prefix of `bits` bits below the first ones. */
export function hpackInteger(first: number, bits: number, value: number): Buffer {
  const max = 2 ** bits - 1;
  if (value < max) {
    return Buffer.of(first | value);
  }
  const bytes = [first | max];
  let rest = value - max;
  for (; rest >= 128; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) | 128);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}

function hpackText(text: string): Buffer {
  return Buffer.concat([hpackInteger(0, 7, Buffer.byteLength(text)), Buffer.from(text)]);
}

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Literals with new names; with "remembered" the server adds each to its table. */
export function hpack(headers: HeaderList, way: "plain" | "remembered" = "plain"): Buffer {
  const first = Buffer.of(way === "plain" ? 0 : 0x40);
  return Buffer.concat(headers.flatMap(([name, value]) => [first, hpackText(name), hpackText(value)]));
}

export function requestHeaders(method: string, path: string, more: HeaderList = []): HeaderList {
  return [[":method", method], [":scheme", "https"], [":path", path], [":authority", "kiln"], ...more];
}

export interface HeadersParts {
  readonly stream: number;
  readonly block: Uint8Array;
  readonly isLast?: boolean;
}

const FRAME_BYTES = 16_384;

/** HEADERS frame, and CONTINUATION frames for the bytes that do not fit. */
export function headersFrames({ stream, block, isLast = false }: HeadersParts): Buffer {
  const frames: Buffer[] = [];
  for (let at = 0; at === 0 || at < block.byteLength; at += FRAME_BYTES) {
    const isEnd = at + FRAME_BYTES >= block.byteLength;
    const endStream = isLast && at === 0 ? Flag.endStream : 0;
    frames.push(
      frame({
        type: at === 0 ? Type.headers : Type.continuation,
        flags: endStream | (isEnd ? Flag.endHeaders : 0),
        stream,
        payload: block.subarray(at, at + FRAME_BYTES),
      }),
    );
  }
  return Buffer.concat(frames);
}
