import { statfsSync } from "node:fs";
import { StoreError } from "../store-error.ts";

/** An eighth of the disk is reserved, but no more and no less than this. */
export const maxReserveBytes = 32 * 1024 * 1024;
export const minReserveBytes = 8 * 1024 * 1024;

export interface DiskRoomOptions {
  readonly directory: string;
  /** Disk space kept free for deletes, compaction and other programs; by the size of the disk if absent. */
  readonly reserveBytes?: number | undefined;
  /** How much of the data file is free to be used again. */
  readonly reusableBytes: () => number;
}

/**
 * Says no before the disk is full, not when it is: deletes and compaction must still get through, or no client could
 * make room; and lmdb does not survive every refused write (it prints the refusal into too small a buffer).
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

  /** Costs a few microseconds; once a batch is often enough while there is room. */
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
