import { statusGeneric } from "@kiln/api";
import type { RequestHeaders } from "@kiln/wire";

interface RouteRequest {
  readonly method: string;
  readonly headers: RequestHeaders;
  /** Media types that the path supports. */
  readonly mediaTypes: readonly string[];
}

/**
 * Checks the headers of a request to a path that accepts only GET. Kubernetes: the router checks the Content-Type,
 * which a GET does not need, before Accept (emicklei/go-restful/v3/jsr311.go detectRoute, v1.36).
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

/**
 * Kubernetes: built-in resources and discovery have a router that checks Accept first, by simpler rules and with its
 * own message; it does not know `application/*` (emicklei/go-restful/v3/jsr311.go detectRoute, v1.36).
 */
export function checkRouteAccept(headers: RequestHeaders, mediaTypes: readonly string[]): void {
  const accept = headers.accept || "*/*";
  const isKnown = accept.split(",").some((part) => {
    const mediaType = (part.split(";")[0] as string).replace(/^ +| +$/g, "");
    return mediaType === "*/*" || mediaTypes.includes(mediaType);
  });
  if (!isKnown) {
    throw statusGeneric(406, `406: Not Acceptable\n\nAvailable representations: ${mediaTypes.join(", ")}`);
  }
}
