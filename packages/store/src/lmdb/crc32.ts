import zlib from "node:zlib";
import { computeCrc32 } from "@kiln/api";

/** The CRC-32 of zlib; continues from the checksum of the bytes before. */
export type Crc32 = (bytes: Uint8Array, before?: number) => number;

/** Node before 20.15 has no zlib.crc32. */
export const crc32: Crc32 = (zlib as { readonly crc32?: Crc32 }).crc32 ?? computeCrc32;
