import { type JsonObject, objectAt, objectsAt, printQuantity, type Quantity, textAt } from "@kiln/api";
import { type ResourceList, readResourceList } from "@kiln/kinds";
import type { QuotaEvaluator, ScopeRequirement } from "./quota-evaluator.ts";

/** A decoded ResourceQuota. Its limits are those in its status, which apply once their usage is known. */
export interface Quota {
  readonly name: string;
  readonly hard: ResourceList;
  readonly used: ResourceList;
  readonly scopes: readonly ScopeRequirement[];
}

export function readQuota(object: JsonObject): Quota {
  return {
    name: textAt(objectAt(object, "metadata"), "name"),
    hard: readResourceList(objectAt(object, "status", "hard")),
    used: readResourceList(objectAt(object, "status", "used")),
    scopes: scopesOf(objectAt(object, "spec")),
  };
}

export function scopesOf(spec: JsonObject): ScopeRequirement[] {
  const scopes = Array.isArray(spec.scopes) ? spec.scopes : [];
  const expressions = objectsAt(objectAt(spec, "scopeSelector"), "matchExpressions");
  return [
    ...scopes.map((scope) => ({ scopeName: String(scope), operator: "Exists", values: [] })),
    ...expressions.map((expression) => ({
      scopeName: textAt(expression, "scopeName"),
      operator: textAt(expression, "operator"),
      values: Array.isArray(expression.values) ? expression.values.map(String) : [],
    })),
  ];
}

export function isInScopes(
  evaluator: QuotaEvaluator,
  scopes: readonly ScopeRequirement[],
  object: JsonObject,
): boolean {
  return scopes.every((scope) => evaluator.matchesScope?.(scope, object) === true);
}

/** Prints amounts, sorted by name: `configmaps=1,cpu=500m`. */
export function printResources(list: ReadonlyMap<string, Quantity>): string {
  return [...list]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, quantity]) => `${name}=${printQuantity(quantity)}`)
    .join(",");
}
