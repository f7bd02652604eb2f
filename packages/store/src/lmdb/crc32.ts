import zlib from "node:zlib";

/** The CRC-32 of zlib; goes on from the one of what stands before. */
export type Crc32 = (bytes: Uint8Array, before?: number) => number;

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let remainder = index;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});

/** For Node before 20.15, which does not give its own. */
export function computeCrc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]!) & 0xff]!;
  return ~crc >>> 0;
}

export const crc32: Crc32 = (zlib as { readonly crc32?: Crc32 }).crc32 ?? computeCrc32;
