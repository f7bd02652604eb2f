import { statusNotFound } from "@kiln/api";
import { negotiate } from "../http/negotiate.ts";
import { readServedBytes } from "../read-object.ts";
import { storeKey } from "../resources/resource.ts";
import { withStoreErrors } from "../store-errors.ts";
import type { Verb } from "./verb.ts";

export const get: Verb = async (context, resource) => {
  const { services, info } = context;
  const output = negotiate(context, resource);
  const key = storeKey(resource, info.namespace, info.name);
  const entry = await withStoreErrors(resource, info.name, () => services.store.get(key));
  if (entry === undefined) {
    throw statusNotFound({ group: resource.group, resource: resource.names.plural }, info.name);
  }
  return output.respondObject(200, readServedBytes(resource, entry));
};
