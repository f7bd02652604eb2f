import { statusGeneric } from "@kiln/api";
import type { RequestHeaders } from "@kiln/wire";
import { checkRouteAccept } from "../output/negotiate.ts";

interface RouteRequest {
  readonly method: string;
  readonly headers: RequestHeaders;
  /** Media types of the path. */
  readonly mediaTypes: readonly string[];
}

/**
 * For paths that accept only GET. Kubernetes: the router checks the Content-Type, which a GET does not need, before
 * Accept (emicklei/go-restful/v3/jsr311.go detectRoute, v1.36).
 */
export function checkRouteRequest({ method, headers, mediaTypes }: RouteRequest): void {
  if (method !== "GET") {
    throw statusGeneric(405);
  }
  const contentType = headers["content-type"] ?? "";
  const isReadable = contentType.split(",").some((part) => mediaTypes.includes((part.split(";")[0] as string).trim()));
  if (contentType !== "" && !isReadable) {
    throw statusGeneric(415, "415: Unsupported Media Type");
  }
  checkRouteAccept(headers, mediaTypes);
}
