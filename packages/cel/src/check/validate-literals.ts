import { type Expression, walk } from "../parse/expression.ts";
import type { Issue } from "../parse/issues.ts";
import { toDuration, toTimestamp } from "../values/convert.ts";
import { compileRegex } from "../values/regex.ts";
import { CelError, type CelValue } from "../values/value.ts";
import type { CheckedExpression } from "./checker.ts";
import { type CelType, dynType, isSameType, printType, unwrapOptional } from "./type.ts";

/** Functions whose literal argument is tried while compiling. */
const tried: ReadonlyMap<string, (value: CelValue) => unknown> = new Map<string, (value: CelValue) => unknown>([
  ["duration", toDuration],
  ["timestamp", toTimestamp],
  ["matches", (value) => (typeof value === "string" ? compileRegex(value) : undefined)],
]);

// Kubernetes: elements of a literal must agree in their type; mixing takes dyn().
/** Faults that types do not show: literals that mean nothing, and lists and maps of mixed types. */
export function validateLiterals(checked: CheckedExpression): Issue[] {
  const parts = [...walk(checked.expression)];
  return [
    ...[...tried].flatMap(([name, attempt]) => parts.flatMap((part) => tryArgument(part, name, attempt))),
    ...parts.flatMap((part) => (part.kind === "list" ? validateList(checked, part) : [])),
    ...parts.flatMap((part) => (part.kind === "map" ? validateMap(checked, part) : [])),
  ];
}

function tryArgument(part: Expression, name: string, attempt: (value: CelValue) => unknown): Issue[] {
  const argument = part.kind === "call" && part.function === name ? part.args[0] : undefined;
  if (argument?.kind !== "literal" || !(attempt(argument.value) instanceof CelError)) {
    return [];
  }
  return [{ offset: argument.offset, message: `invalid ${name} argument` }];
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
