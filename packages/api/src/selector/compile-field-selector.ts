import { type FieldSelector, matchesFieldSelector } from "./field-selector.ts";

type Lookup = (field: string) => string | undefined;

/** Maximum number of terms that are compared one after the other, which is then fastest. */
const FEW = 8;

/**
 * Compiles {@link matchesFieldSelector} for selectors matched against many objects: the cost of an object depends on
 * the number of fields, not of terms.
 */
export function compileFieldSelector(selector: FieldSelector): (lookup: Lookup) => boolean {
  return selector.length <= FEW ? (lookup) => matchesFieldSelector(selector, lookup) : compile(selector);
}

/** Combined condition of all terms on one field. */
interface FieldRules {
  readonly wanted: Set<string>;
  readonly banned: Set<string>;
}

function compile(selector: FieldSelector): (lookup: Lookup) => boolean {
  const rules = new Map<string, FieldRules>();
  for (const { field, operator, value } of selector) {
    let ofField = rules.get(field);
    if (ofField === undefined) {
      ofField = { wanted: new Set(), banned: new Set() };
      rules.set(field, ofField);
    }
    (operator === "=" ? ofField.wanted : ofField.banned).add(value);
  }
  const list = [...rules];
  return (lookup) =>
    list.every(([field, { wanted, banned }]) => {
      const value = lookup(field) ?? "";
      // A field has one value, so two different required values never match.
      return wanted.size <= 1 && (wanted.size === 0 || wanted.has(value)) && !banned.has(value);
    });
}
