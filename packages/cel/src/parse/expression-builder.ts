import type { CelValue } from "../values/value.ts";
import type {
  Call,
  Comprehension,
  Expression,
  Identifier,
  ListLiteral,
  Literal,
  MapLiteral,
  Select,
} from "./expression.ts";

/** Source of the ids in one expression. */
export interface IdSource {
  next(): number;
}

/** The accumulator of comprehensions of the standard macros; no expression can name it. */
export const accumulatorName = "@result";

/** Creates nodes at one position: that of the macro call they replace. */
export interface ExpressionBuilder {
  literal(value: CelValue): Literal;
  identifier(name: string): Identifier;
  accumulator(): Identifier;
  call(name: string, ...args: readonly Expression[]): Call;
  memberCall(name: string, target: Expression, ...args: readonly Expression[]): Call;
  list(...elements: readonly Expression[]): ListLiteral;
  map(): MapLiteral;
  presenceTest(operand: Expression, field: string): Select;
  comprehension(parts: ComprehensionParts): Comprehension;
  /** Copy of the expression with new ids, at the original positions. */
  copy(expression: Expression): Expression;
}

export type ComprehensionParts = Omit<Comprehension, "id" | "offset" | "kind">;

export function createExpressionBuilder(ids: IdSource, offset: number): ExpressionBuilder {
  return {
    literal: (value) => ({ id: ids.next(), offset, kind: "literal", value }),
    identifier: (name) => ({ id: ids.next(), offset, kind: "identifier", name }),
    accumulator: () => ({ id: ids.next(), offset, kind: "identifier", name: accumulatorName }),
    call: (name, ...args) => ({ id: ids.next(), offset, kind: "call", function: name, target: undefined, args }),
    memberCall: (name, target, ...args) => ({ id: ids.next(), offset, kind: "call", function: name, target, args }),
    list: (...elements) => ({ id: ids.next(), offset, kind: "list", elements, optionals: [] }),
    map: () => ({ id: ids.next(), offset, kind: "map", entries: [] }),
    presenceTest: (operand, field) => ({ id: ids.next(), offset, kind: "select", operand, field, isTest: true }),
    comprehension: (parts) => ({ id: ids.next(), offset, kind: "comprehension", ...parts }),
    copy: (expression) => copyExpression(ids, expression),
  };
}

function copyExpression(ids: IdSource, expression: Expression): Expression {
  const copy = (part: Expression) => copyExpression(ids, part);
  const id = ids.next();
  switch (expression.kind) {
    case "select":
      return { ...expression, id, operand: copy(expression.operand) };
    case "call":
      return {
        ...expression,
        id,
        target: expression.target === undefined ? undefined : copy(expression.target),
        args: expression.args.map(copy),
      };
    case "list":
      return { ...expression, id, elements: expression.elements.map(copy) };
    case "map":
      return {
        ...expression,
        id,
        entries: expression.entries.map((entry) => ({
          ...entry,
          id: ids.next(),
          key: copy(entry.key),
          value: copy(entry.value),
        })),
      };
    case "struct":
      return {
        ...expression,
        id,
        fields: expression.fields.map((field) => ({ ...field, id: ids.next(), value: copy(field.value) })),
      };
    case "comprehension":
      return copyComprehension(copy, { ...expression, id });
    default:
      return { ...expression, id };
  }
}

// Copy of a comprehension without its shape, which refers to parts of the original: the copy runs as a general loop.
function copyComprehension(copy: (part: Expression) => Expression, comprehension: Comprehension): Comprehension {
  return {
    ...comprehension,
    range: copy(comprehension.range),
    initial: copy(comprehension.initial),
    condition: copy(comprehension.condition),
    step: copy(comprehension.step),
    result: copy(comprehension.result),
    shape: undefined,
  };
}
