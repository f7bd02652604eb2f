import {
  addQuantities,
  compareQuantities,
  type JsonObject,
  type Quantity,
  quantitySign,
  subtractQuantities,
} from "@kiln/api";
import type { ResourceList } from "@kiln/kinds";
import type { AdmissionAttributes } from "../admission-plugin.ts";
import { forbid } from "../forbid.ts";
import { isInScopes, printResources, type Quota } from "./quota.ts";
import { type QuotaEvaluator, ZERO } from "./quota-evaluator.ts";

/** A write that may change the usage of quotas. */
export interface Demand {
  readonly attributes: AdmissionAttributes;
  readonly evaluator: QuotaEvaluator;
  readonly now: Date;
}

/** Usage of the quota after the write; undefined if the quota does not apply to it. Throws if the quota is exceeded. */
export function chargeQuota(demand: Demand, quota: Quota): ResourceList | undefined {
  const { attributes, evaluator } = demand;
  const { object = {}, subresource } = attributes;
  const names = evaluator.matchingNames([...quota.hard.keys()]);
  if (names.length === 0 || !isInScopes(evaluator, quota.scopes, object)) {
    return undefined;
  }
  const fault = evaluator.constraints?.(names, object);
  if (fault !== undefined) {
    throw forbid(attributes, `failed quota: ${quota.name}: ${fault}`);
  }
  if (names.some((name) => !quota.used.has(name))) {
    throw forbid(attributes, `status unknown for quota: ${quota.name}, resources: ${names.join(",")}`);
  }
  const requested = new Map([...usageDelta(demand, quota)].filter(([name]) => quota.hard.has(name)));
  if (requested.size === 0) {
    return undefined;
  }
  if (subresource !== "status") {
    refuseExcess(attributes, quota, requested);
  }
  const used = new Map(quota.used);
  for (const [name, quantity] of requested) {
    used.set(name, addQuantities(used.get(name) ?? ZERO, quantity));
  }
  return used;
}

function usageDelta({ attributes, evaluator, now }: Demand, quota: Quota): ResourceList {
  const { object = {}, oldObject } = attributes;
  const usage = evaluator.usage(object, now);
  refuseNegative(attributes, usage);
  const before = oldObject !== undefined && isInScopes(evaluator, quota.scopes, oldObject) ? oldObject : undefined;
  const old: ResourceList = before === undefined ? new Map() : evaluator.usage(before, now);
  const delta: ResourceList = new Map();
  for (const [name, quantity] of usage) {
    const more = subtractQuantities(quantity, old.get(name) ?? ZERO);
    if (quantitySign(more) > 0) {
      delta.set(name, more);
    }
  }
  return delta;
}

function refuseNegative(attributes: AdmissionAttributes, usage: ResourceList): void {
  const negative = [...usage].filter(([, quantity]) => quantitySign(quantity) < 0).map(([name]) => name);
  if (negative.length > 0) {
    throw forbid(attributes, `quota usage is negative for resource(s): ${negative.sort().join(",")}`);
  }
}

function refuseExcess(attributes: AdmissionAttributes, quota: Quota, requested: ResourceList): void {
  const exceeded = [...requested].flatMap(([name, quantity]) => (isExceeded(quota, name, quantity) ? [name] : []));
  if (exceeded.length === 0) {
    return;
  }
  const pick = (list: ResourceList) => printResources(new Map([...list].filter(([name]) => exceeded.includes(name))));
  throw forbid(
    attributes,
    `exceeded quota: ${quota.name}, requested: ${pick(requested)}, used: ${pick(quota.used)}, limited: ` +
      pick(quota.hard),
  );
}

function isExceeded({ used, hard }: Quota, name: string, more: Quantity): boolean {
  const limit = hard.get(name);
  return limit !== undefined && compareQuantities(addQuantities(used.get(name) ?? ZERO, more), limit) > 0;
}

/** Amounts as JSON strings, for the status. */
export function toJsonResources(list: ResourceList, print: (quantity: Quantity) => string): JsonObject {
  return Object.fromEntries([...list].map(([name, quantity]) => [name, print(quantity)]));
}
