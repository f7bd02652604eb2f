import { readFileSync, writeFileSync } from "node:fs";

/**
 * Changes one bit of a file, at each occurrence of `needle`: `offset` bytes after the start of it. Returns the number
 * of occurrences.
 */
export function damageFile(path: string, needle: string | Uint8Array, offset = 0): number {
  const bytes = readFileSync(path);
  const found: number[] = [];
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) found.push(at);
  for (const at of found) bytes[at + offset]! ^= 0x10;
  writeFileSync(path, bytes);
  return found.length;
}
