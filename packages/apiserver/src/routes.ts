import { statusGeneric, statusMethodNotSupported, statusNotFound, statusNotImplemented } from "@kiln/api";
import { type Resource, subresourcesOf } from "@kiln/kinds";
import type { ApiResponse } from "@kiln/wire";
import { type AggregatedServices, serveAggregated } from "./aggregation/serve-aggregated.ts";
import { pageNotFound } from "./http/respond.ts";
import type { NodeConnections } from "./nodes/kubelet.ts";
import { type NonResourceServices, nonResourceRoutes } from "./non-resource-routes.ts";
import type { Context } from "./request/context.ts";
import type { RequestInfo } from "./request/request-info.ts";
import { createConnect, isConnection } from "./verbs/connect.ts";
import { create } from "./verbs/create.ts";
import { deleteOne } from "./verbs/delete.ts";
import { deleteCollection } from "./verbs/delete-collection.ts";
import { get } from "./verbs/get.ts";
import type { FindKindVerb } from "./verbs/kind-verbs.ts";
import { list } from "./verbs/list.ts";
import { patch } from "./verbs/patch.ts";
import { review } from "./verbs/review.ts";
import { getScale, patchScale, updateScale } from "./verbs/scale.ts";
import { update } from "./verbs/update.ts";
import type { Verb } from "./verbs/verb.ts";
import { createWatch } from "./verbs/watch.ts";
import type { Watches } from "./watch/watches.ts";

type Verbs = ReadonlyMap<string, Verb>;

/** Parts of the server that only some routes use. */
export interface RouteServices {
  readonly aggregated: AggregatedServices;
  readonly nonResource: NonResourceServices;
  readonly kindVerbs: FindKindVerb;
  readonly connections: NodeConnections;
  readonly watches: Watches;
}

interface Router {
  readonly services: RouteServices;
  readonly connect: Verb;
  /** Verbs by subresource; the empty name is the resource itself. */
  readonly verbs: ReadonlyMap<string, Verbs>;
}

/** Router of requests that passed all filters. */
export function createRouter(services: RouteServices): (context: Context) => Promise<ApiResponse> {
  const router: Router = {
    services,
    connect: createConnect(services.connections),
    verbs: createVerbs(services.watches),
  };
  return (context) => route(context, router);
}

function createVerbs(watches: Watches): Router["verbs"] {
  const part = new Map([
    ["get", get],
    ["update", update],
    ["patch", patch],
  ]);
  return new Map<string, Verbs>([
    [
      "",
      new Map([
        ["get", get],
        ["list", list],
        ["watch", createWatch(watches)],
        ["create", create],
        ["update", update],
        ["patch", patch],
        ["delete", deleteOne],
        ["deletecollection", deleteCollection],
      ]),
    ],
    ["finalize", new Map([["update", update]])],
    ...["status", "approval", "ephemeralcontainers", "resize"].map((name): readonly [string, Verbs] => [name, part]),
    [
      "scale",
      new Map([
        ["get", getScale],
        ["update", updateScale],
        ["patch", patchScale],
      ]),
    ],
  ]);
}

async function route(context: Context, router: Router): Promise<ApiResponse> {
  const { info, services } = context;
  // Kubernetes: the outermost router compares paths without normalizing them (server/mux/pathrecorder.go ServeHTTP,
  // v1.36).
  if (info.path.startsWith("//") || info.path.startsWith("/apis//")) {
    return pageNotFound();
  }
  const aggregated = serveAggregated(context, router.services.aggregated);
  if (aggregated !== undefined) {
    return aggregated;
  }
  if (!info.isResource) {
    return nonResourceRoutes(context, router.services.nonResource);
  }
  const resource = services.registry.find(info.group, info.version, info.resource);
  if (resource === undefined) {
    if (services.registry.hasBuiltIn(info.group)) {
      throw statusGeneric(404);
    }
    return pageNotFound();
  }
  const { hasRouter } = resource.dialect.routing;
  if (!hasRouter && !isInScope(resource, info)) {
    return pageNotFound();
  }
  context.resource = resource;
  const verb = hasRouter ? builtInVerb(context, router, resource) : customVerb(context, router, resource);
  if (resource.serving.warning !== undefined) {
    context.auditAnnotations ??= new Map();
    context.auditAnnotations.set("k8s.io/deprecated", "true");
    if (hasRouter) {
      context.warnings.push(resource.serving.warning);
    }
  }
  return verb(context, resource);
}

/** Whether the path has the scope of the resource: custom resources are served only there. */
function isInScope(resource: Resource, { namespace, verb }: RequestInfo): boolean {
  return resource.isNamespaced ? namespace !== "" || verb === "list" || verb === "watch" : namespace === "";
}

/**
 * Kubernetes: the rest of the path is not checked, so `POST /widgets/name` is a create
 * (apiserver/customresource_handler.go serveResource, v1.36).
 */
function customVerb({ info, warnings }: Context, router: Router, resource: Resource): Verb {
  if (resource.serving.warning !== undefined) {
    warnings.push(resource.serving.warning);
  }
  const verbs = hasSubresource(resource, info.subresource) ? router.verbs.get(info.subresource) : undefined;
  if (verbs === undefined) {
    throw statusNotFound(info, info.name);
  }
  const verb = verbs.get(info.verb);
  if (verb === undefined) {
    throw statusMethodNotSupported(info, info.verb);
  }
  return verb;
}

/** Verbs on the path of a collection. */
const COLLECTION: readonly string[] = ["list", "watch", "create", "deletecollection"];
const ALL_NAMESPACES: readonly string[] = ["list", "watch"];
const OBJECT: readonly string[] = ["get", "update", "patch", "delete"];
const WATCH_PATH: readonly string[] = ["watch"];
const NOWHERE: readonly string[] = [];

/**
 * Kubernetes: built-in kinds have routes, and only exact matches reach a verb (endpoints/installer.go
 * registerResourceHandlers, v1.36).
 */
function builtInVerb({ info }: Context, router: Router, resource: Resource): Verb {
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
    return router.connect;
  }
  const { subresource } = info;
  const own = router.services.kindVerbs(resource, subresource, info.verb);
  const verb = own ?? router.verbs.get(subresource)?.get(info.verb);
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
  // The path of a Namespace object counts as inside its namespace.
  const isInside = info.namespace !== "" && !(info.resource === "namespaces" && info.name === info.namespace);
  const isTooDeep = parts.length > 3 && !(subresource === "proxy" && isConnection(resource, subresource));
  const isProxyPath = info.verb === "proxy";
  if (isProxyPath || isTooDeep || (isInside && !resource.isNamespaced)) {
    return NOWHERE;
  }
  const isElsewhere = resource.isNamespaced && !isInside;
  const served = (verbs: readonly string[]) => verbs.filter((verb) => resource.serving.verbs.includes(verb));
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
