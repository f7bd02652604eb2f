import { type FieldPath, type PathElement, sortElements } from "./path-element.ts";

/**
 * A set of fields, in the form of the fieldsV1 tree. A node without keys is a member; a node with keys is a member if
 * `.` is one of them. The object as a whole has no owner, so the root has no `.`, and without keys it is the empty set.
 * Sets are immutable and share common parts.
 */
export interface FieldSet {
  readonly [element: PathElement]: FieldSet;
}

/** A set, or a node of a set, that is being built. */
export interface FieldSetDraft {
  [element: PathElement]: FieldSet;
}

export const emptySet: FieldSet = Object.freeze({});

/** Node of a member without children. */
export const member: FieldSet = Object.freeze({});

/** Key that marks a node with children as a member. */
const SELF = ".";

export function isEmpty(set: FieldSet): boolean {
  for (const _ in set) {
    return false;
  }
  return true;
}

/** Whether a node other than the root is a member. */
export function isMember(node: FieldSet): boolean {
  return Object.hasOwn(node, SELF) || isEmpty(node);
}

export function childOf(node: FieldSet, element: PathElement): FieldSet | undefined {
  return Object.hasOwn(node, element) ? node[element] : undefined;
}

/** Node as a member; undefined becomes a member without children. */
export function withSelf(node: FieldSet | undefined): FieldSet {
  if (node === undefined || isMember(node)) {
    return node ?? member;
  }
  return { [SELF]: member, ...node };
}

/** Whether the field itself is a member; its parent being a member is not enough. */
export function has(set: FieldSet, path: FieldPath): boolean {
  let node: FieldSet | undefined = set;
  for (const element of path) {
    node = node === undefined ? undefined : childOf(node, element);
  }
  return path.length > 0 && node !== undefined && isMember(node);
}

/** Set of the fields at these paths. */
export function setOf(...paths: readonly FieldPath[]): FieldSet {
  return paths.map(chainTo).reduce(union, emptySet);
}

function chainTo(path: FieldPath): FieldSet {
  let node = member;
  for (let i = path.length - 1; i >= 0; i--) {
    node = { [path[i] as PathElement]: node };
  }
  return node;
}

export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmpty(a) || a === b) {
    return b;
  }
  return isEmpty(b) ? a : uniteChildren(a, b, {});
}

/** Union of two nodes below the root. */
export function unionNodes(a: FieldSet, b: FieldSet): FieldSet {
  const aIsLeaf = isEmpty(a);
  if (a === b || (aIsLeaf && isEmpty(b))) {
    return a;
  }
  if (aIsLeaf || isEmpty(b)) {
    return withSelf(aIsLeaf ? b : a);
  }
  const isOwn = Object.hasOwn(a, SELF) || Object.hasOwn(b, SELF);
  return uniteChildren(a, b, isOwn ? { [SELF]: member } : {});
}

/** Adds the union of the children to `out`, and returns it. */
function uniteChildren(a: FieldSet, b: FieldSet, out: FieldSetDraft): FieldSet {
  for (const element in a) {
    if (element !== SELF) {
      const other = childOf(b, element);
      const own = a[element] as FieldSet;
      out[element] = other === undefined ? own : unionNodes(own, other);
    }
  }
  for (const element in b) {
    if (element !== SELF && !Object.hasOwn(a, element)) {
      out[element] = b[element] as FieldSet;
    }
  }
  return out;
}

/** Union of any number of sets, in linear time. */
export function unionAll(sets: readonly FieldSet[]): FieldSet {
  if (sets.length <= 1) {
    return sets[0] ?? emptySet;
  }
  const own = new Set<FieldSet>();
  const root: FieldSetDraft = {};
  for (const set of sets) {
    addAll(root, set, own);
  }
  return root;
}

/** Adds `set` to `draft`. Only nodes in `own` are changed; others may be shared, and are copied first. */
function addAll(draft: FieldSetDraft, set: FieldSet, own: Set<FieldSet>): void {
  for (const element in set) {
    const added = set[element] as FieldSet;
    const there = childOf(draft, element);
    if (there === undefined) {
      draft[element] = added;
    } else if (element !== SELF && there !== added) {
      const node: FieldSetDraft = own.has(there) ? there : { ...there };
      own.add(node);
      draft[element] = node;
      const isOwn = isMember(there) || isMember(added);
      addAll(node, added, own);
      if (isOwn && !isEmpty(node)) {
        node[SELF] = member;
      }
    }
  }
}

