import { type JsonObject, statusNotFound, statusSuccess } from "@kiln/api";
import type { Entry } from "@kiln/store";
import type { Context } from "../context.ts";
import { negotiate } from "../http/negotiate.ts";
import { readLiveObject, setResourceVersion } from "../read-object.ts";
import { type Resource, storeKey } from "../resources/resource.ts";
import { withStoreErrors } from "../store-errors.ts";
import { closeStoredValue, encodeObject } from "../stored-value.ts";
import { headOf } from "../write/head-of.ts";
import { isHeldBack, markDeleted } from "../write/mark-deleted.ts";
import { metadataOf } from "../write/write.ts";
import type { Verb } from "./verb.ts";

export const deleteOne: Verb = async (context, resource) => {
  const { services, info } = context;
  const output = negotiate(context, resource);
  const key = storeKey(resource, info.namespace, info.name);
  const entry = services.store.peek(key);
  const groupResource = { group: resource.group, resource: resource.names.plural };
  if (entry === undefined) {
    throw statusNotFound(groupResource, info.name);
  }
  const live = readLiveObject(resource, entry);
  const { object } = live;
  const isMarked = metadataOf(object).deletionTimestamp !== undefined;
  if (!isMarked && (resource.strategy.prepareDelete !== undefined || isHeldBack(resource, object))) {
    markDeleted(resource, object, services);
  }
  if (isHeldBack(resource, object)) {
    const isDryRun = info.query.get("dryRun") === "All";
    const revision = isMarked || isDryRun ? entry.revision : await storeMark(context, resource, { entry, object });
    setResourceVersion(object, revision);
    return output.respondObject(200, object);
  }
  await withStoreErrors(resource, info.name, () => services.store.delete(key, { revision: entry.revision }));
  if (resource.returnsDeleted) {
    return output.respondObject(200, live.object);
  }
  const details = {
    name: info.name,
    group: resource.group,
    kind: resource.names.plural,
    uid: String(metadataOf(live.object).uid),
  };
  return output.respondStatus(200, statusSuccess({ details }));
};

interface Marked {
  readonly entry: Entry;
  readonly object: JsonObject;
}

function storeMark({ services, info }: Context, resource: Resource, { entry, object }: Marked): Promise<number> {
  const value = closeStoredValue(encodeObject(object), headOf(resource, object), resource.storage.stamp);
  return withStoreErrors(resource, info.name, () => {
    const replaced = services.store.replace(entry.key, value, { revision: entry.revision });
    resource.strategy.afterWrite?.(services, entry.key);
    return replaced;
  });
}
