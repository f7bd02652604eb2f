import { isIP } from "node:net";
import { createSecureContext } from "node:tls";
import type { buildConnector, Client } from "undici";
import { NodeConnection } from "./node-connection.ts";
import type { WebhookRequest } from "./transport.ts";

/** Idle connections are closed after this time, as by Go's client, or earlier if the webhook announces it. */
const IDLE_MS = 90_000;
/** Maximum number of idle connections to one target. */
const MAX_IDLE = 256;
/** The longest timeout of a call. */
const CONNECT_MS = 30_000;

/** Address of a webhook, and the name that its certificate must have. */
export interface ConnectionTarget {
  readonly host: string;
  readonly port: number;
  readonly serverName: string;
}

/** The parts of undici that connections need. */
export interface HttpClient {
  readonly Client: typeof Client;
  readonly buildConnector: typeof buildConnector;
}

/** undici is loaded by the first call: most servers call no webhook. */
export async function loadHttpClient(): Promise<HttpClient> {
  const [{ default: Client }, { default: buildConnector }] = await Promise.all([
    import("undici/lib/dispatcher/client.js"),
    import("undici/lib/core/connect.js"),
  ]);
  return { Client, buildConnector };
}

/** Connections with one set of authorities and one client certificate: they differ by their target only. */
export class NodeConnections {
  readonly #client: HttpClient;
  readonly #connector: buildConnector.connector;
  readonly #idle = new Map<string, NodeConnection[]>();
  readonly #open = new Set<NodeConnection>();
  #isRetired = false;

  /** Throws for certificates that cannot be read. */
  constructor(client: HttpClient, { caBundle, credentials }: Pick<WebhookRequest, "caBundle" | "credentials">) {
    const { cert, key } = credentials ?? {};
    const secureContext = createSecureContext({
      // Kubernetes: a bundle may hold the serving certificate itself or an intermediate, as envtest's do (crypto/x509
      // verify.go Certificate.Verify, Go 1.26).
      allowPartialTrustChain: true,
      ...(caBundle === undefined ? {} : { ca: caBundle }),
      ...(cert === undefined || key === undefined ? {} : { cert, key }),
    });
    this.#client = client;
    // Kubernetes: calls webhooks over HTTP/1.1, so that load balancers distribute them (util/webhook/client.go
    // hookClientConfig, v1.36).
    this.#connector = client.buildConnector({ secureContext, timeout: CONNECT_MS, allowH2: false });
  }

  /** A connection to the target: the one used last, or a new one. */
  take(target: ConnectionTarget): NodeConnection {
    const name = nameOf(target);
    const idle = this.#idle.get(name)?.pop();
    if (idle !== undefined) {
      return idle;
    }
    const { host, port } = target;
    const connection = new NodeConnection({
      Client: this.#client.Client,
      origin: `https://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
      connector: this.#connector,
      idleMs: IDLE_MS,
      onClosed: () => this.#forget(name, connection),
    });
    this.#open.add(connection);
    return connection;
  }

  /** Keeps the connection for a later request, if it can have one. */
  release(target: ConnectionTarget, connection: NodeConnection): void {
    const name = nameOf(target);
    const idle = this.#idle.get(name) ?? [];
    if (this.#isRetired || idle.length >= MAX_IDLE) {
      connection.destroy();
    } else if (connection.isOpen) {
      idle.push(connection);
      this.#idle.set(name, idle);
    }
  }

  #forget(name: string, connection: NodeConnection): void {
    this.#open.delete(connection);
    const idle = this.#idle.get(name)?.filter((one) => one !== connection) ?? [];
    if (idle.length > 0) {
      this.#idle.set(name, idle);
    } else {
      this.#idle.delete(name);
    }
  }

  /** Closes idle connections now and the others after their request. */
  retire(): void {
    this.#isRetired = true;
    for (const connection of [...this.#idle.values()].flat()) {
      connection.destroy();
    }
  }

  /** Closes all connections; requests under way fail. */
  close(): void {
    this.retire();
    for (const connection of this.#open) {
      connection.destroy();
    }
  }
}

function nameOf({ host, port, serverName }: ConnectionTarget): string {
  return `${host} ${port} ${serverName}`;
}
