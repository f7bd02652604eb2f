import { asObjects, asText, type JsonObject, objectAt, statusFromPlainError, statusNotImplemented } from "@kiln/api";
import { type Resource, readStoredObject, storeKey } from "@kiln/kinds";
import type { ProxyTls, ProxyTransport } from "@kiln/wire";
import type { Context } from "../request/context.ts";

/** Connections to nodes and Pods. */
export interface NodeConnections {
  /** Connects to nodes and Pods; absent in a server without a network. */
  readonly proxy?: ProxyTransport;
  readonly kubelet: KubeletSettings;
}

/** Settings of connections to kubelets. */
export interface KubeletSettings {
  readonly tls: ProxyTls;
  /** Types of a Node's addresses, best first. */
  readonly addressTypes: readonly string[];
}

/**
 * Kubernetes: certificates of kubelets are not verified unless an authority is given (kubelet/client/kubelet_client.go
 * makeTransport, v1.36).
 */
export const defaultKubeletSettings: KubeletSettings = {
  tls: { isUnverified: true },
  addressTypes: ["Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP"],
};

const KUBELET_PORT = 10250;

export interface Kubelet {
  readonly host: string;
  readonly port: number;
  /** Scheme, host and port of the kubelet. */
  readonly origin: string;
  readonly tls: ProxyTls;
}

/** Kubelet of a Pod's node. Throws 501 if there is no such Node. */
export async function findKubelet(context: Context, settings: KubeletSettings, nodeName: string): Promise<Kubelet> {
  const { services, info } = context;
  const nodes = services.registry.find("", "v1", "nodes") as Resource;
  const entry = services.store.peek(storeKey(nodes, "", nodeName));
  if (entry === undefined) {
    throw statusNotImplemented(`${info.resource}/${info.subresource} needs a node, and this server has none`);
  }
  return toKubelet(await readStoredObject(nodes, entry), settings);
}

/** Kubelet of a Node. Throws Kubernetes' error for a Node without addresses. */
export function toKubelet(node: JsonObject, { tls, addressTypes }: KubeletSettings): Kubelet {
  const addresses = asObjects(objectAt(node, "status").addresses);
  const preferred = addressTypes.flatMap((type) => addresses.filter((address) => address.type === type));
  const host = asText(preferred[0]?.address);
  if (host === "") {
    const known = addresses.map(({ type, address }) => `{${asText(type)} ${asText(address)}}`).join(" ");
    throw statusFromPlainError(`no preferred addresses found; known addresses: [${known}]`);
  }
  const port = Number(objectAt(node, "status", "daemonEndpoints", "kubeletEndpoint").Port ?? 0) || KUBELET_PORT;
  return { host, port, origin: originOf("https", host, port), tls };
}

export function originOf(scheme: string, host: string, port: number | string): string {
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}${port === "" ? "" : `:${port}`}`;
}
