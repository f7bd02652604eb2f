import type { Benchmark } from "./benchmark.ts";
import { schemaBenchmarks } from "./schema/benchmarks.ts";

/** Every benchmark, in the order in which they run. */
export const benchmarks: readonly Benchmark[] = [...schemaBenchmarks];
