import { closeSync, openSync, readFileSync } from "node:fs";
import { readStamp, SET_PATHS } from "./stamped-set.ts";

export interface ReaderOptions {
  readonly directory: string;
  readonly reads: number;
}

export interface ReaderReport {
  readonly reads: number;
  /** Number of generations that were seen. */
  readonly generations: number;
  /** Missing, torn or mixed reads, one sentence each. */
  readonly faults: readonly string[];
}

const MAX_FAULTS = 10;

/**
 * Reads files as programs do: single files by their names, and whole sets through the directory that `..data` points
 * to. Every file counts as one read.
 */
export function readUntilDone({ directory, reads }: ReaderOptions): ReaderReport {
  const faults: string[] = [];
  const seen = new Set<number>();
  let last = 0;
  let rounds = 0;
  for (; rounds * SET_PATHS.length < reads && faults.length < MAX_FAULTS; rounds++) {
    try {
      const generation = rounds % 2 === 0 ? readSet(directory) : readNames(directory, last);
      seen.add(generation);
      if (generation < last) {
        throw new Error(`generation ${generation} was seen after ${last}`);
      }
      last = generation;
    } catch (error) {
      faults.push(`in round ${rounds}: ${String(error)}`);
    }
  }
  return { reads: rounds * SET_PATHS.length, generations: seen.size, faults };
}

/** Reads all files of the directory that `..data` points to at the start. */
function readSet(directory: string): number {
  const descriptor = openSync(`${directory}/..data`, "r");
  try {
    const stamps = SET_PATHS.map((path) =>
      readStamp(path, readFileSync(`/proc/self/fd/${descriptor}/${path}`, "utf8")),
    );
    const [first = 0] = stamps;
    if (stamps.some((stamp) => stamp !== first)) {
      throw new Error(`one set has files of generations ${stamps.join(", ")}`);
    }
    return first;
  } finally {
    closeSync(descriptor);
  }
}

/** Reads single files: each must be whole, and not older than a file that was read before. */
function readNames(directory: string, last: number): number {
  let newest = last;
  for (const path of SET_PATHS) {
    const stamp = readStamp(path, readFileSync(`${directory}/${path}`, "utf8"));
    if (stamp < newest) {
      throw new Error(`${path} is of generation ${stamp}, after ${newest}`);
    }
    newest = stamp;
  }
  return newest;
}
