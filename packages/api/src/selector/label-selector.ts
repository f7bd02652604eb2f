import { type FieldError, invalid, printFieldErrors } from "../field/field-error.ts";
import { type FieldPath, rootPath } from "../field/field-path.ts";
import { compareGoStrings, quoteGo } from "../go/go-print.ts";
import { checkLabelKey, checkLabelValue } from "../meta/names.ts";
import type { StringMap } from "../meta/object.ts";
import { appendAll } from "../value/append-all.ts";
import { getOwn, type JsonObject } from "../value/json-value.ts";
import type { Parsed } from "../value/parsed.ts";
import { asObjects, asText, asTextEntries, asTexts } from "../value/read-json.ts";

/** Operators with Kubernetes' names in messages; `!` is "does not exist". */
export type LabelOperator = "in" | "notin" | "=" | "==" | "!=" | "gt" | "lt" | "exists" | "!";

/** Requirement about one label, created and validated by {@link createLabelRequirement}. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  readonly values: readonly string[];
}

/** Requirements that must all be met, sorted by key; an empty selector matches everything. */
export type LabelSelector = readonly LabelRequirement[];

/** Selector that matches no object: the meaning of an absent selector in most kinds. */
export const nothingSelector: LabelSelector = [{ key: "", operator: "in", values: [] }];

/** Label selector as a field of an object. */
export interface LabelSelectorObject extends JsonObject {
  matchLabels?: StringMap | null;
  matchExpressions?: LabelSelectorExpression[] | null;
}

export interface LabelSelectorExpression extends JsonObject {
  key: string;
  operator: string;
  values?: string[] | null;
}

/** Parses the selector of an object; an absent one matches nothing, an empty one everything. */
export function fromLabelSelectorObject(selector: LabelSelectorObject | null | undefined): Parsed<LabelSelector> {
  if (selector === null || selector === undefined) {
    return { value: nothingSelector };
  }
  const requirements: LabelRequirement[] = [];
  for (const [key, value] of asTextEntries(selector.matchLabels ?? null)) {
    requirements.push({ key, operator: "=", values: [value] });
  }
  for (const { key, operator, values } of asObjects(selector.matchExpressions)) {
    const known = OBJECT_OPERATORS.get(asText(operator));
    if (known === undefined) {
      return { error: `${quoteGo(asText(operator))} is not a valid label selector operator` };
    }
    requirements.push({ key: asText(key), operator: known, values: asTexts(values) });
  }
  for (const requirement of requirements) {
    const { error } = createLabelRequirement(requirement);
    if (error !== undefined) {
      return { error };
    }
  }
  return { value: sortRequirements(requirements) };
}

const OBJECT_OPERATORS: ReadonlyMap<string, LabelOperator> = new Map([
  ["In", "in"],
  ["NotIn", "notin"],
  ["Exists", "exists"],
  ["DoesNotExist", "!"],
]);

/** Creates a requirement; the error contains all its errors, as one text. */
export function createLabelRequirement(
  requirement: LabelRequirement,
  path: FieldPath = rootPath,
): Parsed<LabelRequirement> {
  const { key, values } = requirement;
  if (isUsual(requirement)) {
    return { value: requirement };
  }
  const valuesPath = path.child("values");
  const keyFaults = checkLabelKey(key);
  const errors: FieldError[] = keyFaults.length === 0 ? [] : [invalid(path.child("key"), key, keyFaults.join("; "))];
  appendAll(errors, validateCount(requirement, valuesPath));
  for (const [i, value] of values.entries()) {
    const faults = checkLabelValue(value);
    if (faults.length > 0) {
      errors.push(invalid(valuesPath.index(i).key(key), value, faults.join("; ")));
    }
  }
  return errors.length === 0 ? { value: requirement } : { error: printFieldErrors(errors) };
}

/** Cheap check that accepts most valid requirements, since there may be 100,000 of them. */
function isUsual({ key, operator, values }: LabelRequirement): boolean {
  const isCounted =
    operator === "in" || operator === "notin" ? values.length > 0 : EXACT.has(operator) && values.length === 1;
  return isCounted && checkLabelKey(key).length === 0 && values.every((value) => checkLabelValue(value).length === 0);
}

const EXACT: ReadonlySet<LabelOperator> = new Set(["=", "==", "!="]);

function validateCount({ operator, values }: LabelRequirement, path: FieldPath): FieldError[] {
  const shown = values.length === 0 ? null : [...values];
  switch (operator) {
    case "in":
    case "notin":
      return values.length > 0 ? [] : [invalid(path, shown, "for 'in', 'notin' operators, values set can't be empty")];
    case "=":
    case "==":
    case "!=":
      return values.length === 1 ? [] : [invalid(path, shown, "exact-match compatibility requires one single value")];
    case "exists":
    case "!":
      return values.length === 0
        ? []
        : [invalid(path, shown, "values set must be empty for exists and does not exist")];
    case "gt":
    case "lt":
      return validateBound(values, path);
  }
}

function validateBound(values: readonly string[], path: FieldPath): FieldError[] {
  const errors =
    values.length === 1 ? [] : [invalid(path, [...values], "for 'Gt', 'Lt' operators, exactly one value is required")];
  for (const [i, value] of values.entries()) {
    if (parseInt64(value) === undefined) {
      errors.push(invalid(path.index(i), value, "for 'Gt', 'Lt' operators, the value must be an integer"));
    }
  }
  return errors;
}

export function sortRequirements(requirements: readonly LabelRequirement[]): LabelSelector {
  return [...requirements].sort((a, b) => compareGoStrings(a.key, b.key));
}

export function matchesLabelSelector(selector: LabelSelector, labels: Readonly<StringMap> | null | undefined): boolean {
  for (const requirement of selector) {
    const value = labels ? getOwn(labels, requirement.key) : undefined;
    if (!matchesValue(requirement, typeof value === "string" ? value : undefined)) {
      return false;
    }
  }
  return true;
}

function matchesValue({ operator, values }: LabelRequirement, value: string | undefined): boolean {
  switch (operator) {
    case "in":
    case "=":
    case "==":
      return value !== undefined && values.includes(value);
    case "notin":
    case "!=":
      return value === undefined || !values.includes(value);
    case "exists":
      return value !== undefined;
    case "!":
      return value === undefined;
    case "gt":
    case "lt":
      return value !== undefined && matchesBound(operator, parseInt64(value), parseInt64(values[0] ?? ""));
  }
}

function matchesBound(operator: "gt" | "lt", value: bigint | undefined, bound: bigint | undefined): boolean {
  if (value === undefined || bound === undefined) {
    return false;
  }
  return operator === "gt" ? value > bound : value < bound;
}

function parseInt64(text: string): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text) || text.length > 100) {
    return undefined;
  }
  const size = BigInt(text.replace(/^[+-]/, ""));
  const value = text.startsWith("-") ? -size : size;
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** Prints a selector in the form that `parseLabelSelector` accepts, with sorted values. */
export function printLabelSelector(selector: LabelSelector): string {
  return selector === nothingSelector ? "" : selector.map(printRequirement).join(",");
}

function printRequirement({ key, operator, values }: LabelRequirement): string {
  const list = [...values].sort(compareGoStrings).join(",");
  switch (operator) {
    case "!":
      return `!${key}`;
    case "exists":
      return key;
    case "in":
    case "notin":
      return `${key} ${operator} (${list})`;
    case "gt":
      return `${key}>${list}`;
    case "lt":
      return `${key}<${list}`;
    default:
      return key + operator + list;
  }
}
