import type { OidcIssuer, TokenExpression, TokenRule } from "@kiln/access";
import { appendAll, asObjects, asText, duplicate, type FieldPath, invalid, type JsonValue, required } from "@kiln/api";
import { type CompiledExpression, faultsOf } from "@kiln/kinds";
import type { JwtReading } from "./jwt-reading.ts";

/** Decodes the required claims, and expressions over the claims that must be true. Adds to `errors`. */
export function readClaimRules(
  rules: JsonValue | undefined,
  { path: around, expressions, errors }: JwtReading,
): { required: OidcIssuer["required"][number][]; claimRules: TokenRule[] } {
  const [claims, claimRules] = [new Map<string, string>(), [] as TokenRule[]];
  const seen = new Set<string>();
  asObjects(rules).forEach((rule, i) => {
    const path = around.child("claimValidationRules").index(i);
    const [claim, value] = [asText(rule.claim), asText(rule.requiredValue)];
    const [expression, message] = [asText(rule.expression), asText(rule.message)];
    if ((claim === "") === (expression === "")) {
      const isNone = claim === "";
      const both = "claim and expression can't both be set";
      errors.push(isNone ? required(path, "claim or expression is required") : invalid(path, claim, both));
    } else if (claim !== "") {
      if (message !== "") {
        errors.push(invalid(path.child("message"), message, "may not be specified when claim is set"));
      }
      if (claims.has(claim)) {
        errors.push(duplicate(path.child("claim"), claim));
      }
      claims.set(claim, value);
    } else {
      if (value !== "") {
        errors.push(invalid(path.child("requiredValue"), value, "may not be specified when expression is set"));
      }
      const written = { expression, message, path: path.child("expression") };
      appendAll(claimRules, readRule(written, { seen, errors, compile: expressions.compileClaimRule }));
    }
  });
  return { required: [...claims].map(([claim, value]) => ({ claim, value })), claimRules };
}

/** Decodes the rules for the user that claims are mapped to. Adds to `errors`. */
export function readUserRules(
  rules: JsonValue | undefined,
  { path: around, expressions, errors }: JwtReading,
): TokenRule[] {
  const seen = new Set<string>();
  return asObjects(rules).flatMap((rule, i) => {
    const path = around.child("userValidationRules").index(i).child("expression");
    const [expression, message] = [asText(rule.expression), asText(rule.message)];
    if (expression === "") {
      errors.push(required(path, ""));
      return [];
    }
    return readRule({ expression, message, path }, { seen, errors, compile: expressions.compileUserRule });
  });
}

interface WrittenRule {
  readonly expression: string;
  readonly message: string;
  readonly path: FieldPath;
}

interface RuleReading extends Pick<JwtReading, "errors"> {
  /** Expressions so far: each may occur only once. */
  readonly seen: Set<string>;
  readonly compile: (expression: string) => CompiledExpression;
}

function readRule({ expression, message, path }: WrittenRule, { seen, errors, compile }: RuleReading): TokenRule[] {
  if (seen.has(expression)) {
    errors.push(duplicate(path, expression));
    return [];
  }
  seen.add(expression);
  return compileAt(expression, path, { errors, compile }).map((compiled) => ({ ...compiled, message }));
}

/** Compiles an expression; undefined if it does not compile. Adds to `errors`. */
export function compileAt(
  expression: string,
  path: FieldPath,
  { errors, compile }: Pick<RuleReading, "errors" | "compile">,
): TokenExpression[] {
  const compiled = compile(expression);
  appendAll(errors, faultsOf(compiled, { path, expression }));
  return compiled.program === undefined ? [] : [{ expression, program: compiled.program }];
}
