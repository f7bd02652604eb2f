import {
  boolType,
  CelError,
  type CelValue,
  createEnvironment,
  dynType,
  mapType,
  type Program,
  readsField,
  stringType,
} from "@kiln/cel";
import {
  type CompiledExpression,
  checkType,
  compileExpression,
  createFieldsProvider,
  USER_FIELDS,
  userType,
} from "@kiln/kinds";
import { TokenError } from "./authenticator.ts";

/** An expression of an authentication configuration: its text, and the compiled program. */
export interface TokenExpression {
  readonly expression: string;
  readonly program: Program;
}

/** A validation rule for a token's claims or its user. */
export interface TokenRule extends TokenExpression {
  /** Message for a failed rule; may be empty. */
  readonly message: string;
}

/** Compiles expressions of authentication configurations. */
export interface TokenExpressions {
  /** Compiles an expression over `claims`. Its result type is dynamic: the types of claims are unknown. */
  compileMapping(expression: string): CompiledExpression;
  compileClaimRule(expression: string): CompiledExpression;
  /** Compiles an expression over `user`. */
  compileUserRule(expression: string): CompiledExpression;
}

export function createTokenExpressions(): TokenExpressions {
  const base = createEnvironment();
  const claims = base.extend({ variables: { claims: mapType(stringType, dynType) } });
  const user = base.extend({
    variables: { user: userType },
    types: createFieldsProvider(new Map([[userType.name, USER_FIELDS]])),
  });
  return {
    compileMapping: (expression) => compileExpression(claims, expression),
    compileClaimRule: (expression) => asRule(compileExpression(claims, expression)),
    compileUserRule: (expression) => asRule(compileExpression(user, expression)),
  };
}

function asRule(compiled: CompiledExpression): CompiledExpression {
  if (compiled.program === undefined || checkType(compiled.program, [boolType]).fault === undefined) {
    return compiled;
  }
  // Kubernetes: this error does not name the actual type, unlike the others (authentication/cel/compile.go compile,
  // v1.36).
  return { fault: { isInternal: false, detail: "must evaluate to bool" } };
}

/** Whether the expression reads the claim. */
export function readsClaim({ program }: TokenExpression, claim: string): boolean {
  return readsField(program, "claims", claim);
}

/** Kubernetes: cost limit of one evaluation (apis/cel/config.go PerCallLimit, v1.36). */
const COST_LIMIT = 1_000_000;

/** Value of an expression. Throws a {@link TokenError} if the evaluation fails; `what` names the value in the error. */
export function evaluateToken(
  { expression, program }: TokenExpression,
  bindings: Readonly<Record<string, CelValue>>,
  what: string,
): CelValue {
  const { value } = program.evaluate(bindings, { costLimit: COST_LIMIT });
  if (value instanceof CelError) {
    throw new TokenError(`${what}expression '${expression}' resulted in error: ${value.message}`);
  }
  return value;
}

/** Throws a {@link TokenError} with the first rule that is false. */
export function checkRules(
  rules: readonly TokenRule[],
  bindings: Readonly<Record<string, CelValue>>,
  what: string,
): void {
  // Kubernetes: evaluates all rules before it looks at a result (authentication/cel/mapper.go eval, v1.36).
  const values = rules.map((rule) => evaluateToken(rule, bindings, what));
  const failed = rules.find((_, i) => values[i] !== true);
  if (failed !== undefined) {
    throw new TokenError(`${what}validation expression '${failed.expression}' failed: ${failed.message}`);
  }
}
