import {
  appendAll,
  asObjects,
  asText,
  compareQuantities,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  notFound,
  once,
  parseQuantity,
  printQuantity,
  type Quantity,
  required,
} from "@kiln/api";
import { checkLabel } from "../../field-checks.ts";
import { MAX_CROSS_ERRORS } from "../../find-repeats.ts";
import { checkQuantity } from "../check-amount.ts";
import { isDivisibleByPages, isHugePages, isOvercommitable } from "../resource-names.ts";
import type { PodLeniency } from "./pod-leniency.ts";

export interface ResourceRules {
  readonly validateName: (name: string, path: FieldPath) => FieldError[];
  /** Names of the Pod's resource claims. */
  readonly claims: ReadonlySet<string>;
  readonly leniency: Pick<PodLeniency, "allowsOddHugePages">;
}

/** Validates requests and limits of a container, or of a Pod as a whole. */
export function validateResources(resources: JsonObject, path: FieldPath, rules: ResourceRules): FieldError[] {
  if (resources.limits === undefined && resources.requests === undefined && resources.claims === undefined) {
    return [];
  }
  const limits = readAmounts(resources.limits);
  const requests = readAmounts(resources.requests);
  const names = [...limits.keys(), ...requests.keys()];
  const needsMore = names.some(isHugePages) && !names.includes("cpu") && !names.includes("memory");
  return [
    ...[...limits].flatMap(([name, amount]) => [
      ...validateAmount(name, amount, path.child("limits").key(name), rules),
      ...checkPages(name, amount, path.child("limits").key(name), rules),
    ]),
    ...[...requests].flatMap(([name, amount]) => [
      ...validateAmount(name, amount, path.child("requests").key(name), rules),
      ...compareToLimit(name, amount, { limit: limits.get(name), path }),
      ...checkPages(name, amount, path.child("requests").key(name), rules),
    ]),
    ...(needsMore ? [forbidden(path, "HugePages require cpu or memory")] : []),
    ...validateClaims(asObjects(resources.claims), path.child("claims"), rules.claims),
  ];
}

/** Parses the amounts of a resource list; invalid ones were rejected before. */
export function readAmounts(value: JsonValue | undefined): ReadonlyMap<string, Quantity> {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  return new Map(
    entries.flatMap(([name, amount]) => {
      const quantity = parseQuantity(String(amount)).value;
      return quantity === undefined ? [] : [[name, quantity] as const];
    }),
  );
}

function validateAmount(name: string, amount: Quantity, path: FieldPath, rules: ResourceRules): FieldError[] {
  const errors = rules.validateName(name, path);
  appendAll(errors, checkQuantity(name, amount, path));
  return errors;
}

function checkPages(name: string, amount: Quantity, path: FieldPath, { leniency }: ResourceRules): FieldError[] {
  if (!isHugePages(name) || leniency.allowsOddHugePages || isDivisibleByPages(name, amount)) {
    return [];
  }
  const printed = printQuantity(amount);
  return [invalid(path, printed, `${printed} is not positive integer multiple of ${name}`)];
}

function compareToLimit(
  name: string,
  amount: Quantity,
  { limit, path }: { readonly limit: Quantity | undefined; readonly path: FieldPath },
): FieldError[] {
  const isOvercommitted = isOvercommitable(name);
  if (limit === undefined) {
    return isOvercommitted
      ? []
      : [required(path.child("limits"), "Limit must be set for non overcommitable resources")];
  }
  const order = compareQuantities(amount, limit);
  const refuse = (how: string) => [
    invalid(path.child("requests"), printQuantity(amount), `must be ${how} ${name} limit of ${printQuantity(limit)}`),
  ];
  if (order !== 0 && !isOvercommitted) {
    return refuse("equal to");
  }
  return order > 0 ? refuse("less than or equal to") : [];
}

function validateClaims(claims: readonly JsonObject[], path: FieldPath, known: ReadonlySet<string>): FieldError[] {
  const seen = new Map<string, number>();
  const why = once(() => explainUnknown(known));
  return claims.flatMap(({ name: given, request: asked }, i) => {
    const at = path.index(i);
    const name = asText(given);
    if (name === "") {
      return [required(at, "")];
    }
    const request = asText(asked);
    const errors = checkClaimed(name, request, { at, seen });
    return known.has(name) ? errors : [...errors, { ...notFound(at, name), detail: why() }];
  });
}

function explainUnknown(known: ReadonlySet<string>): string {
  const names = [...known].sort();
  const rest = names.length === 0 ? " which is empty" : `: ${names.join(", ")}`;
  return `must be one of the names in pod.spec.resourceClaims${rest}`;
}

/** Validates that a container uses each claim or request of a claim once; `seen` counts the requests per claim. */
function checkClaimed(
  name: string,
  request: string,
  { at, seen }: { readonly at: FieldPath; readonly seen: Map<string, number> },
): FieldError[] {
  const named = seen.get(name);
  if (named === WHOLE) {
    return [duplicate(at, name)];
  }
  if (request === "") {
    seen.set(name, WHOLE);
    return Array.from({ length: Math.min(named ?? 0, MAX_CROSS_ERRORS) }, () => duplicate(at, name));
  }
  const key = `${name}/${request}`;
  const errors = checkLabel(request, at.child("request"));
  if (seen.has(key)) {
    return [...errors, duplicate(at, key)];
  }
  seen.set(key, WHOLE);
  seen.set(name, (named ?? 0) + 1);
  return errors;
}

const WHOLE = -1;
