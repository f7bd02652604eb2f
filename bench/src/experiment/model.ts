import { isMutable, objectIndexOf, type Point, podsOf } from "./plan/point.ts";

/** Expected figures of a point without changes, by arithmetic. */
export interface Prediction {
  /** Pairs of a node and an object that some pod on it refers to. */
  readonly references: number;
  /** Number of references to objects that may change. */
  readonly mutableReferences: number;
  readonly openWatches: number;
  /** Number of watches a second that end by timeout and are reopened. */
  readonly renewalsPerSecond: number;
  readonly pollsPerSecond: number;
  /** Bytes of the events for one update of one object, if every node that references it watches it. */
  readonly fanOutBytes: number;
}

export interface ModelOptions {
  /** Interval at which each Pod is synced, plus up to half of it. */
  readonly syncPeriodSeconds: number;
  readonly cacheSeconds: number;
  /** How much faster watches are renewed than a kubelet's; 1 if absent. */
  readonly renewalFactor?: number;
}

/** Average factor of jitter: a Pod is synced after the period and a quarter of it. */
const JITTER = 1.25;
/** Watches last 30 to 60 minutes. */
const WATCH_SECONDS = 45 * 60;

export function predict(point: Point, options: ModelOptions): Prediction {
  const { syncPeriodSeconds, cacheSeconds, renewalFactor = 1 } = options;
  const { references, mutableReferences, holders } = countReferences(point);
  // Agents that ignore `immutable: true`, or detect it only by a watch, open a watch for every object.
  const followed = point.step === "off" ? references : mutableReferences;
  const turn = syncPeriodSeconds * JITTER;
  const every = { watch: Number.POSITIVE_INFINITY, cache: Math.max(cacheSeconds, turn), get: turn }[point.strategy];
  const openWatches = point.strategy === "watch" ? followed : 0;
  return {
    references,
    mutableReferences,
    openWatches,
    renewalsPerSecond: (openWatches * renewalFactor) / WATCH_SECONDS,
    pollsPerSecond: followed / every,
    fanOutBytes: holders * point.bytes,
  };
}

/** Two objects, a Secret and a ConfigMap, for each name. */
export const KINDS = 2;

export interface ReferenceCounts {
  readonly references: number;
  readonly mutableReferences: number;
  /** Nodes that have an object, on average. */
  readonly holders: number;
  /** Objects of both kinds. */
  readonly objects: number;
}

/** Cache: a plan needs the same few counts repeatedly, and large ones take long. */
const counted = new Map<string, ReferenceCounts>();

export function countReferences(point: Point): ReferenceCounts {
  const { nodes, podsPerNode, mode, sharing } = point;
  const key = [nodes, podsPerNode, mode, sharing].join(" ");
  const counts = counted.get(key) ?? count(point);
  counted.set(key, counts);
  return counts;
}

function count(point: Point): ReferenceCounts {
  const places = point.mode === "none" ? [] : podsOf(point);
  // A pair as one number: strings would make a plan of many points slow.
  const pairs = new Set(places.map(({ node, pod }) => node * places.length + objectIndexOf(point, node, pod)));
  const indices = [...pairs].map((pair) => pair % places.length);
  const names = new Set(indices).size;
  return {
    references: pairs.size * KINDS,
    mutableReferences: indices.filter((index) => isMutable(point, index)).length * KINDS,
    holders: names === 0 ? 0 : pairs.size / names,
    objects: names * KINDS,
  };
}
