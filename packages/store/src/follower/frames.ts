import type { Duplex } from "node:stream";

/** A message between the owner of a store and a process that follows it: its kind and its bytes. */
export interface Frame {
  readonly kind: number;
  /** Valid until the handler returns. */
  readonly payload: Buffer;
}

export interface FrameChannel {
  /** Bytes sent to the other process that it has not received yet. */
  readonly unsentBytes: number;
  /** Copies the bytes. Small frames of one turn are sent with one write, as many as fit into the buffer. */
  send(kind: number, payload: Buffer): void;
  close(): void;
}

export interface FrameHandlers {
  readonly onFrame: (frame: Frame) => void;
  /** Called once, when the other side has closed the channel or this side did. */
  readonly onEnd: () => void;
}

const headBytes = 5;
/** Larger than any batch: a greater length means that the bytes are no frame. */
const mostBytes = 64 * 1024 * 1024;
const firstBufferBytes = 64 * 1024;

/** Frames over a local socket: length (4 bytes), kind (1), payload. */
export function openFrameChannel(socket: Duplex, { onFrame, onEnd }: FrameHandlers): FrameChannel {
  const reader = createFrameReader(onFrame);
  const writer = createFrameWriter(socket);
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    socket.destroy();
    onEnd();
  };
  socket.on("data", (chunk: Buffer) => {
    if (!isOver && !reader.take(chunk)) end();
  });
  socket.once("close", end);
  socket.once("end", end);
  // A `close` event follows every error.
  socket.on("error", () => {});
  return {
    get unsentBytes() {
      return socket.writableLength;
    },
    send(kind, payload) {
      if (!isOver) writer.send(kind, payload);
    },
    close: end,
  };
}

interface FrameReader {
  /** Returns false when the bytes are not frames. */
  take(chunk: Buffer): boolean;
}

/** Splits chunks into frames. A frame of many chunks is put together once, when all of it has arrived. */
function createFrameReader(onFrame: (frame: Frame) => void): FrameReader {
  let chunks: Buffer[] = [];
  let have = 0;
  let need = headBytes;
  return {
    take(chunk) {
      chunks.push(chunk);
      have += chunk.length;
      if (have < need) return true;
      const bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks, have);
      let offset = 0;
      need = headBytes;
      while (bytes.length - offset >= headBytes) {
        const length = bytes.readUInt32BE(offset);
        if (length > mostBytes) return false;
        need = headBytes + length;
        if (bytes.length - offset < need) break;
        onFrame({ kind: bytes[offset + 4]!, payload: bytes.subarray(offset + headBytes, offset + need) });
        offset += need;
        need = headBytes;
      }
      have = bytes.length - offset;
      chunks = have === 0 ? [] : [bytes.subarray(offset)];
      return true;
    },
  };
}

/** Small frames of one turn are copied into one buffer, which is one write to the socket. */
function createFrameWriter(socket: Duplex) {
  const buffer = Buffer.allocUnsafeSlow(firstBufferBytes);
  let used = 0;
  let isScheduled = false;
  const flush = () => {
    isScheduled = false;
    if (used === 0) return;
    // The socket keeps the bytes until they are sent, so it gets a copy of exactly their size.
    socket.write(Buffer.from(buffer.subarray(0, used)));
    used = 0;
  };
  return {
    send(kind: number, payload: Buffer) {
      const size = headBytes + payload.length;
      if (used + size > buffer.length) flush();
      if (size > buffer.length) {
        socket.write(Buffer.concat([frameHead(kind, payload.length), payload]));
        return;
      }
      buffer.writeUInt32BE(payload.length, used);
      buffer[used + 4] = kind;
      payload.copy(buffer, used + headBytes);
      used += size;
      if (isScheduled) return;
      isScheduled = true;
      process.nextTick(flush);
    },
  };
}

function frameHead(kind: number, length: number): Buffer {
  const head = Buffer.allocUnsafe(headBytes);
  head.writeUInt32BE(length, 0);
  head[4] = kind;
  return head;
}
