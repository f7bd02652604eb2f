import { readFileSync } from "node:fs";
import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import { dirname, resolve } from "node:path";
import type { Readable } from "node:stream";
import { parseYaml } from "@kiln/api/yaml";
import type { Headers } from "./scenario.ts";

export interface ConnectionOptions {
  readonly url: string;
  /** CA as PEM. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly token?: string;
  readonly isInsecure?: boolean;
  readonly serverName?: string;
}

export interface OutgoingRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
  readonly payload?: string;
  /** Timeout until the headers of the response arrive. */
  readonly timeoutMs: number;
}

/** Headers of a response, whose body is not read yet. */
export interface IncomingAnswer extends Readable {
  readonly statusCode?: number | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** Keeps sockets open between requests until it is closed. */
export interface Connection {
  /** Resolves with the headers of the response; rejects if none arrives in time. */
  send(request: OutgoingRequest): Promise<IncomingAnswer>;
  close(): void;
}

export function openConnection(options: ConnectionOptions): Connection {
  const url = new URL(options.url);
  const isTls = url.protocol === "https:";
  const agentOptions = {
    keepAlive: true,
    ca: options.ca,
    cert: options.cert,
    key: options.key,
    rejectUnauthorized: options.isInsecure !== true,
    servername: options.serverName,
  };
  const agent = isTls ? new https.Agent(agentOptions) : new http.Agent({ keepAlive: true });
  const send = (outgoing: OutgoingRequest): Promise<IncomingMessage> =>
    new Promise((fulfil, reject) => {
      const request = (isTls ? https : http).request(
        {
          method: outgoing.method,
          host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
          port: url.port,
          path: url.pathname.replace(/\/$/, "") + outgoing.target,
          agent,
          headers: headersOf(outgoing, options.token),
        },
        fulfil,
      );
      request.setTimeout(outgoing.timeoutMs, () => request.destroy(new Error("no answer in time")));
      request.on("response", () => request.setTimeout(0));
      request.on("error", reject);
      request.end(outgoing.payload);
    });
  return { send, close: () => agent.destroy() };
}

export function headersOf(
  { headers, payload }: OutgoingRequest,
  token: string | undefined,
): Record<string, string | number> {
  const isAnonymous = token === undefined || Object.hasOwn(headers, "authorization");
  return {
    accept: "application/json",
    "user-agent": "golden/1.0",
    ...(isAnonymous ? {} : { authorization: `Bearer ${token}` }),
    ...(payload === undefined
      ? {}
      : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
    ...headers,
  };
}

/** Body as text; rejects if it does not end in time. */
export async function readText(response: IncomingAnswer, timeoutMs: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  const timer = setTimeout(() => response.destroy(new Error("the body did not end in time")), timeoutMs);
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString("utf8");
  } finally {
    clearTimeout(timer);
  }
}

/** Body as JSON, or the text itself if it is not JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

type Named<Kind extends string> = { readonly name: string } & Readonly<Record<Kind, Readonly<Record<string, unknown>>>>;

interface Kubeconfig {
  readonly "current-context": string;
  readonly contexts: readonly Named<"context">[];
  readonly clusters: readonly Named<"cluster">[];
  readonly users: readonly Named<"user">[];
}

/**
 * Connection of the current context, with inline certificates, certificate files or a token. Exec plugins are not run.
 */
export function readKubeconfig(file: string): ConnectionOptions {
  const config = parseYaml(readFileSync(file, "utf8")).value as unknown as Kubeconfig;
  const context = named(config.contexts, config["current-context"]).context;
  const cluster = named(config.clusters, String(context.cluster)).cluster;
  const user = named(config.users, String(context.user)).user;
  const pem = (owner: Readonly<Record<string, unknown>>, key: string): string | undefined => {
    const data = owner[`${key}-data`];
    if (data !== undefined) {
      return Buffer.from(String(data), "base64").toString("utf8");
    }
    return owner[key] === undefined ? undefined : readFileSync(resolve(dirname(file), String(owner[key])), "utf8");
  };
  const found = {
    url: String(cluster.server),
    ca: pem(cluster, "certificate-authority"),
    cert: pem(user, "client-certificate"),
    key: pem(user, "client-key"),
    token: user.token as string | undefined,
    isInsecure: cluster["insecure-skip-tls-verify"] === true,
    serverName: cluster["tls-server-name"] as string | undefined,
  };
  const present = Object.entries(found).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as unknown as ConnectionOptions;
}

function named<Item extends { readonly name: string }>(items: readonly Item[], name: string): Item {
  const found = items.find((item) => item.name === name);
  if (found === undefined) {
    throw new Error(`the kubeconfig names "${name}" but does not have it`);
  }
  return found;
}
