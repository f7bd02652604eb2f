import { statusGeneric } from "@kiln/api";
import type { Context } from "./context.ts";
import type { ApiResponse } from "./http/message.ts";
import { textResponse } from "./http/respond.ts";
import { nonResourceRoutes } from "./non-resource-routes.ts";
import type { RequestInfo } from "./request-info.ts";
import type { Registry } from "./resources/registry.ts";
import type { Resource } from "./resources/resource.ts";
import { create } from "./verbs/create.ts";
import { deleteOne } from "./verbs/delete.ts";
import { get } from "./verbs/get.ts";
import { list } from "./verbs/list.ts";
import { patch } from "./verbs/patch.ts";
import { update } from "./verbs/update.ts";
import type { Verb } from "./verbs/verb.ts";
import { watch } from "./verbs/watch.ts";

const VERBS: ReadonlyMap<string, Verb> = new Map([
  ["get", get],
  ["list", list],
  ["watch", watch],
  ["create", create],
  ["update", update],
  ["patch", patch],
  ["delete", deleteOne],
]);

export async function route(context: Context): Promise<ApiResponse> {
  const { info, services } = context;
  if (!info.isResource) {
    return nonResourceRoutes(context) ?? textResponse(404, "404 page not found\n");
  }
  const resource = services.registry.find(info.group, info.version, info.resource);
  if (resource === undefined || !isInScope(resource, info)) {
    if (!hasBuiltIn(services.registry, info)) {
      return textResponse(404, "404 page not found\n");
    }
    throw statusGeneric(404);
  }
  const verb = VERBS.get(info.verb);
  if (verb === undefined || !resource.verbs.includes(info.verb)) {
    throw statusGeneric(405);
  }
  if (resource.warning !== undefined) {
    context.warnings.push(resource.warning);
  }
  return verb(context, resource);
}

/** Custom resources answer only where they are: built-in kinds tell more about a path that is none of theirs. */
function isInScope(resource: Resource, { namespace, verb }: RequestInfo): boolean {
  if (!resource.isCustom || resource.isNamespaced === (namespace !== "")) {
    return true;
  }
  return resource.isNamespaced && (verb === "list" || verb === "watch");
}

/** Kubernetes: what is unknown gets a Status only in a group version that has kinds of its own. */
function hasBuiltIn(registry: Registry, { group, version }: RequestInfo): boolean {
  return registry.ownedBy("").some((resource) => resource.group === group && resource.version === version);
}
