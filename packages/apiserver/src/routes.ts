import { statusGeneric, statusMethodNotSupported, statusNotFound, statusNotImplemented } from "@kiln/api";
import type { Resource } from "@kiln/kinds";
import type { ApiResponse } from "@kiln/wire";
import { serveAggregated } from "./aggregation/serve-aggregated.ts";
import { subresourcesOf } from "./discovery/subresources.ts";
import { pageNotFound } from "./http/respond.ts";
import { nonResourceRoutes } from "./non-resource-routes.ts";
import type { Context } from "./request/context.ts";
import type { RequestInfo } from "./request/request-info.ts";
import { connect, isConnection } from "./verbs/connect.ts";
import { create } from "./verbs/create.ts";
import { deleteOne } from "./verbs/delete.ts";
import { deleteCollection } from "./verbs/delete-collection.ts";
import { get } from "./verbs/get.ts";
import { list } from "./verbs/list.ts";
import { patch } from "./verbs/patch.ts";
import { review } from "./verbs/review.ts";
import { getScale, patchScale, updateScale } from "./verbs/scale.ts";
import { update } from "./verbs/update.ts";
import type { Verb } from "./verbs/verb.ts";
import { watch } from "./verbs/watch.ts";

type Verbs = ReadonlyMap<string, Verb>;

/** Handlers by subresource and verb; the empty subresource is the resource itself. */
const VERBS: ReadonlyMap<string, Verbs> = new Map<string, Verbs>([
  [
    "",
    new Map([
      ["get", get],
      ["list", list],
      ["watch", watch],
      ["create", create],
      ["update", update],
      ["patch", patch],
      ["delete", deleteOne],
      ["deletecollection", deleteCollection],
    ]),
  ],
  ["finalize", new Map([["update", update]])],
  [
    "status",
    new Map([
      ["get", get],
      ["update", update],
      ["patch", patch],
    ]),
  ],
  ...["approval", "ephemeralcontainers", "resize"].map((subresource): readonly [string, Verbs] => [
    subresource,
    new Map([
      ["get", get],
      ["update", update],
      ["patch", patch],
    ]),
  ]),
  [
    "scale",
    new Map([
      ["get", getScale],
      ["update", updateScale],
      ["patch", patchScale],
    ]),
  ],
]);

export async function route(context: Context): Promise<ApiResponse> {
  const { info, services } = context;
  // Kubernetes: its outermost router takes paths as they are (server/mux/pathrecorder.go ServeHTTP, v1.36).
  if (info.path.startsWith("//") || info.path.startsWith("/apis//")) {
    return pageNotFound();
  }
  const aggregated = serveAggregated(context);
  if (aggregated !== undefined) {
    return aggregated;
  }
  if (!info.isResource) {
    return nonResourceRoutes(context);
  }
  const resource = services.registry.find(info.group, info.version, info.resource);
  if (resource === undefined) {
    if (services.registry.hasBuiltIn(info.group)) {
      throw statusGeneric(404);
    }
    return pageNotFound();
  }
  if (resource.isCustom && !isInScope(resource, info)) {
    return pageNotFound();
  }
  context.resource = resource;
  const verb = resource.isCustom ? customVerb(context, resource) : builtInVerb(context, resource);
  if (resource.warning !== undefined) {
    context.auditAnnotations ??= new Map();
    context.auditAnnotations.set("k8s.io/deprecated", "true");
    if (!resource.isCustom) {
      context.warnings.push(resource.warning);
    }
  }
  return verb(context, resource);
}

/** Custom resources answer only where they are. */
function isInScope(resource: Resource, { namespace, verb }: RequestInfo): boolean {
  return resource.isNamespaced ? namespace !== "" || verb === "list" || verb === "watch" : namespace === "";
}

/**
 * Kubernetes: the rest of the path is not checked, so `POST /things/name` is a create
 * (apiserver/customresource_handler.go serveResource, v1.36).
 */
function customVerb({ info, warnings }: Context, resource: Resource): Verb {
  if (resource.warning !== undefined) {
    warnings.push(resource.warning);
  }
  const verbs = hasSubresource(resource, info.subresource) ? VERBS.get(info.subresource) : undefined;
  if (verbs === undefined) {
    throw statusNotFound(info, info.name);
  }
  const verb = verbs.get(info.verb);
  if (verb === undefined) {
    throw statusMethodNotSupported(info, info.verb);
  }
  return verb;
}

/** Where a path of a built-in kind leads, and what can be done there. */
const COLLECTION: readonly string[] = ["list", "watch", "create", "deletecollection"];
const ALL_NAMESPACES: readonly string[] = ["list", "watch"];
const OBJECT: readonly string[] = ["get", "update", "patch", "delete"];
const WATCH_PATH: readonly string[] = ["watch"];
const NOWHERE: readonly string[] = [];

/**
 * Kubernetes: built-in kinds have routes, and only exact matches reach a verb (endpoints/installer.go
 * registerResourceHandlers, v1.36).
 */
function builtInVerb({ info, services }: Context, resource: Resource): Verb {
  const here = verbsAt(resource, info);
  if (here.length === 0) {
    throw statusGeneric(404);
  }
  if (info.verb === "watch" && info.method === "GET" && here.includes("list") && !here.includes("watch")) {
    return refuseWatch;
  }
  const isAsked = here.includes(info.verb) && info.method !== "HEAD" && (!info.isWatchPath || info.method === "GET");
  if (!isAsked) {
    throw statusGeneric(405);
  }
  if (isConnection(resource, info.subresource)) {
    return connect;
  }
  const verb = services.kindVerbs(resource, info.subresource, info.verb) ?? VERBS.get(info.subresource)?.get(info.verb);
  if (verb === undefined) {
    throw statusNotImplemented(`${info.resource}/${info.subresource} needs a node, and this server has none`);
  }
  return resource.strategy.answer === undefined || info.subresource !== "" ? verb : review;
}

/**
 * Kubernetes: a watch goes to the list handler, which reports that it cannot watch (handlers/get.go ListResource,
 * v1.36).
 */
const refuseWatch: Verb = ({ info }) => {
  throw statusMethodNotSupported(info, info.verb);
};

function verbsAt(resource: Resource, info: RequestInfo): readonly string[] {
  const { parts, subresource } = info;
  // A Namespace's own path counts as being inside the namespace.
  const isInside = info.namespace !== "" && !(info.resource === "namespaces" && info.name === info.namespace);
  const isTooDeep = parts.length > 3 && !(subresource === "proxy" && isConnection(resource, subresource));
  const isProxyPath = info.verb === "proxy";
  if (isProxyPath || isTooDeep || (isInside && !resource.isNamespaced)) {
    return NOWHERE;
  }
  const isElsewhere = resource.isNamespaced && !isInside;
  const served = (verbs: readonly string[]) => verbs.filter((verb) => resource.verbs.includes(verb));
  if (parts.length === 1) {
    return served(info.isWatchPath ? WATCH_PATH : isElsewhere ? ALL_NAMESPACES : COLLECTION);
  }
  if (isElsewhere) {
    return NOWHERE;
  }
  if (parts.length === 2) {
    return served(info.isWatchPath ? WATCH_PATH : OBJECT);
  }
  const found = subresourcesOf(resource).find(({ name }) => name === subresource);
  return info.isWatchPath || found === undefined ? NOWHERE : found.verbs;
}

function hasSubresource(resource: Resource, subresource: string): boolean {
  return subresource === "" || subresourcesOf(resource).some(({ name }) => name === subresource);
}
