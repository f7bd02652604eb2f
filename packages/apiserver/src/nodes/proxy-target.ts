import {
  asObjects,
  asText,
  type JsonObject,
  objectAt,
  quoteGo,
  type Random,
  statusBadRequest,
  statusServiceUnavailable,
} from "@kiln/api";

/** Name in a proxy path, `scheme:name:port`; scheme and port are optional. */
export interface ProxyName {
  readonly scheme: string;
  readonly name: string;
  readonly port: string;
}

/**
 * Parses the name in a proxy path; throws 400. Kubernetes: with three parts the first is the scheme, with two the
 * second is the port (util/net/port_split.go SplitSchemeNamePort, v1.36).
 */
export function splitProxyName(id: string, singular: string): ProxyName {
  const parts = id.split(":");
  const [scheme = "", name = "", port = ""] = parts.length === 3 ? parts : ["", ...parts];
  if (parts.length > 3 || name === "" || !SCHEMES.has(scheme)) {
    throw statusBadRequest(`invalid ${singular} request ${quoteGo(id)}`);
  }
  return { scheme, name, port };
}

const SCHEMES: ReadonlySet<string> = new Set(["", "http", "https"]);

export interface ProxyTarget {
  readonly host: string;
  readonly port: string;
}

/** Throws 400 for addresses that clients must not reach through the server: loopback and link-local. */
export function checkProxyable(host: string): void {
  const isForbidden =
    host === "" ||
    host.toLowerCase() === "localhost" ||
    /^(127\.|169\.254\.|0\.|22[4-9]\.|23\d\.)/.test(host) ||
    /^(::1?$|fe[89ab][0-9a-f]:|ff|::ffff:(127|169\.254)\.)/i.test(host);
  if (isForbidden) {
    throw statusBadRequest("address not allowed");
  }
}

/** Target of a Pod's proxy subresource. Throws 400 if the Pod has no allowed address. */
export function podTarget(pod: JsonObject, asked: string): ProxyTarget {
  const host = asText(objectAt(pod, "status").podIP);
  checkProxyable(host);
  return { host, port: asked || firstPort(objectAt(pod, "spec")) };
}

function firstPort(spec: JsonObject): string {
  for (const container of asObjects(spec.containers)) {
    const [port] = asObjects(container.ports);
    if (port !== undefined) {
      return String(port.containerPort);
    }
  }
  return "";
}

export interface ServiceProxy {
  readonly endpoints: JsonObject;
  readonly name: string;
  readonly portName: string;
  readonly random: Random;
  /** Whether an address is one of the Pod that the endpoint references: users may write any address into Endpoints. */
  readonly isOfPod: (reference: JsonObject, address: string) => boolean;
}

/** Random ready endpoint of a Service. Throws 503 if there is none. */
export function serviceTarget({ endpoints, name, portName, random, isOfPod }: ServiceProxy): ProxyTarget {
  const found = asObjects(endpoints.subsets).flatMap((subset) => {
    const number = asObjects(subset.ports).find((one) => asText(one.name) === portName)?.port;
    return number === undefined
      ? []
      : asObjects(subset.addresses)
          .filter((address) => isOfPod(objectAt(address, "targetRef"), asText(address.ip)))
          .map((address) => ({ host: asText(address.ip), port: String(number) }));
  });
  const chosen = found[Math.floor(random.fraction() * found.length)];
  if (chosen === undefined) {
    throw statusServiceUnavailable(`no endpoints available for service ${quoteGo(name)}`);
  }
  return chosen;
}

/** Name of a Service's port, as in its Endpoints. Throws 503 if the Service has no such port. */
export function nameServicePort(service: JsonObject, name: string, port: string): string {
  const found = asObjects(objectAt(service, "spec").ports).find((one) => String(one.port) === port);
  if (found === undefined) {
    throw statusServiceUnavailable(`no service port ${port} found for service ${quoteGo(name)}`);
  }
  return asText(found.name);
}
