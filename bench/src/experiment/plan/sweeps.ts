import type { FormName } from "./forms.ts";
import { CENTRE, type Point, type ServerName } from "./point.ts";

export type Size = Pick<Point, "nodes" | "podsPerNode">;

/** Sizes of an experiment. Nodes and objects vary independently, because a node costs a server something by itself. */
export interface Scale {
  readonly centre: Size;
  readonly few: Size;
  /** Many nodes with few pods each. */
  readonly wide: Size;
  /** Largest size; absent in the five-minute form. */
  readonly heaviest?: Size;
}

export const FULL_SCALE: Scale = {
  centre: { nodes: 50, podsPerNode: 30 },
  few: { nodes: 10, podsPerNode: 30 },
  wide: { nodes: 500, podsPerNode: 2 },
  heaviest: { nodes: 500, podsPerNode: 110 },
};

export const SHORT_SCALE: Scale = {
  centre: { nodes: 20, podsPerNode: 30 },
  few: { nodes: 5, podsPerNode: 30 },
  wide: { nodes: 50, podsPerNode: 2 },
};

/** A requested run. */
export interface Wish {
  readonly point: Point;
  readonly repeat: number;
  /** Order of the requests: those with a lower number come first. */
  readonly turn: number;
  readonly form: FormName;
}

/** Repetitions of each point that decides a hypothesis. */
const REPEATS = [1, 2, 3, 4, 5];
/**
 * Repetitions in the five-minute form, which decides H1, H3 and H6 only: they need five runs on a line, not five of a
 * point.
 */
const SHORT_REPEATS = [1, 2, 3];
/** The largest point comes after three repetitions of the others: the time may not suffice for five. */
const HEAVIEST_TURN = 3.5;
const LAST_TURN = 9;

/** Pods with mutable objects, and agents that behave like a kubelet. */
const MUTABLE = { mode: "mutable", step: "i" } as const;
/** The same Pods with immutable objects, and agents that read an object before they watch it. */
const IMMUTABLE = { mode: "immutable", step: "ii" } as const;
const NONE = { mode: "none", step: "ii" } as const;

type Change = Partial<Point>;

/** All requested runs with their order. */
export function wishes(scale: Scale, servers: readonly ServerName[]): Wish[] {
  return servers.flatMap((server) => {
    const at = (form: FormName, ...changes: Change[]) =>
      changes.map((change) => ({ form, point: { ...CENTRE, ...scale.centre, server, ...change } }));
    const bothModes = (size: Size): Change[] => [MUTABLE, IMMUTABLE].map((mode) => ({ ...mode, ...size }));
    if (scale.heaviest === undefined) {
      const sizes = at("size", ...[scale.centre, scale.few, scale.wide].flatMap(bothModes));
      // The peer's runs come after Kiln's: five minutes are enough for one server.
      return repeated(sizes, SHORT_REPEATS, server === "kiln" ? 0 : SHORT_REPEATS.length);
    }
    const light = [
      ...at("rest", MUTABLE, IMMUTABLE, NONE),
      ...at("size", { ...MUTABLE, ...scale.few }, ...bothModes(scale.wide)),
      ...at("changes", { ...IMMUTABLE, step: "iii", ...scale.few }),
      ...at("step", { ...IMMUTABLE, step: "i", ...scale.few }),
    ];
    const [mutable, immutable] = at(
      "heaviest",
      ...bothModes(scale.heaviest).map((change): Change => ({ ...change, sharing: "deployment" })),
    ) as [Planned, Planned];
    return [
      ...repeated(light, REPEATS, 0),
      { ...mutable, repeat: 1, turn: HEAVIEST_TURN },
      { ...immutable, repeat: 1, turn: LAST_TURN },
    ];
  });
}

type Planned = Pick<Wish, "point" | "form">;

function repeated(points: readonly Planned[], repeats: readonly number[], firstTurn: number): Wish[] {
  return points.flatMap((planned) => repeats.map((repeat) => ({ ...planned, repeat, turn: firstTurn + repeat })));
}
