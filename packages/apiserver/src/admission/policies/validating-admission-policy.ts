import {
  deepCopy,
  forbiddenMessage,
  isJsonObject,
  type JsonObject,
  type StatusError,
  statusPolicyDenied,
} from "@kiln/api";
import { toServed } from "../../read-object.ts";
import { NAMESPACE_PREFIX } from "../../resources/namespace-projection.ts";
import { groupResourceOf, type Resource } from "../../resources/resource.ts";
import { decodeStoredJson } from "../../stored-json.ts";
import { openStoredValue } from "../../stored-value.ts";
import type { AdmissionAttributes, AdmissionPlugin } from "../admission-plugin.ts";
import { calledName } from "../forbid.ts";
import type { AdmissionView } from "../webhooks/call-admission-webhook.ts";
import { describeRequest } from "../webhooks/create-admission-request.ts";
import type { AdmissionPolicy, PolicyBinding } from "./admission-policy.ts";
import { BindingFault, collectParams, findParamResource, type Params } from "./collect-params.ts";
import { evaluatePolicy, type PolicyDenialReason } from "./evaluate-policy.ts";
import { isAnyAbout, matchConstraints } from "./match-policy.ts";
import type { BoundPolicy } from "./policy-projection.ts";

/** Judges requests by expressions. Waits only where parameters are selected, or objects converted by somebody else. */
export const validatingAdmissionPolicy: AdmissionPlugin = {
  name: "ValidatingAdmissionPolicy",
  handles: (target) => isAnyAbout(target.services.validatingPolicies.all(), target),
  validate(attributes) {
    const invocations = attributes.services.validatingPolicies.all().flatMap((bound) => prepare(bound, attributes));
    if (invocations.length === 0) {
      return undefined;
    }
    const isReady = invocations.every(({ params, view }) => !(params instanceof Promise || view instanceof Promise));
    return isReady ? judge(invocations as ReadyInvocation[], attributes) : judgeLater(invocations, attributes);
  },
};

type Awaitable<T> = T | Promise<T>;

/** One policy by one binding, with all objects of parameters. */
interface Invocation {
  readonly bound: BoundPolicy;
  /** Undefined for what is wrong with the policy itself. */
  readonly binding: PolicyBinding | undefined;
  readonly view: Awaitable<AdmissionView>;
  readonly params: Awaitable<Params>;
  /** Why it cannot be used. */
  readonly fault?: string;
}

interface ReadyInvocation extends Invocation {
  readonly view: AdmissionView;
  readonly params: Params;
}

function prepare(bound: BoundPolicy, attributes: AdmissionAttributes): Invocation[] {
  const { policy, bindings } = bound;
  const own: AdmissionView = attributes;
  const broken = (fault: unknown, binding?: PolicyBinding): Invocation[] => {
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
    return broken(new Error(`failed to find resource referenced by paramKind: '${apiVersion}, Kind=${kind}'`));
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

/** Undefined if the binding is not about the request. */
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

function createView(attributes: AdmissionAttributes, resource: Resource): Awaitable<AdmissionView> {
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

async function judgeLater(invocations: readonly Invocation[], attributes: AdmissionAttributes): Promise<undefined> {
  const ready = await Promise.all(
    invocations.map(async (invocation): Promise<ReadyInvocation> => {
      const view = await invocation.view;
      try {
        return { ...invocation, view, params: await invocation.params };
      } catch (error) {
        if (!(error instanceof BindingFault)) {
          throw error;
        }
        return { ...invocation, view, params: [], fault: `failed to configure binding: ${error.message}` };
      }
    }),
  );
  return judge(ready, attributes);
}

interface Denial {
  readonly policy: AdmissionPolicy;
  readonly binding: PolicyBinding | undefined;
  readonly message: string;
  readonly reason: string;
}

/** Throws what the first that denies says. */
function judge(invocations: readonly ReadyInvocation[], attributes: AdmissionAttributes): undefined {
  const denials: Denial[] = [];
  const namespaceObject = readNamespace(attributes);
  for (const { bound, binding, view, params, fault } of invocations) {
    const { policy, program } = bound;
    if (fault !== undefined && !policy.isFailureIgnored) {
      denials.push({ policy, binding, message: fault, reason: "" });
    }
    const request = describeRequest(attributes, view);
    for (const param of params) {
      const input = { object: view.object, oldObject: view.oldObject, request, params: param, namespaceObject };
      const result = evaluatePolicy(policy, program(), input);
      for (const denial of result.denials) {
        denials.push(...enforce(denial, { policy, binding: binding as PolicyBinding, attributes }));
      }
      for (const [key, value] of result.annotations) {
        attributes.annotations.set(`${policy.name}/${key}`, value);
      }
    }
  }
  const [first] = denials;
  if (first !== undefined) {
    throw deny(first, attributes);
  }
  return undefined;
}

interface Enforcement {
  readonly policy: AdmissionPolicy;
  readonly binding: PolicyBinding;
  readonly attributes: AdmissionAttributes;
}

/** What the binding's actions make of a denial. */
function enforce(
  { index, message, reason }: PolicyDenialReason,
  { policy, binding, attributes }: Enforcement,
): readonly Denial[] {
  const { actions } = binding;
  if (actions.includes("Audit")) {
    const note = {
      message,
      policy: policy.name,
      binding: binding.name,
      expressionIndex: index,
      validationActions: actions,
    };
    attributes.annotations.set("validation.policy.admission.k8s.io/validation_failure", JSON.stringify([note]));
  }
  if (actions.includes("Warn")) {
    const who = `ValidatingAdmissionPolicy '${policy.name}' with binding '${binding.name}'`;
    attributes.warnings.push(`Validation failed for ${who}: ${message}`);
  }
  return actions.includes("Deny") ? [{ policy, binding, message, reason }] : [];
}

const CODES: ReadonlyMap<string, number> = new Map([
  ["Forbidden", 403],
  ["RequestEntityTooLarge", 413],
]);

function deny({ policy, binding, message, reason }: Denial, attributes: AdmissionAttributes): StatusError {
  const by = binding === undefined ? "" : ` with binding '${binding.name}'`;
  const why = `ValidatingAdmissionPolicy '${policy.name}'${by} denied request: ${message}`;
  const resource = groupResourceOf(attributes.resource);
  const name = calledName(attributes);
  return statusPolicyDenied({
    resource,
    name,
    message: forbiddenMessage(resource, name, why),
    reason: reason || "Invalid",
    code: CODES.get(reason) ?? 422,
    causes: [why],
  });
}

/** Null for what is in no namespace. Kubernetes: owners and managers are not shown. */
function readNamespace({ services, namespace, kind }: AdmissionAttributes): JsonObject | null {
  const isNamespace = kind.kind === "Namespace" && kind.group === "";
  const entry = namespace === "" || isNamespace ? undefined : services.store.peek(NAMESPACE_PREFIX + namespace);
  if (entry === undefined) {
    return null;
  }
  const { metadata, spec = {}, status = {} } = decodeStoredJson(openStoredValue(entry.value).body);
  const { managedFields: _, ownerReferences: __, ...shown } = isJsonObject(metadata) ? metadata : {};
  return { metadata: { ...shown, resourceVersion: String(entry.revision) }, spec, status };
}
