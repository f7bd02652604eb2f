import { compareKeys, hasPlainOrder } from "./key-order.ts";

/** Wide enough for three levels at 30,000 keys, narrow enough that copying a path stays under a microsecond. */
const maxFanout = 32;

interface Leaf<V> {
  readonly keys: readonly string[];
  readonly values: readonly V[];
  readonly size: number;
}

/** `keys[i]` is not above any key of `children[i]`, and above every key of the child before it. */
interface Branch<V> {
  readonly keys: readonly string[];
  readonly children: readonly TreeNode<V>[];
  readonly size: number;
}

type TreeNode<V> = Leaf<V> | Branch<V>;

/**
 * An ordered map (UTF-8 byte order) that never changes: {@link treeSet} and {@link treeDelete} give a new one that
 * shares all but one path with the old, so keeping an old tree costs nothing and needs no lock.
 */
export interface CowTree<V> {
  readonly root: TreeNode<V>;
  /** True if UTF-16 order equals UTF-8 order for every key of the tree; compares are then the engine's own. */
  readonly plain: boolean;
}

const emptyLeaf: Leaf<never> = { keys: [], values: [], size: 0 };
const emptyTree: CowTree<never> = { root: emptyLeaf, plain: true };

export function createTree<V>(): CowTree<V> {
  return emptyTree;
}

/** A tree of pairs that are in order already, made without the copies that adding them one by one would cost. */
export function treeFromSorted<V>(keys: readonly string[], values: readonly V[]): CowTree<V> {
  let level: TreeNode<V>[] = [];
  for (let i = 0; i < keys.length; i += maxFanout) {
    level.push(createLeaf(keys.slice(i, i + maxFanout), values.slice(i, i + maxFanout)));
  }
  while (level.length > 1) {
    const parents: TreeNode<V>[] = [];
    for (let i = 0; i < level.length; i += maxFanout) parents.push(createBranch(level.slice(i, i + maxFanout)));
    level = parents;
  }
  return { root: level[0] ?? emptyLeaf, plain: keys.every(hasPlainOrder) };
}

export function treeSize<V>(tree: CowTree<V>): number {
  return tree.root.size;
}

export function treeGet<V>(tree: CowTree<V>, key: string): V | undefined {
  const plain = tree.plain && hasPlainOrder(key);
  let node = tree.root;
  while ("children" in node) node = node.children[childAt(node, key, plain)]!;
  const at = lowerBound(node.keys, key, plain);
  return node.keys[at] === key ? node.values[at] : undefined;
}

/** Values of the given keys, in their order; missing keys are left out. */
export function treeGetAll<V>(tree: CowTree<V>, keys: readonly string[]): V[] {
  return keys.map((key) => treeGet(tree, key)).filter((value) => value !== undefined);
}

export function treeSet<V>(tree: CowTree<V>, key: string, value: V): CowTree<V> {
  const plain = tree.plain && hasPlainOrder(key);
  const parts = setIn(tree.root, { key, value, plain });
  return { root: parts.length === 1 ? parts[0]! : createBranch(parts), plain };
}

export function treeDelete<V>(tree: CowTree<V>, key: string): CowTree<V> {
  if (treeGet(tree, key) === undefined) return tree;
  let root = deleteIn(tree.root, key, tree.plain) ?? emptyLeaf;
  while ("children" in root && root.children.length === 1) root = root.children[0]!;
  return { root, plain: tree.plain };
}

/** Number of keys before this one. Logarithmic: every node stores its size. */
export function treeRank<V>(tree: CowTree<V>, key: string): number {
  const plain = tree.plain && hasPlainOrder(key);
  let rank = 0;
  let node = tree.root;
  while ("children" in node) {
    const at = childAt(node, key, plain);
    for (let i = 0; i < at; i++) rank += node.children[i]!.size;
    node = node.children[at]!;
  }
  return rank + lowerBound(node.keys, key, plain);
}

/**
 * Pairs in order, beginning at the first key not before `start`. One generator for all levels: a nested one would cost
 * time for each pair.
 */
export function* treeEntries<V>(tree: CowTree<V>, start = ""): Generator<readonly [string, V], void, undefined> {
  const plain = tree.plain && hasPlainOrder(start);
  const way: { readonly branch: Branch<V>; at: number }[] = [];
  const descend = (from: TreeNode<V>, choose: (branch: Branch<V>) => number): Leaf<V> => {
    let node = from;
    while ("children" in node) {
      const at = choose(node);
      way.push({ branch: node, at });
      node = node.children[at]!;
    }
    return node;
  };
  let leaf = descend(tree.root, (branch) => childAt(branch, start, plain));
  for (let i = lowerBound(leaf.keys, start, plain); ; i = 0) {
    for (; i < leaf.keys.length; i++) yield [leaf.keys[i]!, leaf.values[i]!];
    while (way.length > 0 && way.at(-1)!.at === way.at(-1)!.branch.children.length - 1) way.pop();
    const step = way.at(-1);
    if (step === undefined) return;
    step.at++;
    leaf = descend(step.branch.children[step.at]!, () => 0);
  }
}

/** A function of the values below a prefix, with its results by leaf: leaves never change. */
export interface LeafResults<V, T> {
  readonly prefix: string;
  /** An undefined result leaves the value out. */
  readonly select: (value: V) => T | undefined;
  readonly known: WeakMap<object, readonly T[]>;
}

/**
 * Calls back with the result for every value below the prefix, in the order of the keys. The function runs once for each
 * leaf: in a tree that shares most leaves with an earlier one, only for the others. Calls `pause` between a thousand
 * values; undefined if it was never called.
 */
