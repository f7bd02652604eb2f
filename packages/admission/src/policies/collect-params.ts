import {
  appendAll,
  asText,
  fromLabelSelectorObject,
  isJsonObject,
  type JsonObject,
  matchesLabelSelector,
} from "@kiln/api";
import { apiVersionOf, type Resource, readHead, readLiveObject, storeKey } from "@kiln/kinds";
import type { Entry } from "@kiln/store";
import type { AdmissionServices } from "../admission-services.ts";
import type { ParamKind, PolicyBinding } from "../registered/admission-policy.ts";

/** Error of a binding, with Kubernetes' message. */
export class BindingFault extends Error {
  override readonly name = "BindingFault";
}

/** Parameter objects, one for each evaluation of the policy; null for a policy without parameters. */
export type Params = readonly (JsonObject | null)[];

/** Resource of a policy's paramKind; undefined if it is not served. */
export function findParamResource(
  { registry }: AdmissionServices,
  { apiVersion, kind }: ParamKind,
): Resource | undefined {
  for (const resource of registry.all()) {
    if (
      resource.names.kind === kind &&
      apiVersionOf(resource) === apiVersion &&
      resource.serving.verbs.includes("get")
    ) {
      return resource;
    }
  }
  return undefined;
}

export interface ParamRequest {
  readonly resource: Resource;
  readonly binding: PolicyBinding;
  /** Namespace of the request. */
  readonly namespace: string;
}

/**
 * Parameter objects of a binding. Throws a {@link BindingFault}, at once or later. Objects selected by name are found
 * synchronously.
 */
export function collectParams(services: AdmissionServices, request: ParamRequest): Params | Promise<Params> {
  const { binding, resource } = request;
  const { paramRef } = binding;
  if (paramRef === undefined) {
    return [null];
  }
  const namespace = namespaceOf(request, asText(paramRef.namespace));
  const name = asText(paramRef.name);
  const denies = paramRef.parameterNotFoundAction === "Deny";
  if (name !== "") {
    const entry = services.store.peek(storeKey(resource, namespace, name));
    return entry === undefined ? refuseNone([], denies) : readAll(resource, [entry], denies);
  }
  const { value: selector, error } = fromLabelSelectorObject(
    isJsonObject(paramRef.selector) ? paramRef.selector : null,
  );
  if (error !== undefined) {
    throw new BindingFault(error);
  }
  const prefix = resource.isNamespaced ? `${resource.storage.prefix}${namespace}/` : resource.storage.prefix;
  return findEntries(services, prefix).then((entries) => {
    const selected = entries.filter(({ value }) => matchesLabelSelector(selector, readHead(value)?.labels ?? {}));
    return readAll(resource, selected, denies);
  });
}

function namespaceOf({ resource, namespace }: ParamRequest, given: string): string {
  if (!resource.isNamespaced) {
    if (given !== "") {
      throw new BindingFault("paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
    }
    return "";
  }
  if (given === "" && namespace === "") {
    throw new BindingFault("cannot use namespaced paramRef in policy binding that matches cluster-scoped resources");
  }
  return given || namespace;
}

async function findEntries({ store }: AdmissionServices, prefix: string): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const { entries } of await store.range({ prefix })) {
    appendAll(found, entries);
  }
  return found;
}

function readAll(resource: Resource, entries: readonly Entry[], denies: boolean): Params {
  const objects = entries.map((entry) => readLiveObject(resource, entry).object);
  return refuseNone(objects, denies);
}

function refuseNone(params: Params, denies: boolean): Params {
  if (params.length === 0 && denies) {
    throw new BindingFault("no params found for policy binding with `Deny` parameterNotFoundAction");
  }
  return params;
}
