import { studentT } from "./statistics.ts";

/** One measurement at a size. */
export interface PlanePoint {
  readonly nodes: number;
  readonly references: number;
  readonly value: number;
}

/** Linear model of a value: `value = base + nodes * perNode + references * perReference`. */
export interface Plane {
  readonly count: number;
  readonly base: number;
  readonly perNode: number;
  readonly perReference: number;
  /** Half the width of the 95 % interval of `perReference`; infinite for fewer than four points. */
  readonly perReferencePlusMinus: number;
  readonly rSquared: number;
  /** Value at a size, with half the width of the 95 % interval for one measurement there. */
  predict(size: Omit<PlanePoint, "value">): { readonly value: number; readonly plusMinus: number };
}

type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector];

/** Fits a plane by least squares; all values are NaN if the sizes lie on one line. */
export function fitPlane(points: readonly PlanePoint[]): Plane {
  const rowOf = ({ nodes, references }: Omit<PlanePoint, "value">): Vector => [1, nodes, references];
  const rows = points.map(rowOf);
  const inverse = invert(normal(rows));
  const right = [0, 1, 2].map((i) =>
    total(points.map(({ value }, at) => value * (rows[at]?.[i] ?? 0))),
  ) as unknown as Vector;
  const solution = inverse.map((line) => dot(line, right)) as unknown as Vector;
  const middle = total(points.map(({ value }) => value)) / points.length;
  const residue = total(points.map((point) => (point.value - dot(solution, rowOf(point))) ** 2));
  const spread = total(points.map(({ value }) => (value - middle) ** 2));
  const freedom = points.length - 3;
  const variance = freedom > 0 ? residue / freedom : Number.POSITIVE_INFINITY;
  const t = freedom > 0 ? studentT(freedom) : 1;
  return {
    count: points.length,
    base: solution[0],
    perNode: solution[1],
    perReference: solution[2],
    perReferencePlusMinus: t * Math.sqrt(variance * inverse[2][2]),
    rSquared: spread === 0 ? 1 : 1 - residue / spread,
    predict(size) {
      const row = rowOf(size);
      const lever = dot(row, inverse.map((line) => dot(line, row)) as unknown as Vector);
      return { value: dot(solution, row), plusMinus: t * Math.sqrt(variance * (1 + lever)) };
    },
  };
}

function normal(rows: readonly Vector[]): Matrix {
  const entry = (i: number, j: number) => total(rows.map((row) => (row[i] ?? 0) * (row[j] ?? 0)));
  return [0, 1, 2].map((i) => [entry(i, 0), entry(i, 1), entry(i, 2)]) as unknown as Matrix;
}

/** Inverse of a matrix, by cofactors. */
function invert([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const [A, B, C] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const determinant = a * A + b * B + c * C;
  // If all sizes lie on one line, rounding errors make the determinant slightly different from zero.
  const scale = Math.abs(determinant) <= 1e-9 * Math.abs(a * e * i) ? Number.NaN : 1 / determinant;
  return [
    [A * scale, (c * h - b * i) * scale, (b * f - c * e) * scale],
    [B * scale, (a * i - c * g) * scale, (c * d - a * f) * scale],
    [C * scale, (b * g - a * h) * scale, (a * e - b * d) * scale],
  ];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
