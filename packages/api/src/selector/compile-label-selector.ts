import type { StringMap } from "../meta/object.ts";
import { type LabelRequirement, type LabelSelector, matchesLabelSelector } from "./label-selector.ts";

type Labels = Readonly<StringMap> | null | undefined;

/** Maximum number of values and requirements that are compared one after the other, which is then fastest. */
const FEW = 16;

/**
 * Compiles {@link matchesLabelSelector} for selectors matched against many objects: the cost of an object depends on
 * the number of its labels, not of requirements and values.
 */
export function compileLabelSelector(selector: LabelSelector): (labels: Labels) => boolean {
  const size = selector.reduce((sum, { values }) => sum + 1 + values.length, 0);
  return size <= FEW ? (labels) => matchesLabelSelector(selector, labels) : compile(selector);
}

/** Combined condition of all requirements on one key. */
interface KeyRules {
  isRequired: boolean;
  isBanned: boolean;
  allowed?: Set<string>;
  readonly banned: Set<string>;
  readonly bounds: LabelRequirement[];
}

function compile(selector: LabelSelector): (labels: Labels) => boolean {
  const rules = new Map<string, KeyRules>();
  for (const requirement of selector) {
    let ofKey = rules.get(requirement.key);
    if (ofKey === undefined) {
      ofKey = { isRequired: false, isBanned: false, banned: new Set(), bounds: [] };
      rules.set(requirement.key, ofKey);
    }
    addRule(ofKey, requirement);
  }
  let required = 0;
  for (const { isRequired } of rules.values()) {
    required += isRequired ? 1 : 0;
  }
  return (labels) => matchesRules(rules, required, labels ?? {});
}

/** Adds a requirement to the combined condition of its key. */
function addRule(rules: KeyRules, requirement: LabelRequirement): void {
  const { operator, values } = requirement;
  switch (operator) {
    case "in":
    case "=":
    case "==":
      rules.isRequired = true;
      rules.allowed = new Set(
        rules.allowed === undefined ? values : values.filter((value) => rules.allowed?.has(value)),
      );
      break;
    case "notin":
    case "!=":
      for (const value of values) {
        rules.banned.add(value);
      }
      break;
    case "exists":
      rules.isRequired = true;
      break;
    case "!":
      rules.isBanned = true;
      break;
    default:
      rules.isRequired = true;
      addBound(rules.bounds, requirement);
  }
}

/** Adds a numeric bound; of two in the same direction the narrower is kept. */
function addBound(bounds: LabelRequirement[], requirement: LabelRequirement): void {
  const i = bounds.findIndex(({ operator }) => operator === requirement.operator);
  const known = bounds[i];
  if (known === undefined) {
    bounds.push(requirement);
  } else if (matchesLabelSelector([{ ...known, key: "" }], { "": requirement.values[0] ?? "" })) {
    bounds[i] = requirement;
  }
}

function matchesRules(rules: ReadonlyMap<string, KeyRules>, required: number, labels: Readonly<StringMap>): boolean {
  let found = 0;
  for (const key in labels) {
    const value = labels[key];
    const ofKey = typeof value === "string" ? rules.get(key) : undefined;
    if (ofKey !== undefined && !allows(ofKey, value as string)) {
      return false;
    }
    found += ofKey?.isRequired === true ? 1 : 0;
  }
  return found === required;
}

function allows({ isBanned, allowed, banned, bounds }: KeyRules, value: string): boolean {
  return (
    !isBanned &&
    (allowed === undefined || allowed.has(value)) &&
    !banned.has(value) &&
    bounds.every((bound) => matchesLabelSelector([{ ...bound, key: "" }], { "": value }))
  );
}
