/** Writes 32 bits, big endian. Node's own function checks its arguments, which costs more than the write. */
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
