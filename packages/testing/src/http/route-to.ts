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
  return { cluster, request: new RoutedRequest(request, { cluster, path }) };
}

/** The same request with another target. The signal is accessed only when needed: creating it costs time. */
class RoutedRequest implements ApiRequest {
  readonly #request: ApiRequest;
  readonly target: string;
  readonly basePath: string;
  readonly method: string;
  readonly headers: ApiRequest["headers"];
  readonly rawHeaders: ApiRequest["rawHeaders"];
  readonly peerCertificate: ApiRequest["peerCertificate"];
  readonly remoteAddress: ApiRequest["remoteAddress"];
  readonly whenOver?: NonNullable<ApiRequest["whenOver"]>;

  constructor(request: ApiRequest, { cluster, path }: { readonly cluster: string; readonly path: string }) {
    this.#request = request;
    this.target = path.startsWith("/") ? path : `/${path}`;
    this.basePath = CLUSTERS_PATH + cluster;
    this.method = request.method;
    this.headers = request.headers;
    this.rawHeaders = request.rawHeaders;
    this.peerCertificate = request.peerCertificate;
    this.remoteAddress = request.remoteAddress;
    if (request.whenOver !== undefined) {
      this.whenOver = request.whenOver.bind(request);
    }
  }

  readBody(maxBytes: number): Promise<Uint8Array> {
    return this.#request.readBody(maxBytes);
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}
