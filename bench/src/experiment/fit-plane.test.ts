import { describe, expect, it } from "vitest";
import { fitPlane } from "./fit-plane.ts";

const sizes = [
  { nodes: 10, references: 600 },
  { nodes: 50, references: 3000 },
  { nodes: 500, references: 2000 },
];
const noises = [-1, 0, 1];

describe("fitPlane()", () => {
  it("finds what a node and a reference cost, and what a larger cluster would", () => {
    const points = sizes.flatMap((size) =>
      noises.map((noise) => ({ ...size, value: 7 + 2 * size.nodes + 16 * size.references + noise })),
    );
    const plane = fitPlane(points);
    expect(plane.perNode).toBeCloseTo(2, 6);
    expect(plane.perReference).toBeCloseTo(16, 6);
    const { value, plusMinus } = plane.predict({ nodes: 5000, references: 300_000 });
    expect(Math.round(value)).toBe(7 + 10_000 + 16 * 300_000);
    // Far from the measured sizes the interval is wide.
    expect(plusMinus).toBeGreaterThan(plane.predict(sizes[0] as (typeof sizes)[0]).plusMinus * 50);
    expect(plane.perReferencePlusMinus).toBeLessThan(0.01);
  });

  it("finds nothing where nodes and references grow together", () => {
    const points = [1, 2, 3, 4, 5].map((nodes) => ({ nodes, references: nodes * 60, value: nodes }));
    expect(fitPlane(points).perReference).toBeNaN();
  });

  it("has no interval for three measurements", () => {
    expect(fitPlane(sizes.map((size) => ({ ...size, value: size.nodes }))).perReferencePlusMinus).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});
