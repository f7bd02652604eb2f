import { type AdmissionAttributes, type AdmissionTarget, runMutating, runValidating } from "@kiln/admission";
import {
  asObjects,
  asText,
  type JsonObject,
  objectAt,
  statusBadRequest,
  statusNotFound,
  statusNotImplemented,
} from "@kiln/api";
import { builtInDialect, groupResourceOf, peekObject, type Resource, readStoredObject } from "@kiln/kinds";
import { compileSchema } from "@kiln/schema";
import { subresourcesOf } from "../discovery/subresources.ts";
import { findKubelet, type KubeletSettings, type NodeConnections, originOf, toKubelet } from "../nodes/kubelet.ts";
import { containerOf, podConnectionPath } from "../nodes/pod-location.ts";
import { checkProxyable, nameServicePort, podTarget, serviceTarget, splitProxyName } from "../nodes/proxy-target.ts";
import { type Destination, forward } from "../proxy/forward.ts";
import type { Context } from "../request/context.ts";
import type { RequestServices } from "../request/request-services.ts";
import { startReinvocation } from "../write/attributes-of.ts";
import { requestedKey } from "../write/requested-key.ts";
import { readConnectOptions } from "./connect-options.ts";
import type { Verb } from "./verb.ts";

/** Subresources that connect to a program rather than being part of an object. */
const CONNECTIONS: ReadonlySet<string> = new Set(["attach", "exec", "portforward", "proxy"]);

export function isConnection(resource: Resource, subresource: string): boolean {
  return resource.dialect.routing.hasRouter && CONNECTIONS.has(subresource);
}

/** Admits the connection, finds its other end and joins the two. Without a transport or a node it is a 501. */
export function createConnect(connections: NodeConnections): Verb {
  return async (context, resource) => {
    const { info, services } = context;
    const { subresource } = info;
    const kind = subresourcesOf(resource).find(({ name }) => name === subresource)?.kind ?? "";
    const target: AdmissionTarget = { services: services.admission, operation: "CONNECT", resource, subresource };
    const object = { kind, apiVersion: "v1", ...readConnectOptions(info) };
    const attributes: AdmissionAttributes = {
      ...target,
      requester: context,
      reinvocation: startReinvocation(),
      kind: { group: "", version: "v1", kind },
      form: createAnyForm(services),
      name: info.name,
      namespace: info.namespace,
      object,
      oldObject: undefined,
      options: null,
      isDryRun: false,
    };
    await runMutating(services.plugins, target, () => attributes);
    await runValidating(services.plugins, target, () => attributes);
    const destination = await findOtherEnd({ context, resource, options: object, kubelet: connections.kubelet });
    if (connections.proxy === undefined) {
      throw statusNotImplemented(`${info.resource}/${subresource} needs a node, and this server has none`);
    }
    return forward(context, connections.proxy, destination);
  };
}

/** The requested connection. */
interface Connection {
  readonly context: Context;
  readonly resource: Resource;
  readonly options: JsonObject;
  readonly kubelet: KubeletSettings;
}

/** Changes of the options by plugins are ignored. */
function createAnyForm({ semantics }: Pick<RequestServices, "semantics">): Required<AdmissionAttributes>["form"] {
  return {
    schema: compileSchema(undefined, { semantics, preserveUnknownFields: true }),
    strategy: {},
    dialect: builtInDialect,
  };
}

/** Throws Kubernetes' error if there is none. */
function findOtherEnd(connection: Connection): Promise<Destination> {
  const { context, resource } = connection;
  if (context.info.subresource !== "proxy") {
    return findPodStreams(connection);
  }
  switch (resource.names.plural) {
    case "services":
      return findServiceProxy(connection);
    case "nodes":
      return findNodeProxy(connection);
    default:
      return findPodProxy(connection);
  }
}

async function findPodStreams({ context, resource, options, kubelet }: Connection): Promise<Destination> {
  const { namespace, name, subresource } = context.info;
  const pod = await readNamed(context, resource, name);
  const hasContainer = subresource !== "portforward";
  checkPod(pod, { name, options, hasContainer });
  const spec = objectAt(pod, "spec");
  const container = hasContainer ? containerOf(spec, asText(options.container)) : "";
  const { origin, tls } = await findKubelet(context, kubelet, asText(spec.nodeName));
  const path = podConnectionPath({ namespace, name, subresource, container, options });
  return { url: origin + path, tls, needsUpgrade: true };
}

