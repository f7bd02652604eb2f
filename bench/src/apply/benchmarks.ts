import type { JsonObject } from "@kiln/api";
import { apply, update } from "@kiln/apply";
import type { Benchmark, Figure } from "../benchmark.ts";
import { median } from "../measure-ratio.ts";
import { itemsOf, kind, nothing, podOf } from "./sample.ts";

const now = "2026-01-01T00:00:00Z";

function applied(live: JsonObject, config: JsonObject, manager: string): JsonObject {
  const result = apply(live, config, { kind, manager, now, force: true });
  if (result.outcome !== "applied") {
    throw new Error(result.outcome);
  }
  return { ...result.object, metadata: { ...(result.object.metadata as JsonObject), uid: "1" } };
}

const SAMPLES = 9;

/** Processor time in milliseconds of `times` calls, once the engine has compiled the code. */
function cost(run: () => void, times: number): number {
  const samples = Array.from({ length: SAMPLES + 1 }, () => {
    const start = process.cpuUsage();
    for (let i = 0; i < times; i++) {
      run();
    }
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000 / times;
  });
  return median(samples.slice(1));
}

async function podSized(): Promise<readonly Figure[]> {
  const live = applied(nothing, podOf("one"), "alice");
  const same = podOf("one");
  const changed = podOf("two");
  const updated = { ...live, spec: (changed.spec ?? {}) as JsonObject };
  const works: readonly [string, () => void][] = [
    ["apply that changes three fields", () => applied(live, changed, "alice")],
    ["apply that changes nothing", () => applied(live, same, "alice")],
    ["update that changes three fields", () => update(live, updated, { kind, manager: "bob", now })],
    ["create", () => update(undefined, same, { kind, manager: "bob", now })],
  ];
  return works.map(([name, run]) => ({ name, value: cost(run, 300), unit: "ms", bound: { most: 0.5 } }));
}

async function growth(): Promise<readonly Figure[]> {
  const perItem = (length: number) => {
    const live = applied(nothing, itemsOf(length, "one"), "alice");
    const config = itemsOf(length, "two");
    return cost(() => applied(live, config, "alice"), Math.ceil(20_000 / length)) / length;
  };
  const perManager = (length: number) => {
    let live = nothing;
    for (let i = 0; i < length; i++) {
      live = applied(live, { ...nothing, metadata: { name: "pod", labels: { [`l${i}`]: "x" } } }, `m${i}`);
    }
    const config = { ...nothing, metadata: { name: "pod", labels: { l0: "z" } } };
    return cost(() => applied(live, config, "m0"), Math.ceil(10_000 / length)) / length;
  };
  // The bound allows for caches that are too small for large objects; quadratic work would take a hundred times as
  // long.
  return [
    { name: "an item of 10,000", value: perItem(10_000) / perItem(100), unit: "x of 100", bound: { most: 5 } },
    { name: "a manager of 100", value: perManager(100) / perManager(10), unit: "x of 10", bound: { most: 3 } },
  ];
}

export const applyBenchmarks: readonly Benchmark[] = [
  { name: "apply/pod", about: "an object of the size of a Pod, in the library alone", figures: podSized },
  { name: "apply/growth", about: "more list items, more managers", figures: growth },
];
