import { createHash } from "node:crypto";

const digestBytes = 16;

/** A value that carries its own digest, so that a torn or mixed up one is detected. */
export function createStampedValue(label: string, size: number): Uint8Array {
  const body = Buffer.alloc(Math.max(size, label.length), label);
  return Buffer.concat([digest(body), body]);
}

export function isIntact(value: Uint8Array): boolean {
  return Buffer.compare(digest(value.subarray(digestBytes)), value.subarray(0, digestBytes)) === 0;
}

/** Short enough to travel with each acknowledgement. */
export function fingerprint(value: Uint8Array): string {
  return Buffer.from(value.subarray(0, digestBytes)).toString("hex");
}

function digest(body: Uint8Array): Buffer {
  return createHash("sha256").update(body).digest().subarray(0, digestBytes);
}
