import { appendAll } from "@kiln/api";
import { type Call, childrenOf, type Expression } from "../parse/expression.ts";
import type { Issue } from "../parse/issues.ts";
import { toDuration, toTimestamp } from "../values/convert.ts";
import { compileRegex, type Regex } from "../values/regex.ts";
import { type CelType, dynType, isSameType, printType, unwrapOptional } from "../values/type.ts";
import { CelError, type CelValue } from "../values/value.ts";
import type { CheckedExpression } from "./checked-expression.ts";
import type { FunctionDeclaration } from "./declaration.ts";

/** Compiled patterns by their text; the program reuses them. */
export type Regexes = Map<string, Regex>;

type Functions = ReadonlyMap<string, FunctionDeclaration>;

// Kubernetes: elements of a literal must have one type; mixed ones need dyn() (cel/environment/base.go baseOpts,
// v1.36).
/** Errors beyond types: invalid literals, and lists and maps of mixed types. Fills `regexes`. */
export function validateLiterals(
  checked: CheckedExpression,
  { functions, regexes }: { readonly functions: Functions; readonly regexes: Regexes },
): Issue[] {
  const issues: Issue[] = [];
  const visit = (part: Expression, mayMix: boolean): void => {
    const declaration = part.kind === "call" ? functions.get(part.function) : undefined;
    const mayMixInside = mayMix || declaration?.mayMixLiterals === true;
    if (part.kind === "call") {
      appendAll(issues, tryArgument(part, regexes));
      appendAll(issues, declaration?.validate?.(part, checked) ?? []);
    } else if (part.kind === "list" && !mayMix) {
      appendAll(issues, validateList(checked, part));
    } else if (part.kind === "map" && !mayMix) {
      appendAll(issues, validateMap(checked, part));
    }
    for (const child of childrenOf(part)) {
      visit(child, mayMixInside);
    }
  };
  visit(checked.expression, false);
  return issues;
}

/** Evaluates some functions with their literal argument to find errors. */
function tryArgument(call: Call, regexes: Regexes): Issue[] {
  const [argument] = call.args;
  if (argument?.kind !== "literal" || isFit(call.function, argument.value, regexes)) {
    return [];
  }
  return [{ offset: argument.offset, message: `invalid ${call.function} argument` }];
}

function isFit(name: string, value: CelValue, regexes: Regexes): boolean {
  switch (name) {
    case "duration":
      return !(toDuration(value) instanceof CelError);
    case "timestamp":
      return !(toTimestamp(value) instanceof CelError);
    case "matches":
      return typeof value !== "string" || isPattern(value, regexes);
    default:
      return true;
  }
}

function isPattern(pattern: string, regexes: Regexes): boolean {
  const regex = compileRegex(pattern);
  if (regex instanceof CelError) {
    return false;
  }
  regexes.set(pattern, regex);
  return true;
}

function typeAt({ types }: CheckedExpression, part: Expression, isOptional: boolean): CelType {
  const type = types[part.id] ?? dynType;
  return isOptional ? unwrapOptional(type) : type;
}

function mismatch(part: Expression, expected: CelType, actual: CelType): Issue[] {
  return isSameType(expected, actual)
    ? []
    : [{ offset: part.offset, message: `expected type '${printType(expected)}' but found '${printType(actual)}'` }];
}

function validateList(checked: CheckedExpression, list: Extract<Expression, { kind: "list" }>): Issue[] {
  const [first, ...rest] = list.elements.map((part, index) => ({
    part,
    type: typeAt(checked, part, list.optionals.includes(index)),
  }));
  const other = rest.find(({ type }) => first !== undefined && !isSameType(first.type, type));
  return first === undefined || other === undefined ? [] : mismatch(other.part, first.type, other.type);
}

function validateMap(checked: CheckedExpression, map: Extract<Expression, { kind: "map" }>): Issue[] {
  const [first, ...rest] = map.entries.map((entry) => ({
    ...entry,
    keyType: typeAt(checked, entry.key, false),
    valueType: typeAt(checked, entry.value, entry.isOptional),
  }));
  return first === undefined
    ? []
    : rest.flatMap((entry) => [
        ...mismatch(entry.key, first.keyType, entry.keyType),
        ...mismatch(entry.value, first.valueType, entry.valueType),
      ]);
}
