import { CENTRE, type Point, pointKey, type ServerName } from "./point.ts";

/** How large the experiment is: the grid of the specification, or a small one that shows that everything works. */
export interface Scale {
  readonly centre: Pick<Point, "nodes" | "podsPerNode">;
  /** Beside the centre's. */
  readonly nodes: readonly number[];
  readonly podsPerNode: readonly number[];
  /** Absent in the five-minute form. */
  readonly heaviest?: Pick<Point, "nodes" | "podsPerNode">;
}

export const FULL_SCALE: Scale = {
  centre: { nodes: 100, podsPerNode: 30 },
  nodes: [10, 50, 250, 500],
  podsPerNode: [10, 110],
  heaviest: { nodes: 500, podsPerNode: 110 },
};

/** As many pods a node as in the large one: with fewer, what a node itself costs hides what its objects cost. */
export const SHORT_SCALE: Scale = { centre: { nodes: 10, podsPerNode: 30 }, nodes: [4, 20], podsPerNode: [10] };

/** A requested run. */
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

/** What decides a claim has had three runs after this turn, and every factor was tried on Kiln. */
export const LAST_NEEDED_TURN = 6;

/** Three repeats of what decides come before other factors, the five that a verdict needs soon after. */
const CENTRAL: Importance = { turns: [0, 2, 4, 7, 8], isWhole: true };
const STEP: Importance = { turns: [0, 7, 9], isWhole: true };
const CORNER: Importance = { turns: [1, 3, 5, 7, 8], isWhole: false };
const POLLING: Importance = { turns: [1], isWhole: false };
const FACTOR: Importance = { turns: [LAST_NEEDED_TURN], isWhole: false };
/** Those whose changes reach many nodes, or few of many objects. */
const CHANGING_FACTOR: Importance = { turns: [LAST_NEEDED_TURN], isWhole: true };
const PEER_FACTOR: Importance = { turns: [8], isWhole: false };
const LARGE_CORNER: Importance = { turns: [9, 10, 11, 12, 13], isWhole: false };
/** The largest that one machine can hold: 55,000 pods. */
const HEAVIEST: Importance = { turns: [10, 11, 12, 13, 14], isWhole: false };
/** The five-minute form has nothing but repeats of what decides H1, H3 and H6. */
const SHORT: Importance = { turns: [0, 1, 2], isWhole: false };
/** With more minutes than five, where there is one. */
const SHORT_PEER: Importance = { turns: [3, 4, 5], isWhole: false };
const REST: Importance = { turns: [9], isWhole: false };

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
  const [middle, large, largest] = others.map(corners);
  const peer = (...changes: Change[]) => at("kube-apiserver", ...changes);
  if (scale.heaviest === undefined) {
    const sizes = [scale.centre.nodes, ...scale.nodes].flatMap(corners);
    return [...wish(SHORT, at("kiln", ...sizes)), ...wish(SHORT_PEER, peer(...sizes))];
  }
  const heaviest = [MUTABLE, IMMUTABLE].map((mode) => ({ ...mode, ...scale.heaviest }));
  return [
    ...wish(CENTRAL, [...at("kiln", MUTABLE, IMMUTABLE, NONE), ...peer(MUTABLE, IMMUTABLE, NONE)]),
    // What needs no size is done at the smallest, to leave time for the rest.
    ...wish(STEP, [...at("kiln", ...steps), ...peer(...steps.map((step) => ({ ...step, nodes: fewest })))]),
    ...wish(CORNER, [
      ...at("kiln", ...corners(fewest), ...(middle ?? [])),
      ...peer(...corners(fewest), ...(middle ?? [])),
    ]),
    ...wish(POLLING, at("kiln", ...polling().map((change) => ({ ...change, nodes: fewest })))),
    ...wish(FACTOR, at("kiln", ...polling(), { ...IMMUTABLE, step: "off" }, ...byUse(scale))),
    ...wish(CHANGING_FACTOR, at("kiln", MIXED, ...bySharing(scale))),
    ...wish(LARGE_CORNER, at("kiln", ...(large ?? []))),
    ...wish(HEAVIEST, [...at("kiln", ...heaviest), ...peer(...heaviest)]),
    ...wish(PEER_FACTOR, [
      ...peer({ ...IMMUTABLE, sharing: "cluster" }, MIXED, ...steps, ...(large ?? []), ...polling()),
      ...peer(...byUse(scale), ...bySharing(scale)),
    ]),
    ...wish(REST, [
      ...at("kiln", ...scale.nodes.map((nodes) => ({ ...MIXED, nodes })), ...(largest ?? [])),
      ...peer(...(largest ?? [])),
    ]),
  ].filter(isFirstOfItsName());
}

/** The same run may be wished for twice, for different reasons. */
function isFirstOfItsName(): (wish: Wish) => boolean {
  const seen = new Set<string>();
  return ({ point, repeat }) => {
    const name = `${pointKey(point)} #${repeat}`;
    const isFirst = !seen.has(name);
    seen.add(name);
    return isFirst;
  };
}

function wish({ turns, isWhole }: Importance, points: readonly Point[]): Wish[] {
  return points.flatMap((point) =>
    turns.map((turn, index) => ({ point, repeat: index + 1, turn, isBrief: index > 0 || !isWhole })),
  );
}

function polling(): Change[] {
  return (["cache", "get"] as const).flatMap((strategy) => [MUTABLE, IMMUTABLE].map((mode) => ({ ...mode, strategy })));
}

/** How many pods there are, and what they do with their objects. */
function byUse({ podsPerNode }: Scale): Change[] {
  return [
    ...podsPerNode.flatMap((pods) => [MUTABLE, IMMUTABLE].map((mode) => ({ ...mode, podsPerNode: pods }))),
    { ...MUTABLE, consumption: "env" },
  ];
}

/** How many pods have the same object, and how large it is. */
function bySharing({ podsPerNode }: Scale): Change[] {
  // A MiB for each pod would be more than this class of machine has memory for, and many pods more than it can publish.
  const [few = 10] = podsPerNode;
  return [
    { ...MUTABLE, sharing: "deployment" },
    { ...MUTABLE, sharing: "cluster" },
    { ...IMMUTABLE, sharing: "cluster" },
    { ...MUTABLE, bytes: 65_536, podsPerNode: few },
    { ...MUTABLE, bytes: 1_000_000, sharing: "cluster", podsPerNode: few },
  ];
}
