/** A sample in the Prometheus text format. */
export interface Metric {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;

/** Samples of a page in the Prometheus text format whose names are in `wanted`. */
export function readMetrics(text: string, wanted: ReadonlySet<string>): Metric[] {
  const found: Metric[] = [];
  for (const line of text.split("\n")) {
    const name = line.slice(0, Math.max(0, line.search(/[{ ]/)));
    const match = wanted.has(name) ? LINE.exec(line) : null;
    if (match !== null) {
      const labels = [...(match[2] ?? "").matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, value]) => [key, value]);
      found.push({ name, labels: Object.fromEntries(labels), value: Number(match[3]) });
    }
  }
  return found;
}

export interface ServerReading {
  /** Open watches of Secrets and ConfigMaps. */
  readonly watches: number;
  readonly goroutines?: number;
}

const WATCHES = "apiserver_longrunning_requests";
const GOROUTINES = "go_goroutines";
const FOLLOWED: ReadonlySet<string> = new Set(["secrets", "configmaps"]);

/** Metrics of a server. */
export function readServerMetrics(text: string): ServerReading {
  const metrics = readMetrics(text, new Set([WATCHES, GOROUTINES]));
  const watches = metrics.filter(
    ({ name, labels }) => name === WATCHES && labels.verb === "WATCH" && FOLLOWED.has(labels.resource ?? ""),
  );
  const goroutines = metrics.find(({ name }) => name === GOROUTINES)?.value;
  return {
    watches: watches.reduce((sum, { value }) => sum + value, 0),
    ...(goroutines === undefined ? {} : { goroutines }),
  };
}

const HELD: ReadonlySet<string> = new Set(["go_memstats_heap_alloc_bytes", "go_memstats_stack_inuse_bytes"]);

/** Heap in use of a Go server, after a collection. */
export function readHeldBytes(text: string): number {
  return readMetrics(text, HELD).reduce((sum, { value }) => sum + value, 0);
}
