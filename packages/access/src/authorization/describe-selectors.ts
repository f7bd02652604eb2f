import type { Attributes } from "./authorizer.ts";

/** Requirement of a selector, in the form of reviews. */
export interface SelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values: string[];
}

const OPERATORS: Readonly<Record<string, string>> = {
  in: "In",
  "=": "In",
  "==": "In",
  notin: "NotIn",
  "!=": "NotIn",
  exists: "Exists",
  "!": "DoesNotExist",
};

/**
 * Selectors of a request in the form of reviews. Numeric comparisons have no such form; without them the request is
 * broader, not narrower.
 */
export function describeSelectors({
  fieldSelector = [],
  labelSelector = [],
}: Pick<Attributes, "fieldSelector" | "labelSelector">): Record<
  "fieldSelector" | "labelSelector",
  SelectorRequirement[]
> {
  return {
    fieldSelector: fieldSelector.map(({ field, operator, value }) => ({
      key: field,
      operator: operator === "=" ? "In" : "NotIn",
      values: [value],
    })),
    labelSelector: labelSelector.flatMap(({ key, operator, values }) => {
      const known = OPERATORS[operator];
      return known === undefined ? [] : [{ key, operator: known, values: [...values] }];
    }),
  };
}
