/** Changes the bytes. Big endian, without the checks of Node's own, which cost more than the write where there are many. */
export function writeUint32(bytes: Uint8Array, at: number, number: number): void {
  bytes[at] = number >>> 24;
  bytes[at + 1] = number >>> 16;
  bytes[at + 2] = number >>> 8;
  bytes[at + 3] = number;
}

export function readUint32(bytes: Uint8Array, at: number): number {
  const upper = ((bytes[at] as number) << 8) | (bytes[at + 1] as number);
  return upper * 2 ** 16 + (((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number));
}
