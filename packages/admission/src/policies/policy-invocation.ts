import { asObject, deepCopy, type JsonObject, parseGroupVersion } from "@kiln/api";
import { decodeStoredJson, NAMESPACE_PREFIX, openStoredValue, type Resource, toServed } from "@kiln/kinds";
import type { AdmissionAttributes } from "../admission-plugin.ts";
import type { AdmissionView } from "../admission-view.ts";
import type { PolicyBinding } from "../registered/admission-policy.ts";
import type { BoundPolicy } from "../registered/policy-projection.ts";
import { BindingFault, collectParams, findParamResource, type Params } from "./collect-params.ts";
import { matchConstraints } from "./match-policy.ts";

export type Awaitable<T> = T | Promise<T>;

/** One policy with one binding and its parameter objects. */
export interface Invocation<Program> {
  readonly bound: BoundPolicy<Program>;
  /** Binding; undefined for an error of the policy itself. */
  readonly binding: PolicyBinding | undefined;
  readonly view: Awaitable<AdmissionView>;
  readonly params: Awaitable<Params>;
  /** Error that prevents the evaluation. */
  readonly fault?: string;
}

export interface ReadyInvocation<Program> extends Invocation<Program> {
  readonly view: AdmissionView;
  readonly params: Params;
}

/** Invocations of a policy for a request; empty if the policy does not match. */
export function prepare<Program>(bound: BoundPolicy<Program>, attributes: AdmissionAttributes): Invocation<Program>[] {
  const { policy, bindings } = bound;
  const own: AdmissionView = attributes;
  const broken = (fault: unknown, binding?: PolicyBinding): Invocation<Program>[] => {
    const what = binding === undefined ? "policy" : "binding";
    return [{ bound, binding, view: own, params: [], fault: `failed to configure ${what}: ${messageOf(fault)}` }];
  };
  const resource = attempt(() => matchConstraints(policy.constraints, attributes));
  if (resource instanceof Error) {
    return broken(resource);
  }
  if (resource === undefined) {
    return [];
  }
  const paramResource = policy.paramKind && findParamResource(attributes.services, policy.paramKind);
  if (policy.paramKind !== undefined && paramResource === undefined) {
    const { apiVersion, kind } = policy.paramKind;
    const { group = "", version = "" } = parseGroupVersion(apiVersion).value ?? {};
    return broken(new Error(`failed to find resource referenced by paramKind: '${group}/${version}, Kind=${kind}'`));
  }
  const view = createView(attributes, resource);
  return bindings.flatMap((binding) => {
    const found = attempt(() => bind(binding, attributes, paramResource));
    if (found instanceof Error) {
      return broken(found, binding);
    }
    return found === undefined ? [] : [{ bound, binding, view, params: found }];
  });
}

/** Invocation of a binding; undefined if the binding does not match the request. */
function bind(
  binding: PolicyBinding,
  attributes: AdmissionAttributes,
  paramResource: Resource | undefined,
): Awaitable<Params> | undefined {
  const { constraints } = binding;
  if (constraints !== undefined && matchConstraints(constraints, attributes) === undefined) {
    return undefined;
  }
  const { services, namespace } = attributes;
  return paramResource === undefined
    ? [null]
    : collectParams(services, { resource: paramResource, binding, namespace });
}

function attempt<T>(work: () => T): T | Error {
  try {
    return work();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function createView(attributes: AdmissionAttributes, resource: Resource): Awaitable<AdmissionView> {
  const { kind, object, oldObject } = attributes;
  if (resource === attributes.resource || kind.kind !== attributes.resource.names.kind) {
    return { resource, object, oldObject };
  }
  const convert = (one: JsonObject | undefined) => (one === undefined ? undefined : toServed(resource, deepCopy(one)));
  return Promise.all([convert(object), convert(oldObject)]).then(([converted, old]) => ({
    resource,
    object: converted,
    oldObject: old,
  }));
}

/** Invocations with their parameter objects; synchronous if no object had to be loaded. */
export function whenReady<Program>(
  invocations: readonly Invocation<Program>[],
): Awaitable<readonly ReadyInvocation<Program>[]> {
  const isReady = invocations.every(({ params, view }) => !(params instanceof Promise || view instanceof Promise));
  return isReady
    ? (invocations as readonly ReadyInvocation<Program>[])
    : Promise.all(invocations.map((invocation) => wait(invocation)));
}

async function wait<Program>(invocation: Invocation<Program>): Promise<ReadyInvocation<Program>> {
  const view = await invocation.view;
  try {
    return { ...invocation, view, params: await invocation.params };
  } catch (error) {
    if (!(error instanceof BindingFault)) {
      throw error;
    }
    return { ...invocation, view, params: [], fault: `failed to configure binding: ${error.message}` };
  }
}

/**
 * Namespace object for expressions; null for cluster-scoped objects. Kubernetes: it has no ownerReferences and no
 * managedFields (admission/plugin/cel/condition.go CreateNamespaceObject, v1.36).
 */
export function readNamespace({ services, namespace, kind }: AdmissionAttributes): JsonObject | null {
  const isNamespace = kind.kind === "Namespace" && kind.group === "";
  const entry = namespace === "" || isNamespace ? undefined : services.store.peek(NAMESPACE_PREFIX + namespace);
  if (entry === undefined) {
    return null;
  }
  const { metadata, spec = {}, status = {} } = decodeStoredJson(openStoredValue(entry.value).body);
  const { managedFields: _, ownerReferences: __, ...shown } = asObject(metadata);
  return { metadata: { ...shown, resourceVersion: String(entry.revision) }, spec, status };
}
