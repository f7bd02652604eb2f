import http from "node:http";
import http2 from "node:http2";
import https from "node:https";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { maxRedirects, redirectOf } from "@kiln/api";
import type { ClusterAccess } from "./node-kubeconfig.ts";
import { openSession, type Session } from "./node-session.ts";
import { type ClientRequest, type ClientResponse, ConnectionError, type Headers, type Transport } from "./transport.ts";

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens a transport: HTTP/2 where the server supports it, on as many connections as its stream limit requires, else
 * HTTP/1.1 with kept-alive connections.
 */
export function openTransport(access: ClusterAccess): Transport {
  const url = new URL(access.url);
  const pool = createPool(access, url);
  const basePath = url.pathname.replace(/\/$/, "");
  return {
    async send(request) {
      const token = await access.credentials.token?.();
      const authorization: Headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const headers = { ...authorization, ...request.headers };
      try {
        return await follow(pool, url, { ...request, target: basePath + request.target, headers });
      } catch (error) {
        request.signal?.throwIfAborted();
        throw error instanceof ConnectionError ? error : toConnectionError(error, url);
      }
    },
    close: () => pool.close(),
  };
}

/** Follows redirects on the same server, as Go's clients do; one to another server would carry credentials there. */
async function follow(pool: Pool, { origin }: URL, request: ClientRequest): Promise<ClientResponse> {
  let { body, ...next } = request;
  for (let redirects = 0; ; redirects++) {
    const response = await pool.send(body === undefined ? next : { ...next, body });
    const redirect = redirectOf(next.method, { status: response.status, location: response.headers.location });
    if (redirect === undefined) {
      return response;
    }
    await discard(response.body);
    if (redirects === maxRedirects - 1) {
      throw new Error(`stopped after ${maxRedirects} redirects`);
    }
    const url = new URL(redirect.location, origin + next.target);
    if (url.origin !== origin) {
      throw new Error(`redirected to another server, ${url.origin}: name that one in the kubeconfig`);
    }
    next = { ...next, method: redirect.method, target: url.pathname + url.search };
    body = redirect.keepsBody ? body : undefined;
  }
}

/** Reads the body to its end, which releases the connection. */
async function discard(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body) {
    break;
  }
}

function toConnectionError(error: unknown, url: URL): ConnectionError {
  const { message, code } = error as NodeJS.ErrnoException;
  const why = message === "" || message === undefined ? (code ?? String(error)) : message;
  return new ConnectionError(`${url.origin}: ${why}`, { cause: error });
}

type Pool = Transport;

function createPool(access: ClusterAccess, url: URL): Pool {
  const sessions = new Set<Session>();
  let opening: Promise<Session | undefined> | undefined;
  let legacy: Pool | undefined = url.protocol === "http:" ? createLegacyPool(access, url) : undefined;

  /** Opens an HTTP/2 connection; undefined if the server supports HTTP/1.1 only. */
  const open = async (): Promise<Session | undefined> => {
    const socket = await dial(access, url);
    if (socket.alpnProtocol !== "h2") {
      socket.destroy();
      legacy ??= createLegacyPool(access, url);
      return undefined;
    }
    const session = openSession(http2.connect(url.origin, { createConnection: () => socket }));
    sessions.add(session);
    session.onClose(() => sessions.delete(session));
    return session;
  };

  return {
    async send(request) {
      while (legacy === undefined) {
        const session = [...sessions].find((candidate) => candidate.hasRoom());
        if (session !== undefined) {
          return session.send(request);
        }
        // Only one connection is opened at a time: a request that waits for it uses it, or opens the next one.
        opening ??= open().finally(() => {
          opening = undefined;
        });
        await opening;
        request.signal?.throwIfAborted();
      }
      return legacy.send(request);
    },
    close() {
      legacy?.close();
      for (const session of sessions) {
        session.close();
      }
    },
  };
}

function tlsOptions({ ca, isInsecure = false, serverName, credentials: { cert, key } }: ClusterAccess) {
  return {
    rejectUnauthorized: !isInsecure,
    // Kubernetes: Go trusts a bundle that holds the serving certificate itself or an intermediate (crypto/x509
    // verify.go Certificate.Verify, Go 1.26).
    allowPartialTrustChain: true,
    ...(ca === undefined ? {} : { ca }),
    ...(serverName === undefined ? {} : { servername: serverName }),
    ...(cert === undefined || key === undefined ? {} : { cert, key }),
  };
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

function dial(access: ClusterAccess, url: URL): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const host = hostOf(url);
    const socket = connectTls({
      host,
      port: Number(url.port === "" ? 443 : url.port),
      ALPNProtocols: ["h2", "http/1.1"],
      // Server name indication is for host names only: addresses must not be sent.
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
      ...tlsOptions(access),
    });
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy(new Error("no connection in time")));
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      socket.setTimeout(0);
      socket.setNoDelay(true);
      socket.removeListener("error", reject);
      resolve(socket);
    });
  });
}

function createLegacyPool(access: ClusterAccess, url: URL): Pool {
  const isTls = url.protocol === "https:";
  const agent = isTls
    ? new https.Agent({ keepAlive: true, ...tlsOptions(access) })
    : new http.Agent({ keepAlive: true });
  return {
    send: (request) => sendLegacy(request, { agent, url, isTls }),
    close: () => agent.destroy(),
  };
}

function sendLegacy(
  { method, target, headers, body, signal }: ClientRequest,
  { agent, url, isTls }: { readonly agent: http.Agent; readonly url: URL; readonly isTls: boolean },
): Promise<ClientResponse> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": body.length };
    const request = (isTls ? https : http).request(
      {
        method,
        host: hostOf(url),
        port: url.port,
        path: target,
        agent,
        headers: { ...headers, ...length },
        ...(signal === undefined ? {} : { signal }),
      },
      (response) => {
        const { statusCode = 0 } = response;
        resolve({ status: statusCode, headers: response.headers as Headers, body: response });
      },
    );
    request.on("error", reject);
    // Node reports no error of a server that switches protocols unasked.
    request.on("close", () => reject(new Error("the server closed the connection without a response")));
    request.end(body);
  });
}
