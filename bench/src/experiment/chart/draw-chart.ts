import { printNumber } from "../report/print-number.ts";
import { fitLine, meanInterval } from "../statistics.ts";
import type { Chart, Series } from "./chart.ts";
import { makeScale, type Scale } from "./scale.ts";

const WIDTH = 800;
const HEIGHT = 400;
const LEFT = 78;
const RIGHT = 560;
const TOP = 44;
const BOTTOM = 348;
const LABEL_GAP = 17;

interface Style {
  readonly ink: string;
  readonly dash: string;
  readonly mark: (x: number, y: number) => string;
}

/**
 * Styles of series, in order; further series reuse them from the first on. All are dark enough on white, and differ
 * without color.
 */
const STYLES: readonly Style[] = [
  { ink: "#000000", dash: "", mark: (x, y) => `<circle cx="${x}" cy="${y}" r="4"/>` },
  { ink: "#005a9c", dash: "8 4", mark: (x, y) => `<path d="M${x - 4} ${y - 4}h8v8h-8z"/>` },
  { ink: "#8a3b00", dash: "2 4", mark: (x, y) => `<path d="M${x} ${y - 5}l5 9h-10z"/>` },
  { ink: "#444444", dash: "12 4 2 4", mark: (x, y) => `<path d="M${x - 4} ${y - 4}l8 8m0 -8l-8 8"/>` },
  { ink: "#5a2d82", dash: "5 2", mark: (x, y) => `<path d="M${x} ${y - 5}l5 5l-5 5l-5 -5z"/>` },
];

