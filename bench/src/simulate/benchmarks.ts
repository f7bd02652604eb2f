import type { Benchmark } from "../benchmark.ts";
import { measureRollouts } from "./measure-rollouts.ts";
import { measureScale } from "./measure-scale.ts";
import { measureStart } from "./measure-start.ts";

export const simulateBenchmarks: readonly Benchmark[] = [
  {
    name: "simulate-rollout",
    about: "a Deployment of 10 Pods from its creation until all are ready, as time goes and with the clock advanced",
    figures: measureRollouts,
  },
  {
    name: "simulate-scale",
    about: "30,000 Pods on 1,000 nodes: reads and memory, against a server that only stores the same objects",
    figures: measureScale,
  },
  {
    name: "simulate-start",
    about: "start of a server with --simulate and without it",
    figures: measureStart,
  },
];
