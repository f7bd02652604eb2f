import { findEvaluator, isInScopes, type QuotaEvaluator, scopesOf, ZERO } from "@kiln/admission";
import { addQuantities, createQuantity, type JsonObject, objectAt, type Quantity } from "@kiln/api";
import { type Kinds, type Resource, type ResourceList, readStoredObject } from "@kiln/kinds";
import type { ControllerServices } from "./controller-services.ts";

export interface Measurement {
  readonly services: ControllerServices;
  readonly kinds: Kinds;
  readonly namespace: string;
  readonly quota: JsonObject;
}

/** Usage of the quota's resources by the objects of the namespace; unknown resource names are left out. */
export async function measureQuota(measurement: Measurement): Promise<ResourceList> {
  const { kinds, quota } = measurement;
  const limited = Object.keys(objectAt(quota, "spec", "hard"));
  const used: ResourceList = new Map();
  for (const resource of kinds.all()) {
    const evaluator = resource.isNamespaced ? findEvaluator(resource.group, resource.names.plural) : undefined;
    const names = evaluator?.matchingNames(limited) ?? [];
    if (evaluator !== undefined && names.length > 0) {
      const usage = await measureKind(measurement, { resource, evaluator });
      for (const name of names) {
        used.set(name, addQuantities(used.get(name) ?? ZERO, usage.get(name) ?? ZERO));
      }
    }
  }
  return used;
}

interface MeasuredKind {
  readonly resource: Resource;
  readonly evaluator: QuotaEvaluator;
}

async function measureKind(measurement: Measurement, { resource, evaluator }: MeasuredKind): Promise<ResourceList> {
  const { services, namespace, quota } = measurement;
  const prefix = `${resource.storage.prefix}${namespace}/`;
  const scopes = scopesOf(objectAt(quota, "spec"));
  if (evaluator.isCount === true) {
    const count = scopes.length > 0 ? 0 : await services.store.count({ prefix });
    const amount = createQuantity(BigInt(count), "DecimalSI");
    return new Map([...evaluator.usage({}, services.clock.now()).keys()].map((name) => [name, amount]));
  }
  const total = new Map<string, Quantity>();
  for await (const { entries } of await services.store.range({ prefix })) {
    for (const entry of entries) {
      const object = readStoredObject(resource, entry);
      const usage = isInScopes(evaluator, scopes, object) ? evaluator.usage(object, services.clock.now()) : [];
      for (const [name, quantity] of usage) {
        total.set(name, addQuantities(total.get(name) ?? ZERO, quantity));
      }
    }
  }
  return total;
}
