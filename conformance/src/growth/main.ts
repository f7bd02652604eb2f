import { parseArgs } from "node:util";
import { type Growth, isSuspicious, type Limits } from "./compare-growth.ts";
import { limitsOf } from "./known-exceptions.ts";
import type { Flavor } from "./make-value.ts";
import { runQuestions } from "./questions.ts";
import { runPlaces } from "./run-places.ts";

/**
 * Measures how the cost of requests grows with their size: every list, map and text of every kind, queries, headers and
 * CRD schemas. Exits with 1 if processor time grows worse than linearly, or if a request holds the event loop too long.
 */
const { values } = parseArgs({
  options: {
    /** Kinds to measure, such as `Pod,Service`, without the other requests. */
    kind: { type: "string" },
    /** Path to measure, such as `spec.containers.*.env`. */
    place: { type: "string" },
    flavor: { type: "string", default: "distinct,equal,invalid" },
    shape: { type: "string", default: "list,map,text" },
    bytes: { type: "string", default: "400000" },
    largest: { type: "string", default: "2900000" },
    /** Part of the run, such as `2/8`: every eighth path, from the second on. */
    part: { type: "string", default: "1/1" },
    /** Whether to print every request, not only failed ones. */
    all: { type: "boolean", default: false },
  },
});

const limits: Limits = { maxRatio: 8, floorMs: 25, maxHoldMs: 250 };
const [part = 1, parts = 1] = values.part.split("/").map(Number);
const kinds = values.kind?.split(",");
const shapes = values.shape.split(",");
const slowest: Named[] = [];
let count = 0;
let failed = 0;

interface Named extends Growth {
  readonly subject: string;
}

if (kinds === undefined && values.place === undefined && part === 1) {
  const report = (growth: Growth) => note({ ...growth, subject: "question" });
  await runQuestions({ limits, scale: 1, objects: 2_000, isWanted: () => true, report });
}
await runPlaces({
  flavors: values.flavor.split(",") as Flavor[],
  sessionBytes: Number(values.bytes),
  largestBytes: Number(values.largest),
  limits,
  isWanted: (kind, place) =>
    (kinds === undefined || kinds.includes(kind.kind)) &&
    (values.place === undefined || place.path.join(".") === values.place) &&
    shapes.includes(place.shape) &&
    count++ % parts === part - 1,
  report: (row) => note({ ...row, subject: `${row.kind} ${row.place} (${row.flavor})` }),
});

console.log("\nlongest holds:");
for (const growth of slowest) {
  console.log(print(growth));
}
console.log(`\n${failed} requests failed`);
process.exitCode = failed === 0 ? 0 : 1;

function note(growth: Named): void {
  const isFailed = isSuspicious(growth, limitsOf(growth.request, limits));
  failed += isFailed ? 1 : 0;
  slowest.push(growth);
  slowest.sort((a, b) => b.holdMs - a.holdMs).splice(20);
  if (isFailed || values.all) {
    console.log(print(growth));
  }
}

function print({ subject, request, status, smallMs, largeMs, holdMs }: Named): string {
  const growth = `${smallMs.toFixed(0)} -> ${largeMs.toFixed(0)} ms`;
  return `${subject}: ${request}: ${status}, ${growth}, hold ${holdMs.toFixed(0)} ms`;
}