export function treeSelect<V, T>(
  tree: CowTree<V>,
  results: LeafResults<V, T>,
  { take, pause }: { readonly take: (result: T) => void; readonly pause: () => Promise<void> },
): Promise<void> | undefined {
  const walk = { results, take, plain: tree.plain && hasPlainOrder(results.prefix) };
  return selectBelow(tree.root, walk) ? undefined : selectInTurns(tree.root, walk, pause);
}

interface SelectWalk<V, T> {
  readonly results: LeafResults<V, T>;
  readonly take: (result: T) => void;
  readonly plain: boolean;
}

/** Takes nothing and returns false if the prefix spans several branches of leaves. */
function selectBelow<V, T>(node: TreeNode<V>, walk: SelectWalk<V, T>): boolean {
  if (!("children" in node)) {
    for (const result of selectInLeaf(node, walk)) walk.take(result);
    return true;
  }
  const [first, end] = childrenOf(node, walk);
  if (end - first > 1 && "children" in node.children[first]!) return false;
  let isDone = true;
  for (let at = first; at < end; at++) isDone = selectBelow(node.children[at]!, walk) && isDone;
  return isDone;
}

async function selectInTurns<V, T>(
  node: TreeNode<V>,
  walk: SelectWalk<V, T>,
  pause: () => Promise<void>,
): Promise<void> {
  if (selectBelow(node, walk)) {
    await pause();
  } else if ("children" in node) {
    const [first, end] = childrenOf(node, walk);
    for (let at = first; at < end; at++) await selectInTurns(node.children[at]!, walk, pause);
  }
}

/** Range of the children that may have keys below the prefix. */
function childrenOf<V, T>(node: Branch<V>, { results: { prefix }, plain }: SelectWalk<V, T>): [number, number] {
  const first = childAt(node, prefix, plain);
  let end = first + 1;
  while (end < node.children.length && node.keys[end]!.startsWith(prefix)) end++;
  return [first, end];
}

function selectInLeaf<V, T>(leaf: Leaf<V>, { results, plain }: SelectWalk<V, T>): readonly T[] {
  const { prefix, select, known } = results;
  const before = known.get(leaf);
  if (before !== undefined) return before;
  const found: T[] = [];
  for (let i = lowerBound(leaf.keys, prefix, plain); i < leaf.keys.length && leaf.keys[i]!.startsWith(prefix); i++) {
    const result = select(leaf.values[i]!);
    if (result !== undefined) found.push(result);
  }
  const kept = found.length === 0 ? NONE : found;
  known.set(leaf, kept);
  return kept;
}

const NONE: readonly never[] = [];

/** The index of the first key that is not before the given one. */
function lowerBound(keys: readonly string[], key: string, plain: boolean): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const isBefore = plain ? keys[middle]! < key : compareKeys(keys[middle]!, key) < 0;
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return low;
}

function childAt<V>(branch: Branch<V>, key: string, plain: boolean): number {
  const at = lowerBound(branch.keys, key, plain);
  return branch.keys[at] === key ? at : Math.max(0, at - 1);
}

interface Assignment<V> {
  readonly key: string;
  readonly value: V;
  readonly plain: boolean;
}

/** Copy of the node with the pair set; two nodes if it became too wide. */
function setIn<V>(node: TreeNode<V>, pair: Assignment<V>): TreeNode<V>[] {
  if (!("children" in node)) return setInLeaf(node, pair);
  const at = childAt(node, pair.key, pair.plain);
  const parts = setIn(node.children[at]!, pair);
  const children = node.children.toSpliced(at, 1, ...parts);
  if (children.length <= maxFanout) return [createBranch(children)];
  const half = children.length >> 1;
  return [createBranch(children.slice(0, half)), createBranch(children.slice(half))];
}

function setInLeaf<V>(leaf: Leaf<V>, { key, value, plain }: Assignment<V>): TreeNode<V>[] {
  const at = lowerBound(leaf.keys, key, plain);
  if (leaf.keys[at] === key) return [{ keys: leaf.keys, values: leaf.values.with(at, value), size: leaf.size }];
  const keys = leaf.keys.toSpliced(at, 0, key);
  const values = leaf.values.toSpliced(at, 0, value);
  if (keys.length <= maxFanout) return [{ keys, values, size: keys.length }];
  // Appending in order, as a load does, leaves full leaves behind instead of half empty ones.
  const cut = at === leaf.keys.length ? maxFanout : keys.length >> 1;
  return [createLeaf(keys.slice(0, cut), values.slice(0, cut)), createLeaf(keys.slice(cut), values.slice(cut))];
}

/**
 * Copy of the node without the key; undefined if it was the last one. Thin nodes are not merged: reads are no slower.
 */
function deleteIn<V>(node: TreeNode<V>, key: string, plain: boolean): TreeNode<V> | undefined {
  if (!("children" in node)) {
    if (node.size === 1) return undefined;
    const at = lowerBound(node.keys, key, plain);
    return createLeaf(node.keys.toSpliced(at, 1), node.values.toSpliced(at, 1));
  }
  const at = childAt(node, key, plain);
  const child = deleteIn(node.children[at]!, key, plain);
  if (child !== undefined) return createBranch(node.children.with(at, child));
  return node.children.length === 1 ? undefined : createBranch(node.children.toSpliced(at, 1));
}

function createLeaf<V>(keys: readonly string[], values: readonly V[]): Leaf<V> {
  return { keys, values, size: keys.length };
}

function createBranch<V>(children: readonly TreeNode<V>[]): Branch<V> {
  let size = 0;
  const keys: string[] = [];
  for (const child of children) {
    keys.push(child.keys[0]!);
    size += child.size;
  }
  return { keys, children, size };
}