/**
 * Kubernetes: the certificates of Pods and nodes are not verified (controlplane/apiserver/config.go
 * CreateProxyTransport, v1.36).
 */
const UNVERIFIED = { isUnverified: true };

async function findPodProxy({ context, resource, options }: Connection): Promise<Destination> {
  const { scheme, name, port } = splitProxyName(context.info.name, "pod");
  const target = podTarget(await readNamed(context, resource, name), port);
  return { url: proxyUrl(context, originOf(scheme || "http", target.host, target.port), options), tls: UNVERIFIED };
}

async function findNodeProxy({ context, resource, options, kubelet }: Connection): Promise<Destination> {
  const { scheme, name, port } = splitProxyName(context.info.name, "node");
  const { host, origin, tls, port: own } = toKubelet(await readNamed(context, resource, name), kubelet);
  if (port === "" || Number(port) === own) {
    return { url: proxyUrl(context, origin, options), tls };
  }
  checkProxyable(host);
  return { url: proxyUrl(context, originOf(scheme || "http", host, port), options), tls: UNVERIFIED };
}

async function findServiceProxy({ context, resource, options }: Connection): Promise<Destination> {
  const { services, info } = context;
  const { scheme, name, port } = splitProxyName(info.name, "service");
  const portName = /^\d+$/.test(port) ? nameServicePort(await readNamed(context, resource, name), name, port) : port;
  const endpoints = await readNamed(context, services.registry.find("", "v1", "endpoints") as Resource, name);
  const target = serviceTarget({
    ...{ endpoints, name, portName, random: services.random },
    isOfPod: (reference, address) => isOfPod(services, { namespace: info.namespace, reference, address }),
  });
  return { url: proxyUrl(context, originOf(scheme || "http", target.host, target.port), options), tls: UNVERIFIED };
}

interface EndpointAddress {
  readonly namespace: string;
  readonly reference: JsonObject;
  readonly address: string;
}

function isOfPod(
  services: Pick<RequestServices, "store" | "registry">,
  { namespace, reference, address }: EndpointAddress,
): boolean {
  const pod =
    reference.kind === "Pod"
      ? peekObject(services, `/registry/core/pods/${namespace}/${asText(reference.name)}`)
      : undefined;
  return pod !== undefined && asText(objectAt(pod, "status").podIP) === address;
}

function proxyUrl({ request }: Context, origin: string, options: JsonObject): string {
  const query = request.target.indexOf("?");
  return origin + encodeURI(asText(options.path) || "/") + (query < 0 ? "" : request.target.slice(query));
}

/** Throws 404 if there is none. */
export async function readNamed({ services, info }: Context, resource: Resource, name: string): Promise<JsonObject> {
  const entry = services.store.peek(requestedKey(resource, info.namespace, name));
  if (entry === undefined) {
    throw statusNotFound(groupResourceOf(resource), name);
  }
  return await readStoredObject(resource, entry);
}

interface CheckedPod {
  readonly name: string;
  readonly options: JsonObject;
  readonly hasContainer: boolean;
}

function checkPod(pod: JsonObject, { name, options, hasContainer }: CheckedPod): void {
  const spec = objectAt(pod, "spec");
  if (hasContainer) {
    checkContainer(spec, name, asText(options.container));
  }
  if (asText(spec.nodeName) === "") {
    throw statusBadRequest(`pod ${name} does not have a host assigned`);
  }
}

/** Throws 400 unless the name, or its absence, determines the container. */
export function checkContainer(spec: JsonObject, pod: string, container: string): void {
  const namesOf = (field: string) => asObjects(spec[field]).map(({ name }) => asText(name));
  const containers = namesOf("containers");
  const all = [...namesOf("initContainers"), ...containers, ...namesOf("ephemeralContainers")];
  if (container !== "") {
    if (!all.includes(container)) {
      throw statusBadRequest(`container ${container} is not valid for pod ${pod}`);
    }
  } else if (containers.length > 1) {
    throw statusBadRequest(`a container name must be specified for pod ${pod}, choose one of: [${all.join(" ")}]`);
  }
}
