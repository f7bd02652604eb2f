import { type FieldError, type FieldPath, forbidden } from "@kiln/api";
import { unlimited } from "@kiln/cel";

/** Maximum estimated cost of one expression in one request. */
export const expressionCostLimit = 10_000_000;
/** Maximum estimated cost of all expressions of a schema. */
const SCHEMA_COST_LIMIT = 100_000_000;
const MAX_NAMED = 4;

interface ExpressionCost {
  readonly path: FieldPath;
  readonly cost: number;
}

/** Total estimated cost of a schema's expressions, added up while the schema is checked. */
export interface TotalCost {
  sum: number;
  readonly expensive: ExpressionCost[];
}

export function createTotalCost(): TotalCost {
  return { sum: 0, expensive: [] };
}

/** Adds the cost of one expression to the total. */
export function addCost(total: TotalCost, path: FieldPath, cost: number): void {
  total.sum = Math.min(total.sum + cost, unlimited);
  if (cost >= SCHEMA_COST_LIMIT / 100) {
    total.expensive.push({ path, cost });
  }
}

/** Errors about the total cost, the most expensive expressions first. */
export function checkTotalCost({ sum, expensive }: TotalCost, path: FieldPath): FieldError[] {
  if (sum <= SCHEMA_COST_LIMIT) {
    return [];
  }
  const named = [...expensive].sort((left, right) => right.cost - left.cost).slice(0, MAX_NAMED);
  const contributed = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
  const what = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
  return [
    ...named.map((expression) => forbidden(expression.path, contributed)),
    forbidden(path, explainCost(what, sum / SCHEMA_COST_LIMIT)),
  ];
}

/** Message for an exceeded cost; `factor` is the cost divided by its limit. */
export function explainCost(what: string, factor: number): string {
  const hint =
    "try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared";
  return `${what} exceeds budget by factor of ${printFactor(factor)} (${hint})`;
}

function printFactor(factor: number): string {
  if (factor > 100) {
    return "more than 100x";
  }
  return factor < 1.5 ? `${factor.toFixed(6)}x` : `${roundToTenths(factor)}x`;
}

/** Rounds half to even, as Go does. */
function roundToTenths(factor: number): string {
  const below = Math.floor(factor * 10);
  const isBetween = Number.isInteger(factor * 4) && factor * 10 - below === 0.5;
  return isBetween && below % 2 === 0 ? (below / 10).toFixed(1) : factor.toFixed(1);
}

/** Cost of an expression that is evaluated `cardinality` times. */
export function multiplyCost(cost: number, cardinality: number): number {
  return cost === 0 ? 0 : Math.min(cost * cardinality, unlimited);
}
