import {
  asObjects,
  asText,
  type FieldError,
  fieldPath,
  forbidden,
  isJsonObject,
  type JsonObject,
  objectAt,
  required,
  tooLong,
  utf8Length,
  validateDomainPrefixedPath,
} from "@kiln/api";
import { IMMUTABLE } from "../../natives/marks.ts";
import type { Declaration } from "../declaration.ts";
import { checkImmutable, checkLabel, checkSupported } from "../field-checks.ts";
import {
  nameIsIpAddress,
  validateIpAddress,
  validateParentKept,
  validateServiceCidr,
  validateServiceCidrKept,
} from "./validate-addresses.ts";
import {
  validateIngress,
  validateIngressPoints,
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

/** Changes the spec. */
function defaultPolicyTypes(spec: JsonObject): void {
  spec.policyTypes ??= spec.egress === undefined ? ["Ingress"] : ["Ingress", "Egress"];
}

export const ingress: Declaration = {
  resource: "ingresses.networking.k8s.io",
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["update", "create"] },
  strategy: () => ({
    validateCreate: validateIngress,
    validateUpdate: (object, old, subresource) =>
      subresource === "status"
        ? validateIngressPoints(pointsOf(object), pointsOf(old))
        : validateIngressUpdate(object, old),
    warn: warnOfIngress,
  }),
};

function pointsOf(object: JsonObject): JsonObject[] {
  return asObjects(objectAt(object, "status", "loadBalancer").ingress);
}

export const ingressClass: Declaration = {
  resource: "ingressclasses.networking.k8s.io",
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["update", "create"] },
  types: { "networking/v1.IngressClassParametersReference": { defaults: { scope: "Cluster" } } },
  marks: { "spec.controller": IMMUTABLE },
  strategy: ({ semantics }) => ({
    validateCreate: validateIngressClass,
    validateUpdate: (object, old) => [
      ...(semantics === "upstream"
        ? checkImmutable(
            asText(objectAt(object, "spec").controller),
            asText(objectAt(old, "spec").controller),
            fieldPath("spec", "controller"),
          )
        : []),
      ...validateIngressClass(object),
    ],
  }),
};

const MAX_CONTROLLER = 250;

function validateIngressClass(object: JsonObject): FieldError[] {
  const { controller, parameters } = objectAt(object, "spec");
  const path = fieldPath("spec", "controller");
  return [
    ...(utf8Length(asText(controller)) > MAX_CONTROLLER ? [tooLong(path, MAX_CONTROLLER)] : []),
    ...validateDomainPrefixedPath(path, asText(controller)),
    ...(isJsonObject(parameters) ? validateParameters(parameters) : []),
  ];
}

function validateParameters(parameters: JsonObject): FieldError[] {
  const { scope, namespace } = parameters;
  const path = fieldPath("spec", "parameters");
  const at = path.child("namespace");
  const errors = [
    ...validateTypedReference(parameters, path),
    ...checkSupported(scope, path.child("scope"), ["Cluster", "Namespace"]),
  ];
  if (scope === "Namespace") {
    return [
      ...errors,
      ...(namespace === undefined
        ? [required(at, "`parameters.scope` is set to 'Namespace'")]
        : checkLabel(namespace, at)),
    ];
  }
  return scope === "Cluster" && namespace !== undefined
    ? [...errors, forbidden(at, "`parameters.scope` is set to 'Cluster'")]
    : errors;
}

export const ipAddress: Declaration = {
  resource: "ipaddresses.networking.k8s.io",
  nameRule: nameIsIpAddress,
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["create", "update"] },
  marks: { "spec.parentRef": IMMUTABLE },
  strategy: ({ semantics }) => ({
    validateCreate: validateIpAddress,
    validateUpdate: (object, old) => [
      ...validateIpAddress(object),
      ...(semantics === "upstream" ? validateParentKept(object, old) : []),
    ],
  }),
};

export const serviceCidr: Declaration = {
  resource: "servicecidrs.networking.k8s.io",
  strategy: () => ({
    statusKeepsMetadata: true,
    validateCreate: validateServiceCidr,
    validateUpdate: (object, old, subresource) =>
      subresource === "status" ? [] : validateServiceCidrKept(object, old),
  }),
};
