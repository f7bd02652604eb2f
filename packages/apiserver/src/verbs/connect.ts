import {
  asObjects,
  asText,
  type JsonObject,
  objectAt,
  quoteGo,
  statusBadRequest,
  statusFromPlainError,
  statusNotFound,
  statusNotImplemented,
  statusServiceUnavailable,
} from "@kiln/api";
import { compileSchema } from "@kiln/schema";
import type { AdmissionAttributes, AdmissionTarget } from "../admission/admission-plugin.ts";
import { runMutating, runValidating } from "../admission/run-plugins.ts";
import type { Context } from "../context.ts";
import { subresourcesOf } from "../discovery/subresources.ts";
import { readStoredObject } from "../read-object.ts";
import { groupResourceOf, type Resource, storeKey } from "../resources/resource.ts";
import type { Services } from "../services.ts";
import { requesterAttributes } from "../write/attributes-of.ts";
import { readConnectOptions } from "./connect-options.ts";
import type { Verb } from "./verb.ts";

/** Subresources that are a connection to something outside rather than a part of an object. */
const CONNECTIONS: ReadonlySet<string> = new Set(["attach", "exec", "portforward", "proxy"]);

export function isConnection(resource: Resource, subresource: string): boolean {
  return !resource.isCustom && CONNECTIONS.has(subresource);
}

/** Admission has its say; what comes then depends on nodes, and this server has none. */
export const connect: Verb = async (context, resource) => {
  const { info, services } = context;
  const { subresource } = info;
  const kind = subresourcesOf(resource).find(({ name }) => name === subresource)?.kind ?? "";
  const target: AdmissionTarget = { services, operation: "CONNECT", resource, subresource };
  const object = { kind, apiVersion: "v1", ...readConnectOptions(info) };
  const attributes: AdmissionAttributes = {
    ...target,
    ...requesterAttributes(context),
    kind: { group: "", version: "v1", kind },
    form: createAnyForm(services),
    name: info.name,
    namespace: info.namespace,
    object,
    oldObject: undefined,
    options: null,
    isDryRun: false,
  };
  await runMutating(services.admission, target, () => attributes);
  await runValidating(services.admission, target, () => attributes);
  await findOtherEnd(context, resource, object);
  throw statusNotImplemented(`${info.resource}/${subresource} needs a node, and this server has none`);
};

/** Whatever a plugin makes of the options, nobody is going to read them. */
function createAnyForm({ semantics }: Services): Required<AdmissionAttributes>["form"] {
  return {
    schema: compileSchema(undefined, { semantics, preserveUnknownFields: true }),
    strategy: {},
    isCustom: false,
  };
}

/** Throws what Kubernetes says if there cannot be one. */
async function findOtherEnd(context: Context, resource: Resource, options: JsonObject): Promise<void> {
  const { subresource } = context.info;
  if (resource.names.plural === "services") {
    await checkService(context, resource);
    return;
  }
  const name = subresource === "proxy" ? splitName(context.info.name)[0] : context.info.name;
  const object = await readNamed(context, resource, name);
  if (resource.names.plural === "nodes") {
    if (asObjects(objectAt(object, "status").addresses).length === 0) {
      throw statusFromPlainError("no preferred addresses found; known addresses: []");
    }
  } else if (subresource === "proxy") {
    if (asText(objectAt(object, "status").podIP) === "") {
      throw statusBadRequest("address not allowed");
    }
  } else {
    checkPod(object, { name, options, hasContainer: subresource !== "portforward" });
  }
}

async function checkService(context: Context, resource: Resource): Promise<void> {
  const [name, port] = splitName(context.info.name);
  if (/^\d+$/.test(port)) {
    const service = await readNamed(context, resource, name);
    if (!asObjects(objectAt(service, "spec").ports).some((one) => String(one.port) === port)) {
      throw statusServiceUnavailable(`no service port ${port} found for service ${quoteGo(name)}`);
    }
  }
  const endpoints = await readNamed(context, context.services.registry.find("", "v1", "endpoints") as Resource, name);
  if (asObjects(endpoints.subsets).length === 0) {
    throw statusServiceUnavailable(`no endpoints available for service ${quoteGo(name)}`);
  }
}

/** Of `scheme:name:port`, where only the name must be given. */
function splitName(id: string): readonly [name: string, port: string] {
  const parts = id.split(":");
  const [name = "", port = ""] = parts.length === 3 ? parts.slice(1) : parts;
  return [name, port];
}

/** Throws 404 if there is none. */
export async function readNamed({ services, info }: Context, resource: Resource, name: string): Promise<JsonObject> {
  const entry = services.store.peek(storeKey(resource, info.namespace, name));
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

/** Throws 400 unless the name, or its absence, says which container is meant. */
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
