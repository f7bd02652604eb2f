import { CENTRE, type Point, type ServerName } from "./point.ts";

/** How large the experiment is: the grid of the specification, or a small one that shows that everything works. */
export interface Scale {
  readonly centre: Pick<Point, "nodes" | "podsPerNode">;
  /** Beside the centre's. */
  readonly nodes: readonly number[];
  readonly podsPerNode: readonly number[];
}

export const FULL_SCALE: Scale = {
  centre: { nodes: 100, podsPerNode: 30 },
  nodes: [10, 50, 250, 500],
  podsPerNode: [10, 110],
};

export const SHORT_SCALE: Scale = { centre: { nodes: 10, podsPerNode: 10 }, nodes: [4, 20], podsPerNode: [4] };

/** A run that somebody would like to see. */
export interface Wish {
  readonly point: Point;
  readonly repeat: number;
  /** Those of a lower number come first, in the order of the list. */
  readonly turn: number;
  /** Without the phases that need no repeat, or that others show. */
  readonly isBrief: boolean;
}

/** When the repeats of a point come, and whether the first has all phases. */
interface Importance {
  readonly turns: readonly number[];
  readonly isWhole: boolean;
}

/** Three repeats of what decides come before other factors, the five that quartiles deserve last. */
const CENTRAL: Importance = { turns: [0, 1, 2, 6, 7], isWhole: true };
const STEP: Importance = { turns: [0, 5], isWhole: true };
const POLLING: Importance = { turns: [0], isWhole: false };
const CORNER: Importance = { turns: [0, 3, 5], isWhole: false };
const LARGE_CORNER: Importance = { turns: [2, 5], isWhole: false };
const OTHER: Importance = { turns: [4], isWhole: true };

/** Pods that mount mutable objects on agents that do as a kubelet does. */
const MUTABLE = { mode: "mutable", step: "i" } as const;
/** The same pods with immutable objects on agents that read before they watch. */
const IMMUTABLE = { mode: "immutable", step: "ii" } as const;
const MIXED = { mode: "mixed", step: "ii" } as const;
const NONE = { mode: "none", step: "ii" } as const;

type Change = Partial<Point>;

/** The most important first: what a hypothesis needs, of Kiln and of the peer, then one factor after the other. */
export function wishes(scale: Scale, servers: readonly ServerName[]): Wish[] {
  const at = (server: ServerName, ...changes: Change[]): Point[] =>
    servers.includes(server) ? changes.map((change) => ({ ...CENTRE, ...scale.centre, server, ...change })) : [];
  const [fewest = 10, ...others] = scale.nodes;
  const steps = (["i", "iii"] as const).map((step) => ({ ...IMMUTABLE, step }));
  const corners = (nodes: number): Change[] => [MUTABLE, IMMUTABLE].map((mode) => ({ ...mode, nodes }));
  return [
    ...wish(CENTRAL, [...at("kiln", MUTABLE, IMMUTABLE, NONE), ...at("kube-apiserver", MUTABLE, IMMUTABLE, NONE)]),
    // What needs no size is done at the smallest, to leave time for the rest.
    ...wish(STEP, [
      ...at("kiln", ...steps),
      ...at("kube-apiserver", ...steps.map((step) => ({ ...step, nodes: fewest }))),
    ]),
    ...wish(POLLING, at("kiln", ...polling().map((change) => ({ ...change, nodes: fewest })))),
    ...wish(CORNER, [
      ...at("kiln", ...[fewest, ...others.slice(0, 1)].flatMap(corners)),
      ...at("kube-apiserver", ...[fewest, ...others.slice(0, 1)].flatMap(corners)),
    ]),
    ...wish(LARGE_CORNER, at("kiln", ...others.slice(1, 2).flatMap(corners))),
    ...wish(OTHER, [
      ...at("kiln", ...polling(), MIXED, { ...IMMUTABLE, step: "off" }, ...oneFactor(scale)),
      ...at("kube-apiserver", ...steps, ...polling(), MIXED, ...others.slice(1, 2).flatMap(corners)),
      ...at("kiln", ...scale.nodes.map((nodes) => ({ ...MIXED, nodes })), ...others.slice(2).flatMap(corners)),
      ...at("kube-apiserver", ...oneFactor(scale), ...others.slice(2).flatMap(corners)),
    ]),
  ];
}

function wish({ turns, isWhole }: Importance, points: readonly Point[]): Wish[] {
  return points.flatMap((point) =>
    turns.map((turn, index) => ({ point, repeat: index + 1, turn, isBrief: index > 0 || !isWhole })),
  );
}

function polling(): Change[] {
  return (["cache", "get"] as const).flatMap((strategy) => [MUTABLE, IMMUTABLE].map((mode) => ({ ...mode, strategy })));
}

function oneFactor({ podsPerNode }: Scale): Change[] {
  return [
    ...podsPerNode.flatMap((pods) => [MUTABLE, IMMUTABLE].map((mode) => ({ ...mode, podsPerNode: pods }))),
    { ...MUTABLE, sharing: "deployment" },
    { ...MUTABLE, sharing: "cluster" },
    { ...IMMUTABLE, sharing: "cluster" },
    { ...MUTABLE, consumption: "env" },
    { ...MUTABLE, bytes: 65_536, podsPerNode: podsPerNode[0] ?? 10 },
    // A MiB for each pod would be more than this class of machine has memory for.
    { ...MUTABLE, bytes: 1_000_000, sharing: "cluster" },
  ];
}
