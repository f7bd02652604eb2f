import { mkdir } from "node:fs/promises";
import type { Clock } from "@kiln/api";
import { type Directory, withDirectory } from "./directory.ts";
import { hasCode, VolumeError } from "./volume-error.ts";

/**
 * Kubernetes: the kubelet's names of data directories, so that either may take over a volume of the other
 * (volume/util/atomic_writer.go newTimestampDir, v1.36).
 */
const GENERATION = /^\.\.\d{4}_\d\d_\d\d_\d\d_\d\d_\d\d\.\d+$/;
const MAX_TRIES = 1000;

/** Whether a name is that of a generation: a directory with one complete state of the data. */
export function isGeneration(name: string): boolean {
  return GENERATION.test(name);
}

export interface NameSource {
  readonly clock: Clock;
  readonly fraction: () => number;
}

/**
 * Creates an empty directory that only this process may enter, and opens it. The order of names has no meaning, so the
 * clock may jump.
 */
export async function makeGeneration(
  volume: Directory,
  { clock, fraction }: NameSource,
): Promise<{ readonly name: string; readonly directory: Directory }> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const name = `${printTime(clock.now())}.${Math.floor(fraction() * 2 ** 32) + tries}`;
    try {
      await mkdir(volume.at(name), 0o700);
    } catch (error) {
      if (hasCode(error, "EEXIST")) {
        continue;
      }
      throw error;
    }
    const directory = await volume.openDirectory(name);
    await refuseForeign(directory, name);
    return { name, directory };
  }
  throw new VolumeError("foreign-writer", `no free name for new data after ${MAX_TRIES} tries`);
}

function printTime(now: Date): string {
  const [, year = "", ...rest] = /(\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)/.exec(now.toISOString()) ?? [];
  return `..${[year.slice(-4), ...rest].join("_")}`;
}

/**
 * Throws unless the directory is empty and owned by this process: another process with access to the volume could have
 * replaced it.
 */
async function refuseForeign(directory: Directory, name: string): Promise<void> {
  const stats = await directory.handle.stat();
  const isOwn = stats.uid === process.geteuid?.() && (stats.mode & 0o777) === 0o700;
  if (!isOwn || (await directory.names()).length > 0) {
    await withDirectory(Promise.resolve(directory), async () => {
      throw new VolumeError("foreign-writer", `another process created ${name}`);
    });
  }
}
