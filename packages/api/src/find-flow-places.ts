import { isMap, isScalar, isSeq, type ParsedNode } from "yaml";

/** Offsets of the keys and items that a path leads through, as far as it leads. */
export function findFlowPlaces(root: ParsedNode, path: readonly (string | number)[]): number[] {
  const offsets: number[] = [];
  let node: ParsedNode | null = root;
  for (const step of path) {
    const next = stepInto(node, step);
    if (next === undefined) {
      break;
    }
    offsets.push(next.offset);
    node = next.value;
  }
  return offsets;
}

interface Step {
  readonly offset: number;
  readonly value: ParsedNode | null;
}

function stepInto(node: ParsedNode | null, step: string | number): Step | undefined {
  if (isSeq(node)) {
    const item = typeof step === "number" ? (node.items[step] as ParsedNode | undefined) : undefined;
    return item === undefined ? undefined : { offset: item.range[0], value: item };
  }
  if (!isMap(node)) {
    return undefined;
  }
  for (const { key, value } of node.items) {
    if (isScalar(key) && String(key.value) === String(step)) {
      return { offset: (key as ParsedNode).range[0], value: value as ParsedNode | null };
    }
  }
  return undefined;
}
