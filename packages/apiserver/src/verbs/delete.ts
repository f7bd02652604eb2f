import { statusNotFound, statusSuccess } from "@kiln/api";
import { negotiate } from "../http/negotiate.ts";
import { readLiveObject } from "../read-object.ts";
import { storeKey } from "../resources/resource.ts";
import { withStoreErrors } from "../store-errors.ts";
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
