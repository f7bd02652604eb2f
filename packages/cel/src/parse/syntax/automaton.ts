import type { TokenKind } from "../token.ts";
import { type Decision, type Element, grammar, type OperatorLevel, type RuleName } from "./grammar.ts";

/** A position in the grammar, as a state of ANTLR's automaton. */
export interface State {
  /** Kind of the state, on which error recovery depends. */
  readonly type: "basic" | "block" | "loop-entry" | "loop-back";
  readonly edges: Edge[];
}

export type Edge =
  | { readonly kinds: readonly TokenKind[]; readonly to: State | undefined }
  | { readonly rule: RuleName; readonly to: State | undefined }
  | { readonly to: State | undefined };

/**
 * An element of the grammar with its positions, each with its possible followers. A position without an element is the
 * rule's end.
 */
export type Part =
  | {
      readonly type: "token";
      readonly state: State;
      readonly kinds: readonly TokenKind[];
      readonly next: State | undefined;
    }
  | {
      readonly type: "rule";
      readonly state: State;
      readonly name: RuleName;
      readonly precedence: number;
      readonly next: State | undefined;
    }
  | { readonly type: "sequence"; readonly state: State; readonly parts: readonly Part[] }
  | { readonly type: "optional"; readonly state: State; readonly body: Part }
  | {
      readonly type: "star" | "plus";
      readonly state: State;
      readonly back: State;
      readonly body: Part;
      readonly decision: Decision | undefined;
    }
  | {
      readonly type: "choice";
      readonly state: State;
      readonly alternatives: readonly Part[];
      readonly decision: Decision | undefined;
    }
  | { readonly type: "operators"; readonly state: State; readonly back: State; readonly levels: readonly PartLevel[] };

export interface PartLevel {
  readonly precedence: number;
  readonly operator: Part;
  readonly right: Part;
}

export interface Automaton {
  readonly rules: ReadonlyMap<RuleName, Part>;
  /** Cache of the tokens that may follow each position. */
  readonly known: Map<State | undefined, NextTokens>;
}

/** Creates the automaton. Needed only for a text that does not parse. */
export function createAutomaton(): Automaton {
  const names = Object.keys(grammar) as RuleName[];
  return { rules: new Map(names.map((name) => [name, compile(grammar[name], undefined)])), known: new Map() };
}

function createState(type: State["type"], ...edges: Edge[]): State {
  return { type, edges };
}

function compile(element: Element, next: State | undefined): Part {
  switch (element.type) {
    case "token":
      return { ...element, state: createState("basic", { kinds: element.kinds, to: next }), next };
    case "rule":
      return { ...element, state: createState("basic", { rule: element.name, to: next }), next };
    case "sequence":
      return compileSequence(element.elements, next);
    case "optional": {
      const body = compile(element.body, next);
      return { type: "optional", state: createState("block", { to: body.state }, { to: next }), body };
    }
    case "choice": {
      const alternatives = element.alternatives.map((alternative) => compile(alternative, next));
      const state = createState("block", ...alternatives.map((alternative) => ({ to: alternative.state })));
      return { type: "choice", state, alternatives, decision: element.decision };
    }
    case "star":
    case "plus":
      return compileLoop(element, next);
    case "operators":
      return compileOperators(element.levels, next);
  }
}

function compileSequence(elements: readonly Element[], next: State | undefined): Part {
  const parts: Part[] = [];
  let follow = next;
  for (const element of elements.toReversed()) {
    const part = compile(element, follow);
    parts.unshift(part);
    follow = part.state;
  }
  return { type: "sequence", state: follow ?? createState("basic"), parts };
}

function compileLoop(element: Extract<Element, { type: "star" | "plus" }>, next: State | undefined): Part {
  const back = createState("loop-back");
  const body = compile(element.body, back);
  const isStar = element.type === "star";
  const state = isStar
    ? createState("loop-entry", { to: body.state }, { to: next })
    : createState("block", { to: body.state });
  back.edges.push({ to: state }, ...(isStar ? [] : [{ to: next }]));
  return { type: element.type, state, back, body, decision: element.decision };
}

function compileOperators(levels: readonly OperatorLevel[], next: State | undefined): Part {
  const back = createState("loop-back");
  const compiled = levels.map(({ precedence, kinds, right }) => {
    const rightPart = compile(right, back);
    return { precedence, operator: compile({ type: "token", kinds }, rightPart.state), right: rightPart };
  });
  const state = createState("loop-entry", ...compiled.map(({ operator }) => ({ to: operator.state })), { to: next });
  back.edges.push({ to: state });
  return { type: "operators", state, back, levels: compiled };
}

/** The tokens that may come next, and whether the rule may end instead. */
export interface NextTokens {
  readonly kinds: ReadonlySet<TokenKind>;
  readonly mayEnd: boolean;
}

/**
 * Tokens that may come next at a position.
 * @param state - undefined for the end of a rule
 */
export function nextTokens(automaton: Automaton, state: State | undefined): NextTokens {
  const known = automaton.known.get(state) ?? findNextTokens(automaton, state);
  automaton.known.set(state, known);
  return known;
}

function findNextTokens(automaton: Automaton, state: State | undefined): NextTokens {
  const kinds = new Set<TokenKind>();
  const seen = new Set<State>();
  let mayEnd = false;
  const visit = (place: State | undefined): void => {
    if (place === undefined) {
      mayEnd = true;
      return;
    }
    if (seen.has(place)) {
      return;
    }
    seen.add(place);
    for (const edge of place.edges) {
      if ("kinds" in edge) {
        addAll(kinds, edge.kinds);
      } else if ("rule" in edge) {
        // No rule is ever empty, so its followers do not matter.
        visit(automaton.rules.get(edge.rule)?.state);
      } else {
        visit(edge.to);
      }
    }
  };
  visit(state);
  return { kinds, mayEnd };
}

/** Adds `added` to `kinds`. */
export function addAll(kinds: Set<TokenKind>, added: Iterable<TokenKind>): void {
  for (const kind of added) {
    kinds.add(kind);
  }
}
