import type { Benchmark, Bound, Figure } from "../benchmark.ts";
import { measureMillion, measureRange, measureWatchers } from "./measure-reads.ts";
import { compareWriters } from "./run-writers.ts";
import { openEtcdTarget, openLmdbTarget, openRawTarget, type WriteTarget } from "./write-targets.ts";

async function compareTo(open: () => Promise<WriteTarget>, bound: Bound): Promise<readonly Figure[]> {
  const baseline = await open();
  const subject = await openLmdbTarget();
  try {
    const result = await compareWriters(subject.write, baseline.write, 64);
    return [
      { name: "ratio", value: result.ratio, unit: "x", bound },
      { name: "Kiln", value: result.subject.perSecond, unit: "writes/s" },
      { name: "p50", value: result.subject.p50, unit: "ms" },
      { name: "p99", value: result.subject.p99, unit: "ms" },
      { name: "the other", value: result.baseline.perSecond, unit: "writes/s" },
      { name: "its p50", value: result.baseline.p50, unit: "ms" },
      { name: "its p99", value: result.baseline.p99, unit: "ms" },
    ];
  } finally {
    await subject.close();
    await baseline.close();
  }
}

export const storeBenchmarks: readonly Benchmark[] = [
  {
    name: "store-writes-raw",
    about: "64 writers of 1 KiB with compare and swap: the LMDB store against plain lmdb transactions",
    figures: () => compareTo(openRawTarget, { least: 0.6 }),
  },
  {
    name: "store-writes-etcd",
    about: "64 writers of 1 KiB with compare and swap: the LMDB store against the etcd store on one etcd",
    figures: () => compareTo(openEtcdTarget, { least: 4 }),
  },
  {
    name: "store-watchers",
    about: "what 1,000 watchers of one prefix cost over a single one",
    figures: measureWatchers,
  },
  {
    name: "store-range",
    about: "a range of 10,000 entries of 1 KiB, and the longest pause while it streams",
    figures: measureRange,
  },
  {
    name: "store-million",
    about: "opening a store of a million keys (filling it takes a minute)",
    figures: measureMillion,
  },
];
