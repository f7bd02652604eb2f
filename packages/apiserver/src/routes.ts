import { statusGeneric } from "@kiln/api";
import type { Context } from "./context.ts";
import type { ApiResponse } from "./http/message.ts";
import { textResponse } from "./http/respond.ts";
import { nonResourceRoutes } from "./non-resource-routes.ts";
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
  if (resource === undefined) {
    if (!services.registry.hasGroupVersion(info.group, info.version)) {
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
