import type { JsonObject, JsonValue } from "@kiln/api";
import { collect, type Finding, field, type PruneNode, type PruneWalk } from "./prune-report.ts";

/**
 * Kinds of schemas that are checked by the value's type alone, without a call: most values of an object are such
 * leaves. `scalar` is any value except objects and lists; `composite` cannot be decided by type.
 */
export const Leaf = {
  composite: 0,
  any: 1,
  scalar: 2,
  string: 3,
  boolean: 4,
  integer: 5,
  number: 6,
  integerOrString: 7,
} as const;
export type Leaf = (typeof Leaf)[keyof typeof Leaf];

/** Compiled pruning of the values at one position of a schema. */
export interface Node {
  readonly leaf: Leaf;
  /** Called for values that do not fit the leaf, except for null. */
  readonly run: PruneNode;
}

export const leaveAlone: PruneNode = () => undefined;

/** Node that neither changes nor reports anything. */
export const anything: Node = { leaf: Leaf.any, run: leaveAlone };

export function composite(run: PruneNode): Node {
  return { leaf: Leaf.composite, run };
}

/** Whether a value fits the leaf; null never does. The most frequent types come first. */
function fits(leaf: Leaf, value: JsonValue | undefined): boolean {
  if (typeof value === "string") {
    return leaf === Leaf.string || leaf === Leaf.any || leaf === Leaf.scalar || leaf === Leaf.integerOrString;
  }
  switch (leaf) {
    case Leaf.integer:
    case Leaf.integerOrString:
      return Number.isInteger(value) || typeof value === "bigint";
    case Leaf.boolean:
      return typeof value === "boolean";
    case Leaf.any:
      return value !== null;
    case Leaf.scalar:
      return typeof value !== "object";
    case Leaf.number:
      return typeof value === "number" || typeof value === "bigint";
    default:
      return false;
  }
}

/** Treatment of unnamed keys: removed, kept, or kept with their values pruned. */
export type Rest = "keep" | Removal | Node;

/** Kind of the finding for a removed key. */
export type Removal = "removed" | "removed-metadata";

interface Field extends Node {
  readonly name: string;
}

/**
 * Prunes objects; `rest` is the treatment of keys outside `nodes`. Other values are passed to `otherwise`. Objects of
 * one resource mostly have the same keys in the same order, so each position caches its last field, which saves most
 * lookups.
 */
export function pruneStruct(nodes: ReadonlyMap<string, Node>, rest: Rest, otherwise: PruneNode): PruneNode {
  const fields = new Map([...nodes].map(([name, { leaf, run }]): [string, Field] => [name, { name, leaf, run }]));
  const recent: Field[] = [];
  return (value, walk) => {
    if (typeof value !== "object" || Array.isArray(value)) {
      return otherwise(value, walk);
    }
    const object = value as JsonObject;
    let findings: Finding[] | undefined;
    let place = 0;
    for (const key in object) {
      let known = place < recent.length ? recent[place] : undefined;
      if (known === undefined || known.name !== key) {
        known = fields.get(key);
        if (known === undefined) {
          findings = pruneUnnamed(object, key, { rest, walk, findings });
          continue;
        }
        recent[place] = known;
      }
      place++;
      const child = object[key] as JsonValue;
      if (!fits(known.leaf, child)) {
        const found = pruneValue(known, child, walk);
        if (found !== undefined) {
          findings = collect(findings, found, field(key));
        }
      }
    }
    return findings;
  };
}

/** Prunes one value; records in `walk` that a null was seen. */
function pruneValue(node: Node, value: JsonValue, walk: PruneWalk): Finding[] | undefined {
  if (value === null) {
    walk.sawNull = true;
    return undefined;
  }
  return node.run(value, walk);
}

interface Unnamed {
  readonly rest: Rest;
  readonly walk: PruneWalk;
  readonly findings: Finding[] | undefined;
}

/** Prunes one key that no field names. Returns all findings. */
function pruneUnnamed(object: JsonObject, key: string, { rest, walk, findings }: Unnamed): Finding[] | undefined {
  if (typeof rest === "object") {
    const found = pruneValue(rest, object[key] as JsonValue, walk);
    return found === undefined ? findings : collect(findings, found, { kind: "key", key });
  }
  if (rest === "keep") {
    return findings;
  }
  delete object[key];
  return walk.tracksRemoved ? collect(findings, [{ kind: rest, segments: [] }], field(key)) : findings;
}

/** Prunes the values of a map and keeps all keys. */
export function pruneMap(values: Node, otherwise: PruneNode): PruneNode {
  return (value, walk) => {
    if (typeof value !== "object" || Array.isArray(value)) {
      return otherwise(value, walk);
    }
    const object = value as JsonObject;
    let findings: Finding[] | undefined;
    for (const key in object) {
      const child = object[key] as JsonValue;
      if (!fits(values.leaf, child)) {
        const found = pruneValue(values, child, walk);
        if (found !== undefined) {
          findings = collect(findings, found, { kind: "key", key });
        }
      }
    }
    return findings;
  };
}

/** Prunes list items. Items are never removed, and null items do not affect defaulting. */
export function pruneItems(items: Node, otherwise: PruneNode): PruneNode {
  return (value, walk) => {
    if (!Array.isArray(value)) {
      return otherwise(value, walk);
    }
    let findings: Finding[] | undefined;
    for (let index = 0; index < value.length; index++) {
      const item = value[index] as JsonValue;
      if (!fits(items.leaf, item) && item !== null) {
        const found = items.run(item, walk);
        if (found !== undefined) {
          findings = collect(findings, found, { kind: "index", index });
        }
      }
    }
    return findings;
  };
}
