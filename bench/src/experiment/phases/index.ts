import type { Point } from "../plan/point.ts";
import { deletion } from "./deletion.ts";
import type { Phase } from "./phase.ts";
import { podStarts } from "./pod-starts.ts";
import { recreate } from "./recreate.ts";
import { restart } from "./restart.ts";
import { startUp } from "./start-up.ts";
import { steady } from "./steady.ts";
import { updates } from "./updates.ts";

export interface NamedPhase {
  readonly name: string;
  readonly run: Phase;
  /** Whether the phase applies to a point. */
  readonly suits: (point: Point) => boolean;
}

const always = () => true;
const hasMounts = ({ mode }: Point) => mode !== "none";
const hasVolumes = (point: Point) => hasMounts(point) && point.consumption === "volume";

/** Phases of a run, in this order. */
export const phases: readonly NamedPhase[] = [
  { name: "start-up", run: startUp, suits: always },
  { name: "steady", run: steady, suits: always },
  { name: "pod starts", run: podStarts, suits: hasVolumes },
  { name: "updates", run: updates, suits: hasVolumes },
  {
    name: "recreate",
    run: recreate,
    suits: (point) => hasVolumes(point) && (point.mode === "immutable" || point.mode === "mixed"),
  },
  { name: "restart", run: restart, suits: always },
  { name: "deletion", run: deletion, suits: hasMounts },
];
