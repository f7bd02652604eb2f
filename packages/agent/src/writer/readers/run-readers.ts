import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { createSystemClock } from "@kiln/api";
import { openVolume } from "../volume.ts";
import type { ReaderReport } from "./read-until-done.ts";
import { stampedSet } from "./stamped-set.ts";

export interface ReadersOptions {
  readonly directory: string;
  /** URL of the built `reader-thread.ts`. */
  readonly readerScript: URL;
  readonly readers: number;
  /** Total number of reads of all readers. */
  readonly reads: number;
  /** Whether to truncate and write each file in place, to prove that readers detect torn files. */
  readonly isInPlace?: boolean;
}

export interface ReadersReport extends ReaderReport {
  /** Number of publications while readers ran. */
  readonly publications: number;
}

/** Starts threads that read a set of files while this thread publishes it repeatedly. */
export async function runReaders(options: ReadersOptions): Promise<ReadersReport> {
  const { directory, readers } = options;
  const volume = openVolume({ directory, clock: createSystemClock(globalThis), fraction: Math.random });
  await volume.publish(stampedSet(0));
  const write = options.isInPlace ? writeInPlace : (generation: number) => volume.publish(stampedSet(generation));
  const running = Array.from({ length: readers }, () => startReader(options));
  const all = Promise.all(running);
  let isDone = false;
  const finish = () => {
    isDone = true;
  };
  all.then(finish, finish);
  let publications = 0;
  while (!isDone) {
    publications += 1;
    await write(publications);
  }
  const reports = await all;
  await volume.close();
  return {
    reads: reports.reduce((sum, report) => sum + report.reads, 0),
    generations: Math.max(...reports.map((report) => report.generations)),
    faults: reports.flatMap((report) => report.faults),
    publications,
  };

  async function writeInPlace(generation: number): Promise<void> {
    for (const [path, { bytes }] of stampedSet(generation)) {
      await writeFile(`${directory}/${path}`, bytes);
    }
  }
}

async function startReader({ directory, readerScript, readers, reads }: ReadersOptions): Promise<ReaderReport> {
  const worker = new Worker(readerScript, { workerData: { directory, reads: Math.ceil(reads / readers) } });
  const [report] = await once(worker, "message");
  return report as ReaderReport;
}
