import type { TokenKind } from "../token.ts";
import { type Automaton, nextTokens } from "./automaton.ts";
import type { Decision, RuleName } from "./grammar.ts";
import { type Fault, type Recovery, tokenAt } from "./recovery.ts";

/** Alternative to take, counted from 0, or the error. For a loop, 0 is another iteration and 1 the end. */
export type Prediction = number | Fault;

/** Chooses an alternative, with as much lookahead as ANTLR's prediction. */
export function predict(recovery: Recovery, decision: Decision): Prediction {
  switch (decision) {
    case "unary":
      return predictUnary(recovery);
    case "negate":
      return predictNegate(recovery);
    case "selector":
      return predictSelector(recovery);
    case "primary":
      return predictPrimary(recovery);
    case "element":
      return predictElement(recovery, "optExpr");
    case "field":
      return predictElement(recovery, "optField");
    case "literal":
      return predictLiteral(recovery);
  }
}

/**
 * Error of a choice without a matching alternative.
 * @param ahead - number of tokens after which no alternative matches
 */
function noAlternative(recovery: Recovery, ahead: number): Fault {
  return { kind: "no-alternative", start: tokenAt(recovery), offending: tokenAt(recovery, ahead) };
}

function starts(automaton: Automaton, name: RuleName, kind: TokenKind): boolean {
  return nextTokens(automaton, automaton.rules.get(name)?.state).kinds.has(kind);
}

function isNumber(kind: TokenKind): boolean {
  return kind === "int" || kind === "double";
}

function predictUnary(recovery: Recovery): Prediction {
  const { kind } = tokenAt(recovery);
  if (kind === "!") {
    return 1;
  }
  if (kind === "-") {
    const after = tokenAt(recovery, 1).kind;
    if (isNumber(after)) {
      return 0;
    }
    return after === "-" || starts(recovery.automaton, "member", after) ? 2 : noAlternative(recovery, 1);
  }
  return starts(recovery.automaton, "member", kind) ? 0 : noAlternative(recovery, 0);
}

function predictNegate(recovery: Recovery): Prediction {
  const { kind } = tokenAt(recovery);
  if (kind === "-") {
    const after = tokenAt(recovery, 1).kind;
    return after === "-" || starts(recovery.automaton, "member", after) ? 0 : noAlternative(recovery, 1);
  }
  return starts(recovery.automaton, "member", kind) ? 1 : noAlternative(recovery, 0);
}

function predictSelector(recovery: Recovery): Prediction {
  if (tokenAt(recovery).kind === "[") {
    return 2;
  }
  const after = tokenAt(recovery, 1).kind;
  if (after === "identifier") {
    return tokenAt(recovery, 2).kind === "(" ? 1 : 0;
  }
  return after === "?" || after === "escaped-identifier" ? 0 : noAlternative(recovery, 1);
}

const primaries: ReadonlyMap<TokenKind, number> = new Map([
  ["(", 2],
  ["[", 3],
  ["{", 4],
]);

function predictPrimary(recovery: Recovery): Prediction {
  const { kind } = tokenAt(recovery);
  if (kind === "identifier" || kind === ".") {
    return predictName(recovery, kind === "." ? 1 : 0);
  }
  if (kind === "-") {
    return isNumber(tokenAt(recovery, 1).kind) ? 6 : noAlternative(recovery, 1);
  }
  const alternative = primaries.get(kind) ?? (starts(recovery.automaton, "literal", kind) ? 6 : undefined);
  return alternative ?? noAlternative(recovery, 0);
}

/** A name, a call, or the type of an object literal: the brace that decides may come many names later. */
function predictName(recovery: Recovery, offset: number): Prediction {
  if (tokenAt(recovery, offset).kind !== "identifier") {
    return noAlternative(recovery, offset);
  }
  let ahead = offset + 1;
  if (tokenAt(recovery, ahead).kind === "(") {
    return 1;
  }
  while (tokenAt(recovery, ahead).kind === "." && tokenAt(recovery, ahead + 1).kind === "identifier") {
    ahead += 2;
  }
  return tokenAt(recovery, ahead).kind === "{" ? 5 : 0;
}

/** A comma continues the list only if another element follows. */
function predictElement(recovery: Recovery, name: RuleName): Prediction {
  return tokenAt(recovery).kind === "," && starts(recovery.automaton, name, tokenAt(recovery, 1).kind) ? 0 : 1;
}

const literals: readonly TokenKind[] = ["int", "uint", "double", "string", "bytes", "true", "false", "null"];

function predictLiteral(recovery: Recovery): Prediction {
  const isSigned = tokenAt(recovery).kind === "-";
  const { kind } = tokenAt(recovery, isSigned ? 1 : 0);
  const index = literals.indexOf(kind);
  return index === -1 || (isSigned && !isNumber(kind)) ? noAlternative(recovery, isSigned ? 1 : 0) : index;
}
