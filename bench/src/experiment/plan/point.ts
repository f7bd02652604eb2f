import type { ImmutableStep, Strategy } from "@kiln/agent";

/** The measured API server. */
export type ServerName = "kiln" | "kube-apiserver";

/** Volumes of the Pods: none, or a Secret and a ConfigMap each, of which all, some or none are immutable. */
export type Mode = "none" | "mutable" | "mixed" | "immutable";

/** Whether each Pod has its own objects, ten Pods share them, or all Pods use the same two. */
export type Sharing = "own" | "deployment" | "cluster";

/** Values of all factors of the experiment. */
export interface Point {
  readonly server: ServerName;
  readonly nodes: number;
  readonly podsPerNode: number;
  readonly mode: Mode;
  readonly sharing: Sharing;
  /** Bytes of content of each object. */
  readonly bytes: number;
  readonly strategy: Strategy;
  readonly step: ImmutableStep;
  readonly consumption: "volume" | "env";
}

export const CENTRE: Point = {
  server: "kiln",
  nodes: 50,
  podsPerNode: 30,
  mode: "mutable",
  sharing: "own",
  bytes: 1024,
  strategy: "watch",
  step: "i",
  consumption: "volume",
};

/** Name of a point; points with different settings have different names. */
export function pointKey(point: Point): string {
  const { server, nodes, podsPerNode, mode, sharing, bytes, strategy, step, consumption } = point;
  return [server, `n${nodes}`, `m${podsPerNode}`, mode, sharing, `${bytes}B`, strategy, step, consumption].join(" ");
}

/** Key of the objects stored before the agents start: the same for all points that differ only in the agents. */
export function datasetKey({ server, nodes, podsPerNode, mode, sharing, bytes, consumption }: Point): string {
  return [server, nodes, podsPerNode, mode, sharing, bytes, consumption].join("-");
}

const PODS_OF_A_DEPLOYMENT = 10;

/** In a mixed run, one object in this many is mutable. */
const MIXED_TURN = 10;

/** Index of a Pod's objects. Pods of a deployment are on different nodes, as a scheduler spreads them. */
export function objectIndexOf({ nodes, sharing }: Point, node: number, pod: number): number {
  const turn = pod * nodes + node;
  return { own: turn, deployment: Math.floor(turn / PODS_OF_A_DEPLOYMENT), cluster: 0 }[sharing];
}

export function isMutable({ mode }: Point, index: number): boolean {
  return mode === "mutable" || (mode === "mixed" && index % MIXED_TURN === 0);
}

/** Name of a Pod's objects. The first letter shows whether they are immutable, so that the proxy can count by it. */
export function objectNameOf(point: Point, node: number, pod: number): string {
  const index = objectIndexOf(point, node, pod);
  return `${isMutable(point, index) ? "m" : "i"}-${index}`;
}

/** Names of the objects of each kind, each once. */
export function objectNames(point: Point): string[] {
  const places = point.mode === "none" ? [] : podsOf(point);
  return [...new Set(places.map(({ node, pod }) => objectNameOf(point, node, pod)))];
}

export interface PodPlace {
  readonly node: number;
  readonly pod: number;
}

/** Pods of a point. They exist in every mode; without volumes they reference nothing. */
export function podsOf({ nodes, podsPerNode }: Point): PodPlace[] {
  return Array.from({ length: nodes * podsPerNode }, (_, i) => ({ node: i % nodes, pod: Math.floor(i / nodes) }));
}
