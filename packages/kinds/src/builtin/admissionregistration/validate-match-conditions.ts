import {
  appendAll,
  asObjects,
  asText,
  checkLabelKey,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  type JsonValue,
  required,
  tooMany,
} from "@kiln/api";

const MAX_CONDITIONS = 64;

/** Compiles an expression and returns its errors. */
export type CheckExpression = (expression: string, path: FieldPath) => FieldError[];

/** Validates the match conditions of a webhook or policy, which are CEL expressions. */
export function validateMatchConditions(
  value: JsonValue | undefined,
  path: FieldPath,
  checkExpression: CheckExpression,
): FieldError[] {
  const conditions = asObjects(value);
  const errors = conditions.length > MAX_CONDITIONS ? [tooMany(path, conditions.length, MAX_CONDITIONS)] : [];
  const names = new Set<string>();
  for (const [i, condition] of conditions.entries()) {
    const name = asText(condition.name);
    const expression = asText(condition.expression).trim();
    const at = path.index(i);
    appendAll(errors, [
      ...(expression === ""
        ? [required(at.child("expression"), "")]
        : checkExpression(expression, at.child("expression"))),
      ...validateName(name, at.child("name")),
      ...(names.has(name) ? [duplicate(at.child("name"), name)] : []),
    ]);
    if (name !== "") {
      names.add(name);
    }
  }
  return errors;
}

function validateName(name: string, path: FieldPath): FieldError[] {
  return name === "" ? [required(path, "")] : checkLabelKey(name).map((fault) => invalid(path, name, fault));
}
