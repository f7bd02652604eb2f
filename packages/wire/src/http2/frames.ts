import { ClientFault, readUint32, writeUint32 } from "@kiln/api";

/** Frame types (RFC 9113, section 6). Others are ignored. */
export const FrameType = {
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

export const Flag = { endStream: 0x1, ack: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

export const Setting = { enablePush: 2, maxStreams: 3, initialWindow: 4, maxFrame: 5, maxHeaderList: 6 } as const;

export const ErrorCode = {
  none: 0,
  protocol: 1,
  internal: 2,
  flowControl: 3,
  streamClosed: 5,
  frameSize: 6,
  refusedStream: 7,
  cancel: 8,
  compression: 9,
  enhanceYourCalm: 11,
} as const;

export const FRAME_HEAD_BYTES = 9;
/** Maximum frame size unless the peer allows more. */
export const DEFAULT_MAX_FRAME_BYTES = 16_384;
export const DEFAULT_WINDOW_BYTES = 65_535;
export const MAX_WINDOW_BYTES = 2 ** 31 - 1;
export const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

export interface FrameHead {
  readonly length: number;
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
}

export function readFrameHead(bytes: Uint8Array, at: number): FrameHead {
  return {
    length: ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number),
    type: bytes[at + 3] as number,
    flags: bytes[at + 4] as number,
    stream: readUint31(bytes, at + 5),
  };
}

/** Writes a frame header of nine bytes at `at`. */
export function writeFrameHead(bytes: Uint8Array, at: number, { length, type, flags, stream }: FrameHead): void {
  bytes[at] = length >>> 16;
  bytes[at + 1] = length >>> 8;
  bytes[at + 2] = length;
  bytes[at + 3] = type;
  bytes[at + 4] = flags;
  writeUint32(bytes, at + 5, stream);
}

/** Number of 31 bits: the highest bit is reserved. */
export function readUint31(bytes: Uint8Array, at: number): number {
  return readUint32(bytes, at) & 0x7fff_ffff;
}

/** Protocol error of the peer: of one stream if it has a number, otherwise of the connection, which ends. */
export class Http2Fault extends ClientFault {
  override readonly name = "Http2Fault";
  readonly code: number;
  readonly stream: number | undefined;

  constructor(code: number, message: string, stream?: number) {
    super(message);
    this.code = code;
    this.stream = stream;
  }
}
