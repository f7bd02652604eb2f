import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { areaOf, gapAreas } from "./gap-areas.ts";
import type { ScenarioResult, StepResult } from "./run-replay.ts";
import type { Scenario } from "./scenario.ts";

/** By recording, then by step (its index and request): the area in `gapAreas` with the reason of the difference. */
export type KnownGaps = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Data among the sources: the compiled program reads and writes the same file. */
const FILE = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "src", "replay", "known-gaps.json");

export function readKnownGaps(): KnownGaps {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : {};
}

export function writeKnownGaps(gaps: KnownGaps): void {
  writeFileSync(FILE, `${JSON.stringify(gaps, null, 2)}\n`);
}

function gapKey({ index, what }: StepResult): string {
  return `${index} ${what}`;
}

/**
 * The list after a run: the recordings that were played are listed again, the entries of others do not change. A gap keeps the
 * area it has, so that sorting by hand lasts.
 */
export function updateGaps(
  gaps: KnownGaps,
  scenarios: readonly Scenario[],
  results: readonly ScenarioResult[],
): KnownGaps {
  const updated: Record<string, Readonly<Record<string, string>>> = { ...gaps };
  for (const [position, { name, steps }] of results.entries()) {
    const scenario = scenarios[position] as Scenario;
    const wrong = steps.filter(({ differences }) => differences.length > 0);
    const listed = wrong.map((result) => {
      const step = scenario.steps[result.index] ?? {};
      return [gapKey(result), gaps[name]?.[gapKey(result)] ?? areaOf(step, scenario)];
    });
    updated[name] = Object.fromEntries(listed);
  }
  const sorted = Object.entries(updated)
    .filter(([, steps]) => Object.keys(steps).length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted);
}

/** One paragraph per problem: an unlisted difference, a closed gap, a gap in an unknown area. */
export function checkGaps({ name, steps }: ScenarioResult, gaps: KnownGaps): string[] {
  const listed = new Map(Object.entries(gaps[name] ?? {}));
  const faults = steps.flatMap((result) => {
    const key = gapKey(result);
    const area = listed.get(key);
    listed.delete(key);
    if (area !== undefined && !Object.hasOwn(gapAreas, area)) {
      return [`step ${key}: the list of known gaps names the area "${area}", which gapAreas does not have`];
    }
    if (result.differences.length > 0 && area === undefined) {
      return [`step ${key}\n  ${result.differences.join("\n  ")}`];
    }
    const isClosed = result.differences.length === 0 && area !== undefined;
    return isClosed ? [`step ${key}: is right now; take it off the list of known gaps`] : [];
  });
  return [...faults, ...[...listed.keys()].map((key) => `step ${key}: is listed as a gap but is no such step`)];
}
