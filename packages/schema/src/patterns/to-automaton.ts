import type { PatternBranch, PatternNode } from "./parse-simple-pattern.ts";

/**
 * A pattern as places: each place matches one character and lists the places that may match the next one. A text
 * matches if it leads along such steps from a first place to a last place.
 */
export interface Automaton {
  readonly places: readonly Place[];
  /** Places that may match the first character of the text. */
  readonly first: readonly number[];
  /** Places that may match any character after the first, because a branch may begin anywhere. */
  readonly restart: readonly number[];
  /** True if the empty text matches. */
  readonly matchesEmpty: boolean;
  /** True if every text matches. */
  readonly matchesAll: boolean;
}

export interface Place {
  readonly chars: Uint8Array;
  readonly next: readonly number[];
  /** True if the text may end after this place. */
  readonly isLast: boolean;
  /** True if any text that leads to this place matches, whatever follows. */
  readonly isFinal: boolean;
}

/** Maximum number of places; the RE2 engine runs larger patterns. */
const MAX_PLACES = 400;

export function toAutomaton(branches: readonly PatternBranch[]): Automaton | undefined {
  const draft: Draft = { chars: [], next: [] };
  const built = branches.map((branch) => ({ branch, span: addNode(draft, branch.node) }));
  if (built.some(({ span }) => span === undefined) || draft.chars.length > MAX_PLACES) {
    return undefined;
  }
  const lasts = new Set<number>();
  const finals = new Set<number>();
  for (const { branch, span } of built as { branch: PatternBranch; span: Span }[]) {
    for (const place of span.last) {
      (branch.isAnchoredEnd ? lasts : finals).add(place);
    }
  }
  const spans = built as { branch: PatternBranch; span: Span }[];
  return {
    places: draft.chars.map((chars, i) => ({
      chars,
      next: [...(draft.next[i] ?? [])],
      isLast: lasts.has(i) || finals.has(i),
      isFinal: finals.has(i),
    })),
    first: spans.flatMap(({ span }) => span.first),
    restart: spans.flatMap(({ branch, span }) => (branch.isAnchoredStart ? [] : span.first)),
    matchesEmpty: spans.some(({ span }) => span.isNullable),
    // An empty branch matches every text, unless it is anchored at both ends.
    matchesAll: spans.some(({ branch, span }) => span.isNullable && !(branch.isAnchoredStart && branch.isAnchoredEnd)),
  };
}

interface Draft {
  readonly chars: Uint8Array[];
  readonly next: Set<number>[];
}

/** First and last places of a part of the pattern, and whether it matches the empty text. */
interface Span {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isNullable: boolean;
}

const EMPTY: Span = { first: [], last: [], isNullable: true };

/** Adds the places of a node to the draft. Undefined if the draft is too large. */
function addNode(draft: Draft, node: PatternNode): Span | undefined {
  switch (node.kind) {
    case "chars":
      return addPlace(draft, node.chars);
    case "sequence":
      return addSequence(draft, node.parts);
    case "choice":
      return addChoice(draft, node.parts);
    case "repeat":
      return addRepeat(draft, node);
  }
}

function addPlace(draft: Draft, chars: Uint8Array): Span | undefined {
  if (draft.chars.length >= MAX_PLACES) {
    return undefined;
  }
  const place = draft.chars.push(chars) - 1;
  draft.next.push(new Set());
  return { first: [place], last: [place], isNullable: false };
}

function addSequence(draft: Draft, parts: readonly PatternNode[]): Span | undefined {
  let whole: Span | undefined = EMPTY;
  for (const part of parts) {
    const span = addNode(draft, part);
    whole = whole === undefined || span === undefined ? undefined : join(draft, whole, span);
  }
  return whole;
}

function addChoice(draft: Draft, parts: readonly PatternNode[]): Span | undefined {
  const spans = parts.map((part) => addNode(draft, part));
  if (spans.includes(undefined)) {
    return undefined;
  }
  const known = spans as Span[];
  return {
    first: known.flatMap((span) => span.first),
    last: known.flatMap((span) => span.last),
    isNullable: known.some((span) => span.isNullable),
  };
}

/** Expands a repetition: `a{2,4}` is a a (a (a)?)?, `a{2,}` is a a a*. */
function addRepeat(draft: Draft, node: Extract<PatternNode, { kind: "repeat" }>): Span | undefined {
  const { part, min, max } = node;
  const required = addSequence(draft, new Array<PatternNode>(min).fill(part));
  if (required === undefined) {
    return undefined;
  }
  if (max === Number.POSITIVE_INFINITY) {
    const loop = addNode(draft, part);
    if (loop === undefined) {
      return undefined;
    }
    link(draft, loop.last, loop.first);
    return join(draft, required, { ...loop, isNullable: true });
  }
  const optional = addOptional(draft, part, max - min);
  return optional === undefined ? undefined : join(draft, required, optional);
}

function addOptional(draft: Draft, part: PatternNode, times: number): Span | undefined {
  if (times === 0) {
    return EMPTY;
  }
  const head = addNode(draft, part);
  const tail = addOptional(draft, part, times - 1);
  return head === undefined || tail === undefined ? undefined : { ...join(draft, head, tail), isNullable: true };
}

function join(draft: Draft, a: Span, b: Span): Span {
  link(draft, a.last, b.first);
  return {
    first: a.isNullable ? [...a.first, ...b.first] : a.first,
    last: b.isNullable ? [...a.last, ...b.last] : b.last,
    isNullable: a.isNullable && b.isNullable,
  };
}

function link(draft: Draft, from: readonly number[], to: readonly number[]): void {
  for (const place of from) {
    for (const next of to) {
      draft.next[place]?.add(next);
    }
  }
}
