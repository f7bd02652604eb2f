import type { FrontProxy } from "@kiln/access";
import type { User } from "@kiln/api";
import type { WebhookCaller } from "@kiln/webhook";
import type { ProxyTls, ProxyTransport } from "@kiln/wire";
import type { Destination } from "../proxy/forward.ts";
import type { AggregatedVersion } from "./aggregation.ts";

/** Connection to extension API servers. */
export interface ReachServices {
  /** Connects to other servers; absent in a server without a network. */
  readonly proxy?: ProxyTransport;
  /** Absent: requests to extension API servers do not carry the user. */
  readonly frontProxy?: FrontProxy;
  /** Finds the addresses of Services. */
  readonly webhookCaller: WebhookCaller;
}

/**
 * Request to the extension API server of an aggregated version, as the user. Throws with Kubernetes' message if its
 * Service has no address.
 */
export async function toServiceRequest(
  { webhookCaller, frontProxy }: ReachServices,
  { service, tls }: AggregatedVersion,
  { target, user }: { readonly target: string; readonly user: User },
): Promise<Destination> {
  const { namespace, name, port } = service;
  const address = await webhookCaller.resolveService({ namespace, name, port });
  const identity: ProxyTls = frontProxy === undefined ? {} : { cert: frontProxy.cert, key: frontProxy.key };
  return {
    url: `https://${name}.${namespace}.svc:${port}${target}`,
    address,
    tls: { ...tls, ...identity },
    headers: identityHeaders(user),
  };
}

/** Kubernetes: headers of request header authentication (transport/round_trippers.go SetAuthProxyHeaders, v1.36). */
export function identityHeaders({ name, uid, groups, extra = {} }: User): Record<string, string | readonly string[]> {
  const headers: Record<string, string | readonly string[]> = { "x-remote-user": name, "x-remote-group": [...groups] };
  if (uid !== undefined && uid !== "") {
    headers["x-remote-uid"] = uid;
  }
  for (const [key, values] of Object.entries(extra)) {
    headers[`x-remote-extra-${encodeExtraKey(key)}`] = [...values];
  }
  return headers;
}

/** Escapes `%` and all characters that header names must not contain. */
function encodeExtraKey(key: string): string {
  return [...new TextEncoder().encode(key.toLowerCase())]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[!#$&'*+\-.^_`|~0-9a-z]/.test(character)
        ? character
        : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
}
