/** Address of a webhook, as in webhook configurations and CRDs. */
export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: WebhookService;
  /** CA bundle: base64 of PEM. */
  readonly caBundle?: string;
}

export interface WebhookService {
  readonly namespace: string;
  readonly name: string;
  readonly path?: string;
  readonly port?: number;
}

/** Target of a call, before a service is resolved. */
export interface WebhookEndpoint {
  /** URL without a query. */
  readonly url: string;
  /** Name of the webhook in a kubeconfig with credentials: `host:port`. */
  readonly hostPort: string;
}

const HTTPS_PORT = 443;

/** Target of a client configuration; undefined if it has no address. Never throws. */
export function endpointOf({ url, service }: WebhookClientConfig): WebhookEndpoint | undefined {
  if (service !== undefined) {
    const { namespace, name, path = "", port = HTTPS_PORT } = service;
    const hostPort = `${name}.${namespace}.svc:${port}`;
    return { url: `https://${hostPort}${cleanPath(path)}`, hostPort };
  }
  if (url === undefined || !URL.canParse(url)) {
    return undefined;
  }
  const { protocol, host, hostname, port, pathname } = new URL(url);
  const explicit = new RegExp(`^https?://[^/?#]*:${HTTPS_PORT}(?:[/?#]|$)`, "i").test(url) ? `:${HTTPS_PORT}` : "";
  return { url: `${protocol}//${host}${explicit}${pathname}`, hostPort: `${hostname}:${port || HTTPS_PORT}` };
}

/** Kubernetes: the client joins the segments of a path, so none is empty (client-go/rest/request.go Prefix, v1.36). */
function cleanPath(path: string): string {
  return `/${path
    .split("/")
    .filter((part) => part !== "")
    .join("/")}`;
}
