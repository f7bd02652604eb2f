import { statfsSync } from "node:fs";
import { StoreError } from "../store-error.ts";

/** Bounds of the reserve, which is an eighth of the disk. */
export const maxReserveBytes = 32 * 1024 * 1024;
export const minReserveBytes = 8 * 1024 * 1024;

export interface DiskRoomOptions {
  readonly directory: string;
  /** Disk space kept free for deletes, compaction and other programs; by the size of the disk if absent. */
  readonly reserveBytes?: number | undefined;
  /** Bytes of the data file that can be reused. */
  readonly reusableBytes: () => number;
}

/**
 * Refuses writes before the disk is full, so that deletes and compaction can still free space. A full disk can also
 * crash lmdb: it formats the error into a buffer that is too small.
 */
export class DiskRoom {
  readonly #options: DiskRoomOptions;
  #isScarce = false;
  #freeBytes = 0;
  #reserveBytes = 0;

  constructor(options: DiskRoomOptions) {
    this.#options = options;
    this.look();
  }

  /** Measures free space. Costs a few microseconds; once per batch is enough. */
  look(): void {
    const { directory, reserveBytes, reusableBytes } = this.#options;
    const { bavail, blocks, bsize } = statfsSync(directory);
    this.#freeBytes = bavail * bsize;
    this.#reserveBytes = reserveBytes ?? reserveFor(blocks * bsize);
    if (this.#freeBytes < this.#reserveBytes) this.#freeBytes += reusableBytes();
    this.#isScarce = this.#freeBytes < this.#reserveBytes;
  }

  /** Throws `no-space` as long as there is too little room for writes that add data. */
  check(): void {
    if (this.#isScarce) this.look();
    if (!this.#isScarce) return;
    const room = `${printMiB(this.#freeBytes)} free, and ${printMiB(this.#reserveBytes)} are reserved`;
    const message = `The disk of ${this.#options.directory} has ${room} for deletes and compaction: nothing was written.`;
    throw new StoreError("no-space", `${message} Make room on the disk, or delete objects; writes then go on.`);
  }
}

export function reserveFor(diskBytes: number): number {
  return Math.max(minReserveBytes, Math.min(maxReserveBytes, diskBytes / 8));
}

function printMiB(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
