/** A counter or gauge. Counting changes the number in place; it is printed only on scrape. */
export interface NumberCell {
  value: number;
}

export interface HistogramCell {
  /** Number of observations in each bucket, not cumulative; the last bucket has no upper bound. */
  readonly counts: number[];
  readonly bounds: readonly number[];
  sum: number;
}

/** Count and sum of observations. */
export interface SummaryCell {
  count: number;
  total: number;
}

/** All values of one metric, by their labels. */
export interface Family<Cell> {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary";
  readonly labels: readonly string[];
  /** Cell of these label values, in the order of {@link labels}; callers keep it to save the lookup. */
  cell(values: readonly string[]): Cell;
  cells(): Iterable<readonly [values: readonly string[], cell: Cell]>;
  /** Drops the cells for whose label values `isMeant` returns true. */
  forget(isMeant: (values: readonly string[]) => boolean): void;
}

export interface FamilyOptions {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

export function createCounter(options: FamilyOptions): Family<NumberCell> {
  return createFamily(options, "counter", () => ({ value: 0 }));
}

export function createGauge(options: FamilyOptions): Family<NumberCell> {
  return createFamily(options, "gauge", () => ({ value: 0 }));
}

export function createHistogram(options: FamilyOptions, bounds: readonly number[]): Family<HistogramCell> {
  return createFamily(options, "histogram", () => ({ counts: Array(bounds.length + 1).fill(0), bounds, sum: 0 }));
}

export function createSummary(options: FamilyOptions): Family<SummaryCell> {
  return createFamily(options, "summary", () => ({ count: 0, total: 0 }));
}

export interface FamilyDeclaration {
  readonly type: "counter" | "gauge";
  readonly help: string;
  readonly labels?: readonly string[];
}

/** Creates the metric families of a table, by name and in its order. */
export function createFamilies<Name extends string>(
  table: Readonly<Record<Name, FamilyDeclaration>>,
): Readonly<Record<Name, Family<NumberCell>>> {
  const families = {} as Record<Name, Family<NumberCell>>;
  for (const name of Object.keys(table) as Name[]) {
    const { type, help, labels = [] } = table[name];
    families[name] = type === "counter" ? createCounter({ name, help, labels }) : createGauge({ name, help, labels });
  }
  return families;
}

/** Number at these label values, without creating a cell; 0 if there is none. */
export function readNumber(family: Family<NumberCell>, values: readonly string[]): number {
  for (const [known, cell] of family.cells()) {
    if (known.join("\0") === values.join("\0")) {
      return cell.value;
    }
  }
  return 0;
}

/** Adds an observation to a histogram. */
export function observe(cell: HistogramCell, value: number): void {
  const { bounds } = cell;
  let at = 0;
  while (at < bounds.length && value > (bounds[at] as number)) {
    at++;
  }
  cell.counts[at] = (cell.counts[at] as number) + 1;
  cell.sum += value;
}

function createFamily<Cell>(options: FamilyOptions, type: Family<Cell>["type"], make: () => Cell): Family<Cell> {
  const cells = new Map<string, readonly [readonly string[], Cell]>();
  return {
    name: options.name,
    help: options.help,
    labels: options.labels ?? [],
    type,
    cell(values) {
      const key = values.join("\0");
      const known = cells.get(key) ?? ([values, make()] as const);
      cells.set(key, known);
      return known[1];
    },
    cells: () => cells.values(),
    forget(isMeant) {
      for (const [key, [values]] of cells) {
        if (isMeant(values)) {
          cells.delete(key);
        }
      }
    },
  };
}
