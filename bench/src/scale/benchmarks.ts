import type { Benchmark } from "../benchmark.ts";
import { hotObject } from "./hot-object.ts";
import { largeObjects } from "./large-objects.ts";
import { manyKinds } from "./many-kinds.ts";
import { manyObjects } from "./many-objects.ts";
import { manyWatchers } from "./many-watchers.ts";

/** Benchmarks that run only by name, because each takes minutes. Each draws a plot of docs/performance.md. */
export const scaleBenchmarks: readonly Benchmark[] = [
  { name: "scale/large", about: "objects of 1 KB to 1 MB", figures: largeObjects, isLong: true },
  { name: "scale/kinds", about: "up to 5,000 CRDs", figures: manyKinds, isLong: true },
  { name: "scale/watchers", about: "up to 10,000 watchers of a kind", figures: manyWatchers, isLong: true },
  { name: "scale/hot", about: "100 updates/s of an object with 5,000 watchers", figures: hotObject, isLong: true },
  { name: "scale/objects", about: "up to a million objects of a kind", figures: manyObjects, isLong: true },
];
