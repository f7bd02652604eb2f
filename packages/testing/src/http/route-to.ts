import type { ApiRequest } from "@kiln/wire";

const CLUSTERS_PATH = "/clusters/";

export interface Route {
  readonly cluster: string;
  readonly request: ApiRequest;
}

/** Which fork a request is for, and the request as that fork sees it; undefined for the base cluster. */
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

/** The same exchange with another target. Looks at the signal only when it is looked at: making it costs. */
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
