/** Points of one kind. Series differ by dashes and marks, never by color alone. */
export interface Series {
  readonly label: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Line of the series: through the points in their order, a straight line fitted to them, or none. */
  readonly line: "through" | "fitted" | "none";
  /** Whether each point is drawn with a mark; not useful for hundreds of points. */
  readonly isMarked: boolean;
}

export interface Chart {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
  /** Labels of positions on the x axis. */
  readonly notes?: readonly (readonly [x: number, text: string])[];
}
