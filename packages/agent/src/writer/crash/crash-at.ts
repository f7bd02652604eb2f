import { writeSync } from "node:fs";
import { createSystemClock } from "@kiln/api";
import { stampedSet } from "../readers/stamped-set.ts";
import { openVolume } from "../volume.ts";

/** Options of a process that kills itself in the middle of a publication. */
export interface CrashOptions {
  readonly directory: string;
  readonly generation: number;
  /** Number of steps that the process begins; it kills itself at the next one. */
  readonly steps: number;
  readonly fsync: boolean;
}

const { directory, generation, steps, fsync } = JSON.parse(process.argv[2] ?? "") as CrashOptions;
let begun = 0;
const volume = openVolume({
  directory,
  clock: createSystemClock(globalThis),
  fraction: Math.random,
  graceMs: 0,
  onStep(step) {
    if (begun === steps) {
      writeSync(1, step);
      process.kill(process.pid, "SIGKILL");
    }
    begun += 1;
  },
});
await volume.publish(stampedSet(generation), { fsync });
