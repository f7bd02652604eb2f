/** One byte for compression, never used here, and four for the length. */
const prefixBytes = 5;

/** The message as gRPC sends it. */
export function encodeFrame(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(prefixBytes + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, prefixBytes);
  return frame;
}

/**
 * Cuts a stream of chunks into messages. A message may be a view of its chunk: copy it to keep it. Returns the function
 * to feed; it throws when the stream is not plain gRPC.
 */
export function createFrameReader(onMessage: (message: Uint8Array) => void): (chunk: Buffer) => void {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let wantedBytes = prefixBytes;
  return (chunk) => {
    pending.push(chunk);
    pendingBytes += chunk.length;
    if (pendingBytes < wantedBytes) return;
    const bytes = pending.length === 1 ? chunk : Buffer.concat(pending, pendingBytes);
    let offset = 0;
    wantedBytes = prefixBytes;
    while (bytes.length - offset >= wantedBytes) {
      if (bytes[offset] !== 0) throw new RangeError("etcd sent a compressed message although none was requested");
      const frameBytes = prefixBytes + bytes.readUInt32BE(offset + 1);
      if (bytes.length - offset < frameBytes) {
        wantedBytes = frameBytes;
        break;
      }
      onMessage(bytes.subarray(offset + prefixBytes, offset + frameBytes));
      offset += frameBytes;
    }
    pending = offset === bytes.length ? [] : [bytes.subarray(offset)];
    pendingBytes = bytes.length - offset;
  };
}
