import { applyBenchmarks } from "./apply/benchmarks.ts";
import type { Benchmark } from "./benchmark.ts";
import { celBenchmarks } from "./cel/benchmarks.ts";
import { floorBenchmarks } from "./floor/benchmarks.ts";
import { forkBenchmarks } from "./forks/benchmarks.ts";
import { pageBenchmarks } from "./pages/benchmarks.ts";
import { peerBenchmarks } from "./peer/benchmarks.ts";
import { scaleBenchmarks } from "./scale/benchmarks.ts";
import { schemaBenchmarks } from "./schema/benchmarks.ts";
import { serverBenchmarks } from "./server/benchmarks.ts";
import { simulateBenchmarks } from "./simulate/benchmarks.ts";
import { snapshotBenchmarks } from "./snapshot/benchmarks.ts";
import { storeBenchmarks } from "./store/benchmarks.ts";
import { toolBenchmarks } from "./tools/benchmarks.ts";

/** Every benchmark, in the order in which they run. */
export const benchmarks: readonly Benchmark[] = [
  ...schemaBenchmarks,
  ...celBenchmarks,
  ...applyBenchmarks,
  ...storeBenchmarks,
  ...serverBenchmarks,
  ...floorBenchmarks,
  ...peerBenchmarks,
  ...forkBenchmarks,
  ...simulateBenchmarks,
  ...snapshotBenchmarks,
  ...toolBenchmarks,
  ...pageBenchmarks,
  ...scaleBenchmarks,
];
