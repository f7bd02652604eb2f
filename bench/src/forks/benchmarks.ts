import type { Benchmark } from "../benchmark.ts";
import { measureLeftover, measureLives, measureMany, measureYoung } from "./measure-forks.ts";

export const forkBenchmarks: readonly Benchmark[] = [
  {
    name: "forks-lives",
    about: "forks of a base with 10,000 objects, one after the other: create, first request, reset, delete",
    figures: measureLives,
  },
  {
    name: "forks-young",
    about: "memory of an ended fork that collections of young garbage keep",
    figures: measureYoung,
  },
  {
    name: "forks-many",
    about: "memory of 1,000 forks at once, each written to",
    figures: measureMany,
  },
  {
    name: "forks-leftover",
    about: "memory that 10,000 forks leave behind when they are deleted",
    figures: measureLeftover,
  },
];
