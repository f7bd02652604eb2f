import { decodeJson, encodeUtf8, type JsonObject, statusGeneric, statusNotAcceptable } from "@kiln/api";
import { MEDIA_TYPES } from "@kiln/kinds";
import type { ApiResponse } from "@kiln/wire";
import { checkRouteRequest } from "../http/check-route-request.ts";
import { encodeTree } from "../http/encode-tree.ts";
import { CONTENT_TYPES, chooseMediaForm, type MediaForm } from "../http/media-form.ts";
import { type AcceptClause, parseAccept } from "../http/parse-accept.ts";
import { pageNotFound } from "../http/respond.ts";
import type { Context } from "../request/context.ts";
import { splitPath } from "../request/request-info.ts";
import type { Discovery, Document } from "./discovery.ts";

/** Discovery documents at /api, /apis and the two levels below, from the resources served now. */
export function discover(context: Context, discovery: Discovery): ApiResponse {
  const [root, ...rest] = splitPath(context.info.path);
  return root === "api" ? discoverCore(context, discovery, rest) : discoverGroups(context, discovery, rest);
}

function discoverCore(context: Context, discovery: Discovery, [version]: readonly string[]): ApiResponse {
  const { services, request } = context;
  const served = version === undefined ? undefined : services.registry.findVersion("", version);
  if (version !== undefined && served === undefined) {
    throw statusGeneric(404);
  }
  checkRoute(context);
  if (served !== undefined) {
    return negotiated(context, discovery.resources(served));
  }
  const encoding = aggregatedEncoding(context);
  if (encoding !== undefined) {
    return aggregatedResponse(context, encoding, discovery.aggregated("core"));
  }
  const serverAddress = request.headers[":authority"] ?? request.headers.host ?? "";
  const addresses = [{ clientCIDR: "0.0.0.0/0", serverAddress }];
  const versions = { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs: addresses };
  return negotiated(context, encodeUtf8(`${JSON.stringify(versions)}\n`));
}

function discoverGroups(context: Context, discovery: Discovery, [group, version]: readonly string[]): ApiResponse {
  const { registry } = context.services;
  if (group === undefined) {
    const encoding = aggregatedEncoding(context);
    return encoding === undefined
      ? negotiated(context, discovery.groups())
      : aggregatedResponse(context, encoding, discovery.aggregated("others"));
  }
  if (version === undefined) {
    const text = discovery.group(group);
    return text === undefined
      ? pageNotFound()
      : negotiated(context, encodeUtf8(`{"kind":"APIGroup","apiVersion":"v1",${text.slice(1)}\n`));
  }
  const isBuiltIn = registry.hasBuiltIn(group);
  const served = registry.findVersion(group, version);
  if (served === undefined) {
    if (isBuiltIn) {
      throw statusGeneric(404);
    }
    return pageNotFound();
  }
  if (isBuiltIn) {
    checkRoute(context);
  }
  return negotiated(context, discovery.resources(served));
}

/**
 * Kubernetes: only some of these paths are registered as routes; the others accept any method
 * (endpoints/discovery/root.go ServeHTTP, v1.36).
 */
function checkRoute({ info, request }: Context): void {
  checkRouteRequest({ method: info.method, headers: request.headers, mediaTypes: MEDIA_TYPES });
}

function negotiated({ request, info, services }: Context, json: Uint8Array): ApiResponse {
  const asked = { headers: request.headers, query: info.query, allowsTargets: false, hasMessage: () => true };
  const form = chooseMediaForm(asked);
  if (form === undefined) {
    throw statusNotAcceptable(MEDIA_TYPES);
  }
  const isAsWritten = form.encoding === "json" && !form.isPretty;
  const body = isAsWritten ? json : encodeTree(decodeJson(json).value as JsonObject, form, services.protobuf);
  return { status: 200, headers: { "content-type": CONTENT_TYPES[form.encoding] }, body };
}

/**
 * Encoding of aggregated discovery, if the client accepts it. Kubernetes: its media type has precedence at any position
 * in the header (discovery/aggregated/wrapper.go ServeHTTP, v1.36).
 */
function aggregatedEncoding({ request }: Context): MediaForm["encoding"] | undefined {
  const accept = request.headers.accept ?? "";
  const clause = accept.includes(AGGREGATED_KIND) ? parseAccept(accept).find(isAggregated) : undefined;
  return clause === undefined ? undefined : (ENCODINGS.get(clause.subtype) ?? "json");
}

const AGGREGATED_KIND = "APIGroupDiscoveryList";
const ENCODINGS: ReadonlyMap<string, MediaForm["encoding"]> = new Map([
  ["*", "json"],
  ["json", "json"],
  ["yaml", "yaml"],
  ["vnd.kubernetes.protobuf", "protobuf"],
]);

function isAggregated({ type, subtype, params }: AcceptClause): boolean {
  return (
    (type === "*" || type === "application") &&
    ENCODINGS.has(subtype) &&
    params.get("g") === "apidiscovery.k8s.io" &&
    params.get("v") === "v2" &&
    params.get("as") === AGGREGATED_KIND
  );
}

function aggregatedResponse(
  { request, services }: Context,
  encoding: MediaForm["encoding"],
  document: Document,
): ApiResponse {
  const { json, etag } = document;
  const headers = { etag, vary: "Accept", "cache-control": "public" };
  if (request.headers["if-none-match"] === etag) {
    return { status: 304, headers };
  }
  const contentType = `${CONTENT_TYPES[encoding]};g=apidiscovery.k8s.io;v=v2;as=${AGGREGATED_KIND}`;
  const form = { encoding, isPretty: false };
  const body = encoding === "json" ? json : encodeTree(decodeJson(json).value as JsonObject, form, services.protobuf);
  return { status: 200, headers: { ...headers, "content-type": contentType }, body };
}
