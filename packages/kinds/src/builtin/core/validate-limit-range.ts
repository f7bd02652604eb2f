import {
  appendAll,
  asNamedString,
  asText,
  checkLabelKey,
  compareQuantities,
  type FieldError,
  type FieldPath,
  forbidden,
  getOwn,
  invalid,
  type JsonObject,
  type JsonValue,
  objectAt,
  parseQuantity,
  printQuantity,
  type Quantity,
  quantityMilliValue,
  quantityValue,
  required,
  rootPath,
} from "@kiln/api";
import { checkText } from "../field-checks.ts";
import { fieldRules } from "../field-rules.ts";
import { amountOf } from "./check-amount.ts";
import { isOvercommitable, validateContainerResourceName, validateResourceName } from "./resource-names.ts";

const TYPES = ["Container", "PersistentVolumeClaim", "Pod"];

const checkRange = fieldRules({ "spec.limits[]": [{ type: [checkType, "unique"] }, validateLimit] });

export function validateLimitRange(range: JsonObject): FieldError[] {
  return checkRange(range, rootPath);
}

function checkType(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const type = asText(value);
  const faults = checkText(type, path, checkLabelKey);
  const errors =
    faults.length > 0 || type.includes("/") || TYPES.includes(type)
      ? faults
      : [invalid(path, type, "must be a standard limit type or fully qualified")];
  return errors.map(asNamedString);
}

/**
 * Kubernetes: names are validated list by list, in this order (core/validation/validation.go ValidateLimitRange,
 * v1.36).
 */
const LISTS = ["max", "min", "default", "defaultRequest", "maxLimitRequestRatio"] as const;
type List = (typeof LISTS)[number];

function validateLimit(limit: JsonObject, path: FieldPath): FieldError[] {
  const isOfPods = limit.type === "Pod";
  const isOfContainers = isOfPods || limit.type === "Container";
  const checkName = isOfContainers ? validateContainerResourceName : validateResourceName;
  const keys = new Set<string>();
  const errors: FieldError[] = [];
  for (const list of LISTS) {
    const names = Object.keys(objectAt(limit, list));
    const isDefault = list === "default" || list === "defaultRequest";
    if (list === "maxLimitRequestRatio") {
      appendAll(errors, requireStorage(limit, path));
    }
    if (isOfPods && isDefault) {
      const why = "may not be specified when `type` is 'Pod'";
      appendAll(errors, names.length > 0 ? [forbidden(path.child(list), why)] : []);
      continue;
    }
    for (const name of names) {
      keys.add(name);
      appendAll(errors, checkName(name, path.child(list).key(name)));
    }
  }
  const amount = (list: List, name: string) =>
    isOfPods && (list === "default" || list === "defaultRequest")
      ? undefined
      : amountOf(getOwn(objectAt(limit, list), name));
  return [...errors, ...[...keys].flatMap((name) => compareAmounts(name, (list) => amount(list, name), path))];
}

function requireStorage(limit: JsonObject, path: FieldPath): FieldError[] {
  const hasStorage = ["min", "max"].some((list) => getOwn(objectAt(limit, list), "storage") !== undefined);
  return limit.type === "PersistentVolumeClaim" && !hasStorage
    ? [required(path.child("limits"), "either minimum or maximum storage value is required, but neither was provided")]
    : [];
}

type AmountIn = (list: List) => Quantity | undefined;

interface Order {
  readonly less: List;
  readonly more: List;
  /** List that the error names, with its amount. */
  readonly at: List;
  readonly shows: "less" | "more";
  readonly says: readonly [less: string, more: string];
}

/** Pairs of lists whose first amount must not exceed the second. */
const ORDERS: readonly Order[] = [
  { less: "min", more: "max", at: "min", shows: "less", says: ["min value", "max value"] },
  {
    less: "min",
    more: "defaultRequest",
    at: "defaultRequest",
    shows: "more",
    says: ["min value", "default request value"],
  },
  {
    less: "defaultRequest",
    more: "max",
    at: "defaultRequest",
    shows: "less",
    says: ["default request value", "max value"],
  },
  {
    less: "defaultRequest",
    more: "default",
    at: "defaultRequest",
    shows: "less",
    says: ["default request value", "default limit value"],
  },
  { less: "min", more: "default", at: "default", shows: "less", says: ["min value", "default value"] },
  { less: "default", more: "max", at: "default", shows: "more", says: ["default value", "max value"] },
];

function compareAmounts(name: string, amount: AmountIn, path: FieldPath): FieldError[] {
  const wrong = ORDERS.flatMap(({ less, more, at, shows, says }) => {
    const [small, large] = [amount(less), amount(more)];
    if (small === undefined || large === undefined || compareQuantities(small, large) <= 0) {
      return [];
    }
    const [first, second] = [printQuantity(small), printQuantity(large)];
    const why = `${says[0]} ${first} is greater than ${says[1]} ${second}`;
    return [invalid(path.child(at).key(name), shows === "less" ? first : second, why)];
  });
  return [...wrong, ...checkRatio(name, amount, path), ...checkEqual(name, amount, path)];
}

const ONE = parseQuantity("1").value as Quantity;
/** Maximum amount whose thousandths fit an int64. */
const MAX_MILLI = 9_223_372_036_854_775n;

function checkRatio(name: string, amount: AmountIn, path: FieldPath): FieldError[] {
  const [ratio, min, max] = [amount("maxLimitRequestRatio"), amount("min"), amount("max")];
  if (ratio === undefined) {
    return [];
  }
  const printed = printQuantity(ratio);
  const refuse = (why: string) => invalid(path.child("maxLimitRequestRatio").key(name), printed, why);
  const errors = compareQuantities(ratio, ONE) < 0 ? [refuse(`ratio ${printed} is less than 1`)] : [];
  if (min === undefined || max === undefined) {
    return errors;
  }
  const isSmall = [ratio, min, max].every((each) => quantityValue(each) < MAX_MILLI);
  const amountIn = (each: Quantity) => Number(isSmall ? quantityMilliValue(each) : quantityValue(each));
  const [allowed, asked] = [amountIn(max) / amountIn(min), isSmall ? amountIn(ratio) / 1000 : amountIn(ratio)];
  return asked > allowed
    ? [...errors, refuse(`ratio ${printed} is greater than max/min = ${allowed.toFixed(6)}`)]
    : errors;
}

/** Validates an extended resource, which cannot be overcommitted. */
function checkEqual(name: string, amount: AmountIn, path: FieldPath): FieldError[] {
  const [limit, request] = [amount("default"), amount("defaultRequest")];
  if (
    isOvercommitable(name) ||
    limit === undefined ||
    request === undefined ||
    compareQuantities(limit, request) === 0
  ) {
    return [];
  }
  const [first, second] = [printQuantity(limit), printQuantity(request)];
  const why = `default value ${first} must equal to defaultRequest value ${second} in ${name}`;
  return [invalid(path.child("defaultRequest").key(name), second, why)];
}
