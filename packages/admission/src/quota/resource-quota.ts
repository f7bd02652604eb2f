import { type JsonObject, objectAt, printQuantity, textAt } from "@kiln/api";
import { peekObject, SERVER_ACTOR, SETTING_PREFIXES, storeKey } from "@kiln/kinds";
import type { AdmissionPlugin } from "../admission-plugin.ts";
import { chargeQuota, type Demand, toJsonResources } from "./charge-quota.ts";
import { findEvaluator } from "./find-evaluator.ts";
import { readQuota } from "./quota.ts";

/**
 * ResourceQuota: denies writes beyond the quotas of a namespace. The usage is added to the quotas' status before the
 * object is written: if the write fails, a controller recounts.
 */
export const resourceQuota: AdmissionPlugin = {
  name: "ResourceQuota",
  handles: ({ services, resource, operation }) =>
    resource.isNamespaced && (operation === "CREATE" || operation === "UPDATE") && !services.settings.isEmpty("quotas"),
  validate(attributes) {
    const { services, namespace, resource } = attributes;
    const quotas = services.settings.list("quotas", namespace);
    const evaluator = quotas.length === 0 ? undefined : findEvaluator(resource.group, resource.names.plural);
    if (evaluator?.handles(attributes) !== true) {
      return undefined;
    }
    const demand: Demand = { attributes, evaluator, now: services.clock.now() };
    const charged = quotas
      .map((quota) => textAt(objectAt(quota, "metadata"), "name"))
      .filter((name) => isCharged(demand, name));
    const isFree = attributes.isDryRun || isTaken(attributes) || charged.length === 0;
    return isFree ? undefined : writeAll(demand, charged);
  },
};

/** Whether the create will fail because the name exists. */
function isTaken({ services, operation, resource, namespace, name }: Demand["attributes"]): boolean {
  return operation === "CREATE" && services.store.peek(storeKey(resource, namespace, name)) !== undefined;
}

/** Whether the quota applies to the write; throws if it is exceeded. */
function isCharged(demand: Demand, name: string): boolean {
  const { services, namespace } = demand.attributes;
  // The stored quota, because the projection lacks usage that was added in this turn.
  const quota = peekObject(services, `${SETTING_PREFIXES.quotas}${namespace}/${name}`);
  return quota !== undefined && chargeQuota(demand, readQuota(quota)) !== undefined;
}

async function writeAll(demand: Demand, names: readonly string[]): Promise<undefined> {
  const { services, namespace } = demand.attributes;
  const resource = services.registry.find("", "v1", "resourcequotas");
  if (resource === undefined) {
    return undefined;
  }
  const change = (object: JsonObject) => charge(demand, object);
  await Promise.all(
    names.map((name) =>
      services.objects.change(SERVER_ACTOR, { place: { resource, namespace, name, subresource: "status" }, change }),
    ),
  );
  return undefined;
}

/** Adds the write to the usage in the quota's status; false if the quota does not apply. */
function charge(demand: Demand, object: JsonObject): boolean {
  const used = chargeQuota(demand, readQuota(object));
  if (used !== undefined) {
    object.status = { ...objectAt(object, "status"), used: toJsonResources(used, printQuantity) };
  }
  return used !== undefined;
}
