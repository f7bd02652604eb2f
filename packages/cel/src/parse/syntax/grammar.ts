import type { TokenKind } from "../token.ts";

/** Names of the rules, as in the grammar of cel-go. */
export type RuleName =
  | "start"
  | "expr"
  | "conditionalOr"
  | "conditionalAnd"
  | "relation"
  | "calc"
  | "unary"
  | "member"
  | "primary"
  | "exprList"
  | "listInit"
  | "fieldInitializerList"
  | "optField"
  | "mapInitializerList"
  | "escapeIdent"
  | "optExpr"
  | "literal";

/**
 * Lookahead that selects the alternative of a choice, or another iteration of a loop. Undefined: the next token
 * decides.
 */
export type Decision = "unary" | "negate" | "selector" | "primary" | "element" | "field" | "literal";

export type Element =
  | { readonly type: "token"; readonly kinds: readonly TokenKind[] }
  /** @property precedence - operators with a lower one inside the rule belong to its caller */
  | { readonly type: "rule"; readonly name: RuleName; readonly precedence: number }
  | { readonly type: "sequence"; readonly elements: readonly Element[] }
  | { readonly type: "optional"; readonly body: Element }
  | { readonly type: "star" | "plus"; readonly body: Element; readonly decision: Decision | undefined }
  | { readonly type: "choice"; readonly alternatives: readonly Element[]; readonly decision: Decision | undefined }
  /** Binary operators, each level with its own `precedence`. */
  | { readonly type: "operators"; readonly levels: readonly OperatorLevel[] };

export interface OperatorLevel {
  readonly precedence: number;
  readonly kinds: readonly TokenKind[];
  readonly right: Element;
}

function token(...kinds: readonly TokenKind[]): Element {
  return { type: "token", kinds };
}

function rule(name: RuleName, precedence = 0): Element {
  return { type: "rule", name, precedence };
}

function sequence(...elements: readonly Element[]): Element {
  return { type: "sequence", elements };
}

function optional(body: Element): Element {
  return { type: "optional", body };
}

function star(body: Element, decision?: Decision): Element {
  return { type: "star", body, decision };
}

function plus(body: Element, decision?: Decision): Element {
  return { type: "plus", body, decision };
}

function choice(decision: Decision | undefined, ...alternatives: readonly Element[]): Element {
  return { type: "choice", alternatives, decision };
}

const leadingDot = optional(token("."));
const identifier = token("identifier");
const args = sequence(token("("), optional(rule("exprList")), token(")"));
const sign = optional(token("-"));
const optionalMark = optional(token("?"));
const trailingComma = optional(token(","));
const relations: readonly TokenKind[] = ["==", "!=", "in", "<", "<=", ">=", ">"];

/**
 * Grammar of CEL with the same loops and choices as cel-go's ANTLR grammar: at each of them ANTLR selects an
 * alternative and recovers from errors.
 */
export const grammar: Readonly<Record<RuleName, Element>> = {
  start: sequence(rule("expr"), token("end")),
  expr: sequence(
    rule("conditionalOr"),
    optional(sequence(token("?"), rule("conditionalOr"), token(":"), rule("expr"))),
  ),
  conditionalOr: sequence(rule("conditionalAnd"), star(sequence(token("||"), rule("conditionalAnd")))),
  conditionalAnd: sequence(rule("relation"), star(sequence(token("&&"), rule("relation")))),
  relation: sequence(rule("calc"), {
    type: "operators",
    levels: [{ precedence: 1, kinds: relations, right: rule("relation", 2) }],
  }),
  calc: sequence(rule("unary"), {
    type: "operators",
    levels: [
      { precedence: 2, kinds: ["*", "/", "%"], right: rule("calc", 3) },
      { precedence: 1, kinds: ["-", "+"], right: rule("calc", 2) },
    ],
  }),
  unary: choice(
    "unary",
    rule("member"),
    sequence(plus(token("!")), rule("member")),
    sequence(plus(token("-"), "negate"), rule("member")),
  ),
  member: sequence(
    rule("primary"),
    star(
      choice(
        "selector",
        sequence(token("."), optionalMark, rule("escapeIdent")),
        sequence(token("."), identifier, args),
        sequence(token("["), optionalMark, rule("expr"), token("]")),
      ),
    ),
  ),
  primary: choice(
    "primary",
    sequence(leadingDot, identifier),
    sequence(leadingDot, identifier, args),
    sequence(token("("), rule("expr"), token(")")),
    sequence(token("["), optional(rule("listInit")), trailingComma, token("]")),
    sequence(token("{"), optional(rule("mapInitializerList")), trailingComma, token("}")),
    sequence(
      leadingDot,
      identifier,
      star(sequence(token("."), identifier)),
      token("{"),
      optional(rule("fieldInitializerList")),
      trailingComma,
      token("}"),
    ),
    rule("literal"),
  ),
  exprList: sequence(rule("expr"), star(sequence(token(","), rule("expr")))),
  listInit: sequence(rule("optExpr"), star(sequence(token(","), rule("optExpr")), "element")),
  fieldInitializerList: sequence(
    rule("optField"),
    token(":"),
    rule("expr"),
    star(sequence(token(","), rule("optField"), token(":"), rule("expr")), "field"),
  ),
  optField: sequence(optionalMark, rule("escapeIdent")),
  mapInitializerList: sequence(
    rule("optExpr"),
    token(":"),
    rule("expr"),
    star(sequence(token(","), rule("optExpr"), token(":"), rule("expr")), "element"),
  ),
  escapeIdent: choice(undefined, identifier, token("escaped-identifier")),
  optExpr: sequence(optionalMark, rule("expr")),
  literal: choice(
    "literal",
    sequence(sign, token("int")),
    token("uint"),
    sequence(sign, token("double")),
    token("string"),
    token("bytes"),
    token("true"),
    token("false"),
    token("null"),
  ),
};
