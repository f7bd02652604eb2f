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
import {
  builtInDialect,
  groupResourceOf,
  peekObject,
  type Resource,
  readStoredObject,
  subresourcesOf,
} from "@kiln/kinds";
import { compileSchema } from "@kiln/schema";
import type { ApiResponse } from "@kiln/wire";
import { findKubelet, type KubeletSettings, type NodeConnections, originOf, toKubelet } from "../nodes/kubelet.ts";
import { containerOf, podConnectionPath } from "../nodes/pod-location.ts";
import { checkProxyable, nameServicePort, podTarget, serviceTarget, splitProxyName } from "../nodes/proxy-target.ts";
import { type Destination, forward, upgradeOf } from "../proxy/forward.ts";
import type { Context } from "../request/context.ts";
import type { RequestServices } from "../request/request-services.ts";
import { startReinvocation } from "../write/attributes-of.ts";
import { requestedKey } from "../write/requested-key.ts";
import { readConnectOptions } from "./connect-options.ts";
import type { Verb } from "./verb.ts";

/** Subresources that connect to a running program; others are part of an object. */
const CONNECTIONS: ReadonlySet<string> = new Set(["attach", "exec", "portforward", "proxy"]);

export function isConnection(resource: Resource, subresource: string): boolean {
  return resource.dialect.routing.hasRouter && CONNECTIONS.has(subresource);
}

/** Admits a connection, finds its target and forwards it. 501 without a transport or a node. */
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
    if (isBareRoot(context, object)) {
      return redirectToSlash(context);
    }
    return forward(context, connections.proxy, destination);
  };
}

/** A connection that a client requests. */
interface Connection {
  readonly context: Context;
  readonly resource: Resource;
  readonly options: JsonObject;
  readonly kubelet: KubeletSettings;
}

/** Options object of the connection for admission; changes of it by plugins are ignored. */
function createAnyForm({ semantics }: Pick<RequestServices, "semantics">): Required<AdmissionAttributes>["form"] {
  return {
    schema: compileSchema(undefined, { semantics, preserveUnknownFields: true }),
    strategy: {},
    dialect: builtInDialect,
  };
}

/** Target of a connection. Throws Kubernetes' error if there is none. */
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
  const url = proxyUrl(context, originOf(scheme || "http", target.host, target.port), options);
  return { url, tls: UNVERIFIED, rootPath: rootPathOf(context) };
}

async function findNodeProxy({ context, resource, options, kubelet }: Connection): Promise<Destination> {
  const { scheme, name, port } = splitProxyName(context.info.name, "node");
  const { host, origin, tls, port: own } = toKubelet(await readNamed(context, resource, name), kubelet);
  const rootPath = rootPathOf(context);
  if (port === "" || Number(port) === own) {
    return { url: proxyUrl(context, origin, options), tls, rootPath };
  }
  checkProxyable(host);
  return { url: proxyUrl(context, originOf(scheme || "http", host, port), options), tls: UNVERIFIED, rootPath };
}

async function findServiceProxy({ context, resource, options }: Connection): Promise<Destination> {
  const { services, info } = context;
  const { scheme, name, port } = splitProxyName(info.name, "service");
  const service = await readNamed(context, resource, name);
  const portName = /^\d+$/.test(port) ? nameServicePort(service, name, port) : port;
  const endpoints = await readNamed(context, services.registry.find("", "v1", "endpoints") as Resource, name);
  const target = serviceTarget({
    ...{ endpoints, name, portName, random: services.random },
    isOfPod: (reference, address) => isOfPod(services, { namespace: info.namespace, reference, address }),
  });
  const url = proxyUrl(context, originOf(scheme || "http", target.host, target.port), options);
  return { url, tls: UNVERIFIED, rootPath: rootPathOf(context) };
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

/** Path of the client's request up to `proxy`, as the client encoded it. */
function rootPathOf({ info, request }: Context): string {
  const [path = ""] = request.target.split("?");
  const segments = info.namespace === "" ? NODE_PROXY_SEGMENTS : POD_PROXY_SEGMENTS;
  return (request.basePath ?? "") + path.split("/").slice(0, segments).join("/");
}

/** Segments of `/api/v1/nodes/NAME/proxy` and `/api/v1/namespaces/NAMESPACE/pods/NAME/proxy`. */
const NODE_PROXY_SEGMENTS = 6;
const POD_PROXY_SEGMENTS = 8;

/**
 * Kubernetes: reading the root without a slash is redirected to the path with one, so that relative links work
 * (util/proxy/upgradeaware.go proxyRedirectsforRootPath, v1.36).
 */
function isBareRoot({ info, request }: Context, options: JsonObject): boolean {
  const isRead = request.method === "GET" || request.method === "HEAD";
  return info.subresource === "proxy" && isRead && asText(options.path) === "" && upgradeOf(request) === undefined;
}

function redirectToSlash({ request }: Context): ApiResponse {
  const query = request.target.indexOf("?");
  const path = query < 0 ? request.target : request.target.slice(0, query);
  const location = `${request.basePath ?? ""}${path}/${query < 0 ? "" : request.target.slice(query)}`;
  return { status: 301, headers: { location }, body: new Uint8Array() };
}

function proxyUrl({ request }: Context, origin: string, options: JsonObject): string {
  const query = request.target.indexOf("?");
  return origin + encodeURI(asText(options.path) || "/") + (query < 0 ? "" : request.target.slice(query));
}

/** Object by name. Throws 404 if it does not exist. */
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

/** Throws 400 if the request names a container that the Pod lacks, or none where the Pod has several. */
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
