import type { VNode } from "preact";

export interface Series {
  readonly name: string;
  /** Values of the series; undefined where there is none. */
  readonly values: readonly (number | undefined)[];
}

interface PlotProps {
  readonly title: string;
  /** Unit that is printed after each number. */
  readonly unit: string;
  readonly series: readonly Series[];
  /** Number of points that fit; fewer points are drawn at the right edge. */
  readonly capacity: number;
}

const WIDTH = 600;
const HEIGHT = 140;
const LINES = ["solid", "dashed", "dotted"];

/** Line plot of the last minutes. The newest values are printed as text for screen readers. */
export function Plot({ title, unit, series, capacity }: PlotProps): VNode {
  const values = series.flatMap(({ values: each }) => each).filter((value) => value !== undefined);
  const top = niceTop(Math.max(0, ...values));
  return (
    <figure class="panel plot">
      <figcaption class="panel-head">
        <h2>{title}</h2>
        <span class="spring" />
        {series.map(({ name, values: each }, index) => (
          <span key={name} class={`series series-${index + 1}`}>
            <svg class="series-sign" viewBox="0 0 24 8" aria-hidden="true">
              <path class={LINES[index] ?? "solid"} d="M0 4H24" />
            </svg>
            {name} <strong>{printNumber(each.at(-1))}</strong> {unit}
          </span>
        ))}
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title} of the last minutes`}
      >
        {[0.25, 0.5, 0.75].map((share) => (
          <path key={share} class="plot-line" d={`M0 ${HEIGHT * share}H${WIDTH}`} />
        ))}
        {series.map(({ name, values: each }, index) => (
          <path
            key={name}
            class={`plot-series series-${index + 1} ${LINES[index] ?? "solid"}`}
            d={toPath(each, { top, capacity })}
          />
        ))}
      </svg>
      <span class="plot-top" aria-hidden="true">
        {printNumber(top)} {unit}
      </span>
    </figure>
  );
}

/** Upper end of the axis: the next of 1, 2, 5, 10, 20 … above the largest value. */
export function niceTop(largest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(largest, 1e-3)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= largest) ?? power * 10;
}

/** SVG path of a series, with gaps where there is no value. */
export function toPath(
  values: readonly (number | undefined)[],
  { top, capacity }: { readonly top: number; readonly capacity: number },
): string {
  const step = WIDTH / Math.max(capacity - 1, 1);
  let isDown = false;
  return values
    .map((value, index) => {
      if (value === undefined) {
        isDown = false;
        return "";
      }
      const x = WIDTH - (values.length - 1 - index) * step;
      const y = HEIGHT - (value / top) * (HEIGHT - 4) - 2;
      const move = isDown ? "L" : "M";
      isDown = true;
      return `${move}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}

export function printNumber(value: number | undefined): string {
  if (value === undefined) {
    return "–";
  }
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(2)));
}
