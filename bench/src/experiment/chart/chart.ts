/** Points that belong together. They differ by dashes and marks, never by color alone. */
export interface Series {
  readonly label: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** A line through the points in their order, a straight line fitted to them, or none. */
  readonly line: "through" | "fitted" | "none";
  /** Whether each point has its mark: better not if there are hundreds. */
  readonly isMarked: boolean;
}

export interface Chart {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
  /** Label of a position on the first axis. */
  readonly notes?: readonly (readonly [x: number, text: string])[];
}