/** Draws a chart as SVG, with a text for screen readers. */
export function drawChart(chart: Chart): string {
  const points = chart.series.flatMap((series) => series.points);
  const x = makeScale(
    points.map(([value]) => value),
    [LEFT, RIGHT],
  );
  const y = makeScale(
    points.map(([, value]) => value),
    [BOTTOM, TOP],
  );
  const description = chart.series.map(describe).join(" ");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="13" role="img" aria-labelledby="title about">`,
    `<title id="title">${escapeText(chart.title)}</title>`,
    `<desc id="about">${escapeText(description)}</desc>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<text x="${LEFT}" y="24" font-size="15" font-weight="bold">${escapeText(chart.title)}</text>`,
    ...drawAxes(chart, x, y),
    ...drawNotes(chart, x),
    ...chart.series.flatMap((series, index) => drawSeries(series, styleOf(index), { x, y })),
    ...drawLabels(chart.series, { x, y }),
    "</svg>",
    "",
  ].join("\n");
}

function styleOf(index: number): Style {
  return STYLES[index % STYLES.length] as Style;
}

function describe({ label, points }: Series): string {
  const last = points.at(-1);
  return last === undefined ? "" : `${label}: ${printNumber(last[1])} at ${printNumber(last[0])}.`;
}

function drawAxes({ xLabel, yLabel }: Chart, x: Scale, y: Scale): string[] {
  const middle = (TOP + BOTTOM) / 2;
  return [
    ...y.ticks.flatMap((tick) => [
      `<path d="M${LEFT} ${at(y.place(tick))}H${RIGHT}" stroke="#d0d0d0"/>`,
      `<text x="${LEFT - 8}" y="${at(y.place(tick) + 4)}" text-anchor="end">${printNumber(tick)}</text>`,
    ]),
    ...x.ticks.map(
      (tick) => `<text x="${at(x.place(tick))}" y="${BOTTOM + 20}" text-anchor="middle">${printNumber(tick)}</text>`,
    ),
    `<path d="M${LEFT} ${TOP}V${BOTTOM}H${RIGHT}" fill="none" stroke="#000000"/>`,
    `<text x="${(LEFT + RIGHT) / 2}" y="${BOTTOM + 42}" text-anchor="middle">${escapeText(xLabel)}</text>`,
    `<text x="18" y="${middle}" text-anchor="middle" transform="rotate(-90 18 ${middle})">${escapeText(yLabel)}</text>`,
  ];
}

function drawNotes({ notes = [] }: Chart, x: Scale): string[] {
  return notes.flatMap(([value, text]) => {
    const place = at(x.place(value));
    return [
      `<path d="M${place} ${TOP}V${BOTTOM}" stroke="#808080" stroke-dasharray="1 3"/>`,
      `<text x="${place + 4}" y="${TOP + 4}" font-size="11" fill="#404040" transform="rotate(90 ${place + 4} ${TOP + 4})">${escapeText(text)}</text>`,
    ];
  });
}

interface Scales {
  readonly x: Scale;
  readonly y: Scale;
}

function drawSeries({ points, line, isMarked }: Series, { ink, dash, mark }: Style, { x, y }: Scales): string[] {
  const shown = line === "fitted" ? fittedEnds(points) : line === "through" ? points : [];
  const path = shown.map(([px, py], index) => `${index === 0 ? "M" : "L"}${at(x.place(px))} ${at(y.place(py))}`);
  const stroke = `stroke="${ink}" stroke-width="2"${dash === "" ? "" : ` stroke-dasharray="${dash}"`}`;
  return [
    ...(path.length < 2 ? [] : [`<path d="${path.join("")}" fill="none" ${stroke}/>`]),
    ...(isMarked
      ? [
          `<g fill="#ffffff" stroke="${ink}" stroke-width="1.5">`,
          ...drawErrorBars(points, { x, y }),
          ...points.map(([px, py]) => mark(at(x.place(px)), at(y.place(py)))),
          "</g>",
        ]
      : []),
  ];
}

/** Error bars: the 95 % interval of the mean where several points have the same x. */
function drawErrorBars(points: Series["points"], { x, y }: Scales): string[] {
  const places = [...new Set(points.map(([px]) => px))];
  return places.flatMap((place) => {
    const values = points.filter(([px]) => px === place).map(([, py]) => py);
    if (values.length < 2) {
      return [];
    }
    const { low, high } = meanInterval(values);
    const [px, bottom, top] = [at(x.place(place)), ...[low, high].map((end) => at(clamp(y.place(end))))];
    return [`<path d="M${px} ${bottom}V${top}M${px - 5} ${bottom}h10M${px - 5} ${top}h10" fill="none"/>`];
  });
}

/** Keeps a coordinate within the drawing: an interval may exceed it. */
function clamp(place: number): number {
  return Math.min(Math.max(place, TOP), BOTTOM);
}

function fittedEnds(points: Series["points"]): Series["points"] {
  const { slope, intercept } = fitLine(points);
  const xs = points.map(([x]) => x);
  return [Math.min(...xs), Math.max(...xs)].map((x) => [x, intercept + slope * x] as const);
}

/** Point that the label of a series is attached to: the highest, if a line goes through the points. */
function labelledPoint(line: Series["line"], points: Series["points"]): readonly [number, number] {
  const shown = line === "fitted" ? fittedEnds(points) : points;
  const highest = Math.max(...shown.map(([, y]) => y));
  return (line === "through" ? shown.findLast(([, y]) => y === highest) : shown.at(-1)) ?? [0, 0];
}

/** Labels at the ends of series, moved apart where they would overlap, each with a sample of its line. */
function drawLabels(series: readonly Series[], { x, y }: Scales): string[] {
  const wanted = series
    .map(({ label, points, line, isMarked }, index) => {
      const last = labelledPoint(line, points);
      return { label, line, isMarked, style: styleOf(index), endX: x.place(last[0]), endY: y.place(last[1]) };
    })
    .sort((a, b) => a.endY - b.endY);
  const places: number[] = [];
  for (const { endY } of wanted) {
    places.push(Math.max(endY, (places.at(-1) ?? Number.NEGATIVE_INFINITY) + LABEL_GAP));
  }
  const overflow = Math.max(0, (places.at(-1) ?? 0) - BOTTOM);
  return wanted.flatMap(({ label, line, isMarked, style, endX, endY }, index) => {
    const placeY = at((places[index] ?? endY) - overflow);
    const start = RIGHT + 14;
    const dash = style.dash === "" ? "" : ` stroke-dasharray="${style.dash}"`;
    return [
      ...(line === "through"
        ? []
        : [`<path d="M${at(endX + 5)} ${at(endY)}L${start - 2} ${placeY}" stroke="#b0b0b0" stroke-width="0.7"/>`]),
      ...(line === "none" ? [] : [`<path d="M${start} ${placeY}h26" stroke="${style.ink}" stroke-width="2"${dash}/>`]),
      ...(isMarked
        ? [`<g fill="#ffffff" stroke="${style.ink}" stroke-width="1.5">${style.mark(start + 13, placeY)}</g>`]
        : []),
      `<text x="${start + 32}" y="${at(placeY + 4)}">${escapeText(label)}</text>`,
    ];
  });
}

function at(place: number): number {
  return Math.round(place * 10) / 10;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
