import { statusNotFound } from "@kiln/api";
import { jsonResponse } from "../http/respond.ts";
import { readServedBytes } from "../read-object.ts";
import { storeKey } from "../resources/resource.ts";
import { withStoreErrors } from "../store-errors.ts";
import type { Verb } from "./verb.ts";

export const get: Verb = async ({ services, info }, resource) => {
  const key = storeKey(resource, info.namespace, info.name);
  const entry = await withStoreErrors(resource, info.name, () => services.store.get(key));
  if (entry === undefined) {
    throw statusNotFound({ group: resource.group, resource: resource.names.plural }, info.name);
  }
  return jsonResponse(200, readServedBytes(resource, entry));
};
