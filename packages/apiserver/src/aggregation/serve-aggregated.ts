import type { ApiResponse } from "@kiln/wire";
import { textResponse } from "../http/respond.ts";
import { forward } from "../proxy/forward.ts";
import type { Context } from "../request/context.ts";
import { splitPath } from "../request/request-info.ts";
import type { AggregatedVersion, Aggregation } from "./aggregation.ts";
import { type ReachServices, toServiceRequest } from "./service-request.ts";

/** Parts of the server that requests to extension API servers use. */
export interface AggregatedServices extends ReachServices {
  readonly aggregation: Aggregation;
}

/** Response of an extension API server, for paths of its group version; undefined for others. */
export function serveAggregated(context: Context, services: AggregatedServices): Promise<ApiResponse> | undefined {
  const { aggregation } = services;
  if (aggregation.isEmpty) {
    return undefined;
  }
  const [root, ...rest] = splitPath(context.info.path);
  // The OpenAPI v3 document of a group version is at /openapi/v3/apis/GROUP/VERSION.
  const [group, version] = root === "openapi" && rest[0] === "v3" && rest[1] === "apis" ? rest.slice(2) : rest;
  const isPath = root === "apis" || (root === "openapi" && rest.length === 4);
  const found = isPath && group !== undefined && version !== undefined ? aggregation.find(group, version) : undefined;
  return found === undefined ? undefined : passOn(context, services, found);
}

async function passOn(context: Context, services: ReachServices, found: AggregatedVersion): Promise<ApiResponse> {
  // Kubernetes: no Status here (kube-aggregator/pkg/apiserver/handler_proxy.go ServeHTTP, v1.36).
  const unavailable = textResponse(503, "service unavailable\n");
  if (!found.isAvailable) {
    return unavailable;
  }
  const { request, user } = context;
  const destination = await toServiceRequest(services, found, { target: request.target, user }).catch(() => undefined);
  return destination === undefined ? unavailable : forward(context, services.proxy, destination);
}
