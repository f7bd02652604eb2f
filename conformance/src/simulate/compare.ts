export interface Comparing {
  readonly real: ReadonlyMap<string, readonly string[]>;
  readonly simulated: ReadonlyMap<string, readonly string[]>;
  /** Lines that may differ, without the scenario's name where it is `*`. */
  readonly known: readonly KnownDifference[];
  /** All scenarios were played: a known difference that does not occur is an error. */
  readonly isWhole: boolean;
}

export interface KnownDifference {
  /** Matches lines `scenario: real|simulated: fact`. */
  readonly pattern: RegExp;
  readonly reason: string;
}

export interface Comparison {
  /** Lines by scenario. */
  readonly differences: ReadonlyMap<string, readonly string[]>;
  readonly unknown: readonly string[];
  /** Known differences that did not occur. */
  readonly gone: readonly string[];
}

export function compareSnapshots({ real, simulated, known, isWhole }: Comparing): Comparison {
  const differences = new Map<string, string[]>();
  const seen = new Set<KnownDifference>();
  const unknown: string[] = [];
  for (const [name, lines] of real) {
    const others = simulated.get(name) ?? [];
    const found = [
      ...missing(lines, others).map((line) => `${name}: real: ${line}`),
      ...missing(others, lines).map((line) => `${name}: simulated: ${line}`),
    ];
    if (found.length > 0) {
      differences.set(name, found);
    }
    for (const line of found) {
      const match = known.find(({ pattern }) => pattern.test(line));
      match === undefined ? unknown.push(line) : seen.add(match);
    }
  }
  const gone = isWhole ? known.filter((one) => !seen.has(one)).map(({ reason }) => reason) : [];
  return { differences, unknown, gone };
}

/** The lines that the second list lacks, each as often as it lacks it. */
function missing(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const place = left.indexOf(line);
    if (place >= 0) {
      left.splice(place, 1);
    }
    return place < 0;
  });
}
