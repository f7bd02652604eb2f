import { asText, type JsonObject, objectAt, rootPath, validateDomainPrefixedPath } from "@kiln/api";
import { IMMUTABLE } from "../../natives/marks.ts";
import type { Declaration } from "../declaration.ts";
import { checkImmutable } from "../field-checks.ts";
import { fieldRules } from "../field-rules.ts";
import {
  checkIpAddress,
  checkParentKept,
  nameIsIpAddress,
  validateServiceCidr,
  validateServiceCidrKept,
} from "./validate-addresses.ts";
import {
  validateIngress,
  validateIngressStatus,
  validateIngressUpdate,
  validateTypedReference,
  warnOfIngress,
} from "./validate-ingress.ts";
import { validateNetworkPolicy, warnOfNetworkPolicy } from "./validate-network-policy.ts";

export const networkPolicy: Declaration = {
  resource: "networkpolicies.networking.k8s.io",
  types: {
    "networking/v1.NetworkPolicyPort": { defaults: { protocol: "TCP" } },
    "networking/v1.NetworkPolicySpec": { setDefaults: defaultPolicyTypes },
  },
  strategy: () => ({
    validateCreate: (object) => validateNetworkPolicy(object),
    validateUpdate: validateNetworkPolicy,
    warn: warnOfNetworkPolicy,
  }),
};

/** Sets policyTypes by the presence of egress rules. */
function defaultPolicyTypes(spec: JsonObject): void {
  spec.policyTypes ??= spec.egress === undefined ? ["Ingress"] : ["Ingress", "Egress"];
}

export const ingress: Declaration = {
  resource: "ingresses.networking.k8s.io",
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["update", "create"] },
  strategy: () => ({
    validateCreate: validateIngress,
    validateUpdate: (object, old, subresource) =>
      subresource === "status" ? validateIngressStatus(object, old) : validateIngressUpdate(object, old),
    warn: warnOfIngress,
  }),
};

export const ingressClass: Declaration = {
  resource: "ingressclasses.networking.k8s.io",
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["update", "create"] },
  types: { "networking/v1.IngressClassParametersReference": { defaults: { scope: "Cluster" } } },
  marks: { "spec.controller": IMMUTABLE },
  strategy: ({ semantics }) => ({
    validateCreate: (object) => checkIngressClass(object, rootPath),
    validateUpdate: (object, old) => [
      ...(semantics === "upstream" ? checkControllerKept(object, rootPath, { old }) : []),
      ...checkIngressClass(object, rootPath),
    ],
  }),
};

const checkIngressClass = fieldRules({
  "spec.controller": ["maxBytes=250", (name, path) => validateDomainPrefixedPath(path, asText(name))],
  "spec.parameters": [
    "pointer",
    validateTypedReference,
    { scope: "enum=Cluster|Namespace" },
    (parameters: JsonObject, path, scope) =>
      parameters.scope === "Namespace"
        ? checkNamespaced(parameters, path, scope)
        : parameters.scope === "Cluster"
          ? checkOfCluster(parameters, path, scope)
          : [],
  ],
});
const checkNamespaced = fieldRules({ namespace: "present=`parameters.scope` is set to 'Namespace';label" });
const checkOfCluster = fieldRules({ namespace: "forbidden=`parameters.scope` is set to 'Cluster'" });
const checkControllerKept = fieldRules((object, path, { old }) =>
  checkImmutable(
    asText(objectAt(object, "spec").controller),
    asText(objectAt(old, "spec").controller),
    path.child("spec", "controller"),
  ),
);

export const ipAddress: Declaration = {
  resource: "ipaddresses.networking.k8s.io",
  nameRule: nameIsIpAddress,
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["create", "update"] },
  marks: { "spec.parentRef": IMMUTABLE },
  strategy: ({ semantics }) => ({
    validateCreate: (object) => checkIpAddress(object, rootPath),
    validateUpdate: (object, old) => [
      ...checkIpAddress(object, rootPath),
      ...(semantics === "upstream" ? checkParentKept(object, rootPath, { old }) : []),
    ],
  }),
};

export const serviceCidr: Declaration = {
  resource: "servicecidrs.networking.k8s.io",
  strategy: () => ({
    status: { keepsMetadata: true },
    validateCreate: validateServiceCidr,
    validateUpdate: (object, old, subresource) =>
      subresource === "status" ? [] : validateServiceCidrKept(object, old),
  }),
};
