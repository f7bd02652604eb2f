import { statfsSync } from "node:fs";
import { StoreError } from "../store-error.ts";

export interface DiskRoomOptions {
  readonly directory: string;
  /** What is left of the disk for deletes, compaction and whoever else uses it. */
  readonly reserveBytes: number;
  /** How much of the data file is free to be used again. */
  readonly reusableBytes: () => number;
}

/**
 * Says no before the disk is full, not when it is: deletes and compaction must still get through, or nobody could
 * make room; and lmdb does not survive every refused write (it prints the refusal into too small a buffer).
 */
export class DiskRoom {
  readonly #options: DiskRoomOptions;
  #isScarce = false;

  constructor(options: DiskRoomOptions) {
    this.#options = options;
    this.look();
  }

  /** Costs a few microseconds; once a batch is often enough while there is room. */
  look(): void {
    const { directory, reserveBytes, reusableBytes } = this.#options;
    const { bavail, bsize } = statfsSync(directory);
    this.#isScarce = bavail * bsize < reserveBytes && reusableBytes() < reserveBytes;
  }

  /** Throws `no-space` as long as there is too little room for writes that add data. */
  check(): void {
    if (this.#isScarce) this.look();
    if (!this.#isScarce) return;
    const message = `The disk of ${this.#options.directory} is full and nothing was written: make room, and writes go on.`;
    throw new StoreError("no-space", message);
  }
}
