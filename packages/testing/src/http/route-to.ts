import type { ApiRequest } from "@kiln/wire";

const CLUSTERS_PATH = "/clusters/";

export interface Route {
  readonly cluster: string;
  readonly request: ApiRequest;
}

/** Fork of a request, and the request with the fork's own path; undefined for the base cluster. */
export function routeTo(request: ApiRequest): Route | undefined {
  const { target } = request;
  if (!target.startsWith(CLUSTERS_PATH)) {
    return undefined;
  }
  const rest = target.slice(CLUSTERS_PATH.length);
  const end = rest.search(/[/?]/);
  const cluster = end < 0 ? rest : rest.slice(0, end);
  const path = end < 0 ? "/" : rest.slice(end);
  return { cluster, request: withTarget(request, path.startsWith("/") ? path : `/${path}`) };
}

/** The same exchange with another target. Accesses the signal only when needed: creating it costs time. */
function withTarget(request: ApiRequest, target: string): ApiRequest {
  const { method, headers, rawHeaders, peerCertificate, remoteAddress, whenOver } = request;
  return {
    method,
    target,
    headers,
    rawHeaders,
    peerCertificate,
    remoteAddress,
    readBody: (maxBytes) => request.readBody(maxBytes),
    get signal() {
      return request.signal;
    },
    ...(whenOver === undefined ? {} : { whenOver: (listener) => request.whenOver?.(listener) }),
  };
}