/** Intersection, in time proportional to `b`. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  const out: FieldSetDraft = {};
  for (const element in b) {
    const own = element === SELF ? undefined : childOf(a, element);
    const shared = own === undefined ? undefined : intersectNodes(own, b[element] as FieldSet);
    if (shared !== undefined) {
      out[element] = shared;
    }
  }
  return out;
}

function intersectNodes(a: FieldSet, b: FieldSet): FieldSet | undefined {
  if (a === b) {
    return a;
  }
  const isShared = isMember(a) && isMember(b);
  const children = isEmpty(a) || isEmpty(b) ? emptySet : intersection(a, b);
  if (isEmpty(children)) {
    return isShared ? member : undefined;
  }
  return isShared ? withSelf(children) : children;
}

function dropSelf(node: FieldSet): FieldSet {
  return Object.hasOwn(node, SELF) ? withChanges(node, new Map([[SELF, undefined]])) : node;
}

/**
 * Copy of a node with some children replaced or removed. Keys are never deleted from it, since that slows down every
 * later access.
 */
function withChanges(node: FieldSet, changes: ReadonlyMap<PathElement, FieldSet | undefined>): FieldSet {
  const out: FieldSetDraft = {};
  for (const element in node) {
    const child = changes.has(element) ? changes.get(element) : node[element];
    if (child !== undefined) {
      out[element] = child;
    }
  }
  return out;
}

/**
 * Removes the members of `b` from `a`, but not the children of these members. Returns `a` itself if nothing is removed;
 * takes time proportional to `b`.
 */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  return subtract(a, b, subtractNodes);
}

/** Removes the members of `b` from `a`, with everything below them. */
export function recursiveDifference(a: FieldSet, b: FieldSet): FieldSet {
  return subtract(a, b, subtractTrees);
}

type SubtractNode = (a: FieldSet, b: FieldSet) => FieldSet | undefined;

function subtract(a: FieldSet, b: FieldSet, subtractNode: SubtractNode): FieldSet {
  let changes: Map<PathElement, FieldSet | undefined> | undefined;
  for (const element in b) {
    const own = element === SELF ? undefined : childOf(a, element);
    const left = own === undefined ? undefined : subtractNode(own, b[element] as FieldSet);
    if (left !== own) {
      changes ??= new Map();
      changes.set(element, left);
    }
  }
  return changes === undefined ? a : withChanges(a, changes);
}

function subtractNodes(a: FieldSet, b: FieldSet): FieldSet | undefined {
  const goes = isMember(a) && isMember(b);
  if (isEmpty(a)) {
    return goes ? undefined : a;
  }
  const children = subtract(goes ? dropSelf(a) : a, b, subtractNodes);
  return settle(children);
}

function subtractTrees(a: FieldSet, b: FieldSet): FieldSet | undefined {
  if (isMember(b)) {
    return undefined;
  }
  return isEmpty(a) ? a : settle(subtract(a, b, subtractTrees));
}

/** Node after the removal of children; undefined if it is empty. */
function settle(node: FieldSet): FieldSet | undefined {
  let isOwn = false;
  for (const element in node) {
    if (element !== SELF) {
      return node;
    }
    isOwn = true;
  }
  return isOwn ? member : undefined;
}

/** Whether all members of `a` are members of `b`. */
export function isSubset(a: FieldSet, b: FieldSet): boolean {
  for (const element in a) {
    const other = element === SELF ? member : childOf(b, element);
    if (other === undefined || (element !== SELF && !isSubNode(a[element] as FieldSet, other))) {
      return false;
    }
  }
  return true;
}

function isSubNode(a: FieldSet, b: FieldSet): boolean {
  return a === b || ((!isMember(a) || isMember(b)) && isSubset(a, b));
}

export function equalSets(a: FieldSet, b: FieldSet): boolean {
  return a === b || (isSubset(a, b) && isSubset(b, a));
}

/** Members without a member below them. */
export function leaves(set: FieldSet): FieldSet {
  const out: FieldSetDraft = {};
  for (const element in set) {
    if (element !== SELF) {
      const node = set[element] as FieldSet;
      out[element] = isEmpty(node) ? member : leaves(node);
    }
  }
  return out;
}

/** All members in Kubernetes' order: members of a level before those below. */
export function listPaths(set: FieldSet): FieldPath[] {
  const paths: FieldPath[] = [];
  addPaths(set, [], paths);
  return paths;
}

/** Appends the paths of all members below the node to `paths`. */
function addPaths(node: FieldSet, prefix: FieldPath, paths: FieldPath[]): void {
  const elements = sortElements(Object.keys(node).filter((element) => element !== SELF));
  for (const element of elements) {
    if (isMember(node[element] as FieldSet)) {
      paths.push([...prefix, element]);
    }
  }
  for (const element of elements) {
    addPaths(node[element] as FieldSet, [...prefix, element], paths);
  }
}
