import type { RequestKind } from "./request-kind.ts";

/** Counts of the proxy so far. All only increase, except open connections and watches. */
export interface Traffic {
  /** Number of requests by `verb resource`, such as `watch secrets`, counted when they are sent. */
  readonly requests: Readonly<Record<string, number>>;
  /** Number of responses by status code. */
  readonly codes: Readonly<Record<string, number>>;
  readonly bytesUp: number;
  readonly bytesDown: number;
  readonly connections: number;
  /** Open watches by `resource` and the first letter of the watched object's name, as `secrets m`. */
  readonly openWatches: Readonly<Record<string, number>>;
  /** Number of watches ever opened, by the same keys, however short. */
  readonly openedWatches: Readonly<Record<string, number>>;
}

export interface TrafficCount {
  begin(kind: RequestKind): void;
  /** Counts a response. A watch is open from its response on, unless that is an error. */
  answer(kind: RequestKind, status: string): void;
  /** Must be called once for each request whose response was counted. */
  end(kind: RequestKind, status: string): void;
  up(bytes: number): void;
  down(bytes: number): void;
  connect(change: 1 | -1): void;
  read(): Traffic;
}

export function createTrafficCount(): TrafficCount {
  const requests: Record<string, number> = {};
  const codes: Record<string, number> = {};
  const openWatches: Record<string, number> = {};
  const openedWatches: Record<string, number> = {};
  let bytesUp = 0;
  let bytesDown = 0;
  let connections = 0;
  return {
    begin: (kind) => change(requests, `${kind.verb} ${kind.resource}`, 1),
    answer(kind, status) {
      change(codes, status, 1);
      if (isOpenWatch(kind, status)) {
        change(openWatches, watchKey(kind), 1);
        change(openedWatches, watchKey(kind), 1);
      }
    },
    end(kind, status) {
      if (isOpenWatch(kind, status)) {
        change(openWatches, watchKey(kind), -1);
      }
    },
    up(bytes) {
      bytesUp += bytes;
    },
    down(bytes) {
      bytesDown += bytes;
    },
    connect(by) {
      connections += by;
    },
    read: () => ({
      requests: { ...requests },
      codes: { ...codes },
      openWatches: { ...openWatches },
      openedWatches: { ...openedWatches },
      bytesUp,
      bytesDown,
      connections,
    }),
  };
}

function isOpenWatch({ verb }: RequestKind, status: string): boolean {
  return verb === "watch" && status === "200";
}

function watchKey({ resource, name }: RequestKind): string {
  return name === "" ? resource : `${resource} ${name.slice(0, 1)}`;
}

/** Changes a count. */
function change(counts: Record<string, number>, key: string, by: number): void {
  counts[key] = (counts[key] ?? 0) + by;
}
