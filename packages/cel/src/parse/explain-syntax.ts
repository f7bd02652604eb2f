import { once } from "@kiln/api";
import type { Issue } from "./issues.ts";
import type { LexedText } from "./lexer.ts";
import { reservedWords } from "./operators.ts";
import { createAutomaton, nextTokens, type Part, type State } from "./syntax/automaton.ts";
import { predict } from "./syntax/predict.ts";
import {
  consume,
  deepen,
  type Fault,
  maxReports,
  type Recovery,
  type RuleContext,
  recover,
  recoverInline,
  reportFault,
  reportMatch,
  sync,
  TooManyFaults,
  tokenAt,
  tooDeep,
  tooMany,
} from "./syntax/recovery.ts";

/**
 * Cached: it depends on the grammar alone, and building it takes as long as hundreds of expressions. A CRD may have
 * thousands that do not parse.
 */
const cachedAutomaton = once(createAutomaton);

/**
 * Syntax errors of a text that does not parse, with the messages of ANTLR, whose parser cel-go uses: follows that
 * parser and its error recovery, so that the same errors are reported at the same positions.
 */
export function explainSyntax(text: string, lexed: LexedText): readonly Issue[] {
  const surplus = lexed.issues[maxReports];
  if (surplus !== undefined) {
    return [...lexed.issues.slice(0, maxReports), tooMany(surplus.offset)];
  }
  const recovery: Recovery = {
    text,
    tokens: lexed.tokens,
    automaton: cachedAutomaton(),
    issues: [],
    at: 0,
    isRecovering: false,
    lastErrorAt: -1,
    lastErrorStates: new Set(),
    attempts: 0,
    reports: lexed.issues.length,
    depths: new Map(),
  };
  try {
    runRule(recovery, recovery.automaton.rules.get("start")!, {
      name: "start",
      precedence: 0,
      follow: undefined,
      parent: undefined,
    });
  } catch (fault) {
    // The engine's stack may overflow before the limit is reached: the text is too deep in both cases.
    if (fault instanceof RangeError) {
      recovery.issues.push(tooDeep());
    } else if (!(fault instanceof TooManyFaults)) {
      throw fault;
    }
  }
  return [...lexed.issues, ...recovery.issues];
}

/** Runs a rule of the grammar. Always returns: errors in it are reported and skipped. */
function runRule(recovery: Recovery, body: Part, context: RuleContext): void {
  const position: Position = { state: body.state };
  deepen(recovery, context.name);
  const fault = run(recovery, body, { context, position });
  deepen(recovery, context.name, -1);
  if (fault !== undefined) {
    reportFault(recovery, fault, context);
    recover(recovery, position.state, context);
  }
}

/** Position in the rule, which recovery continues from. */
interface Position {
  state: State;
}

interface Scope {
  readonly context: RuleContext;
  readonly position: Position;
}

function run(recovery: Recovery, part: Part, scope: Scope): Fault | undefined {
  const { context, position } = scope;
  switch (part.type) {
    case "token":
      position.state = part.state;
      return match(recovery, part, context);
    case "rule":
      position.state = part.state;
      runRule(recovery, recovery.automaton.rules.get(part.name)!, {
        name: part.name,
        precedence: part.precedence,
        follow: part.next,
        parent: context,
      });
      return undefined;
    case "sequence":
      return runSequence(recovery, part.parts, scope);
    case "optional":
      position.state = part.state;
      return (
        sync(recovery, part.state, context) ??
        (canStart(recovery, part.body) ? run(recovery, part.body, scope) : undefined)
      );
    case "choice":
      return runChoice(recovery, part, scope);
    case "star":
    case "plus":
      return runLoop(recovery, part, scope);
    case "operators":
      return runOperators(recovery, part, scope);
  }
}

function match(recovery: Recovery, part: Extract<Part, { type: "token" }>, context: RuleContext): Fault | undefined {
  if (part.kinds.includes(tokenAt(recovery).kind)) {
    reportMatch(recovery);
    consume(recovery);
    return undefined;
  }
  return recoverInline(recovery, part, context);
}

function runSequence(recovery: Recovery, parts: readonly Part[], scope: Scope): Fault | undefined {
  for (const part of parts) {
    const fault = run(recovery, part, scope);
    if (fault !== undefined) {
      return fault;
    }
  }
  return undefined;
}

function canStart(recovery: Recovery, part: Part): boolean {
  return nextTokens(recovery.automaton, part.state).kinds.has(tokenAt(recovery).kind);
}

function runChoice(recovery: Recovery, part: Extract<Part, { type: "choice" }>, scope: Scope): Fault | undefined {
  scope.position.state = part.state;
  const fault = sync(recovery, part.state, scope.context);
  if (fault !== undefined) {
    return fault;
  }
  const byToken = part.alternatives.findIndex((alternative) => canStart(recovery, alternative));
  const chosen = part.decision === undefined ? byToken : predict(recovery, part.decision);
  if (typeof chosen !== "number" || chosen === -1) {
    return typeof chosen === "number"
      ? { kind: "no-alternative", start: tokenAt(recovery), offending: tokenAt(recovery) }
      : chosen;
  }
  if (part.decision === "primary" && chosen < 2) {
    reportReserved(recovery);
  }
  return run(recovery, part.alternatives[chosen]!, scope);
}

/** A reserved word is reported even if the text around it is invalid. */
function reportReserved(recovery: Recovery): void {
  const first = tokenAt(recovery);
  const { start, end } = first.kind === "." ? tokenAt(recovery, 1) : first;
  const word = recovery.text.slice(start, end);
  if (reservedWords.has(word)) {
    recovery.issues.push({ offset: first.start, message: `reserved identifier: ${word}` });
  }
}

function runLoop(recovery: Recovery, part: Extract<Part, { type: "star" | "plus" }>, scope: Scope): Fault | undefined {
  scope.position.state = part.state;
  const fault = sync(recovery, part.state, scope.context);
  if (fault !== undefined) {
    return fault;
  }
  let goesOn = part.type === "plus" ? 0 : goOn(recovery, part);
  while (goesOn === 0) {
    const bodyFault = run(recovery, part.body, scope);
    if (bodyFault !== undefined) {
      return bodyFault;
    }
    scope.position.state = part.back;
    const backFault = sync(recovery, part.back, scope.context);
    if (backFault !== undefined) {
      return backFault;
    }
    goesOn = goOn(recovery, part);
  }
  return typeof goesOn === "number" ? undefined : goesOn;
}

function goOn(recovery: Recovery, part: Extract<Part, { type: "star" | "plus" }>): number | Fault {
  if (part.decision === undefined) {
    return canStart(recovery, part.body) ? 0 : 1;
  }
  return predict(recovery, part.decision);
}

function runOperators(recovery: Recovery, part: Extract<Part, { type: "operators" }>, scope: Scope): Fault | undefined {
  const { context, position } = scope;
  position.state = part.state;
  let fault = sync(recovery, part.state, context);
  while (fault === undefined) {
    const { kind } = tokenAt(recovery);
    const level = part.levels.find(
      ({ precedence, operator }) =>
        precedence >= context.precedence && operator.type === "token" && operator.kinds.includes(kind),
    );
    if (level === undefined) {
      return undefined;
    }
    run(recovery, level.operator, scope);
    run(recovery, level.right, scope);
    position.state = part.back;
    fault = sync(recovery, part.back, context);
  }
  return fault;
}
