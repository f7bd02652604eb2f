import { asObjects, asText, isJsonObject, type JsonObject, nameIsDns1123Label, objectAt } from "@kiln/api";
import type { Declaration } from "../declaration.ts";
import { allocateService } from "./allocate-service.ts";
import { claimServiceNumbers } from "./claim-service-numbers.ts";
import { dropTypeDependent, isExternal } from "./keep-allocated.ts";
import { validateService, validateServiceStatus, validateServiceUpdate } from "./validate-service.ts";
import { changesKind } from "./validate-service-addresses.ts";
import { warnOfService } from "./warn-of-service.ts";

export const service: Declaration = {
  resource: "services",
  nameRule: nameIsDns1123Label,
  selectableFields: ["spec.clusterIP", "spec.type"],
  types: {
    "core/v1.ServiceSpec": { defaults: { sessionAffinity: "None", type: "ClusterIP" }, setDefaults: defaultSpec },
    "core/v1.ServicePort": { setDefaults: defaultPort },
  },
  marks: { "spec.clusterIP": { mutability: "AddOnly" } },
  marksHold: (object, old) => !changesKind(objectAt(object, "spec"), objectAt(old, "spec")),
  strategy: (settings) => ({
    status: { createsObject: true },
    setDefaults: defaultIngress,
    allocation: {
      allocate: allocateService,
      claim: claimServiceNumbers,
      assign: (service, { services, key }) => services.serviceNumbers.assign(service, key),
    },
    prepareCreate: (object) => dropInternalPolicy(objectAt(object, "spec")),
    prepareUpdate: (object, old, subresource) => {
      if (subresource !== "") {
        return;
      }
      dropInternalPolicy(objectAt(object, "spec"));
      dropTypeDependent(objectAt(object, "spec"), objectAt(old, "spec"));
      if (objectAt(object, "spec").type !== "LoadBalancer") {
        object.status = { ...objectAt(object, "status"), loadBalancer: {} };
      }
    },
    validateCreate: (object) => validateService(object),
    validateUpdate: (object, old, subresource) =>
      subresource === "status" ? validateServiceStatus(object, old) : validateServiceUpdate(object, old, settings),
    warn: warnOfService,
  }),
};

/**
 * Removes internalTrafficPolicy. Kubernetes: an ExternalName Service is returned without it, but its errors are
 * reported (registry/core/service/strategy.go dropTypeDependentFields, v1.36).
 */
function dropInternalPolicy(spec: JsonObject): void {
  const { type, internalTrafficPolicy: policy } = spec;
  if (type === "ExternalName" && (policy === "Cluster" || policy === "Local")) {
    delete spec.internalTrafficPolicy;
  }
}

const AFFINITY_SECONDS = 10_800;

/** Sets the defaults that depend on type and session affinity. */
function defaultSpec(spec: JsonObject): void {
  if (spec.sessionAffinity === "None") {
    delete spec.sessionAffinityConfig;
  } else if (spec.sessionAffinity === "ClientIP" && !hasTimeout(spec.sessionAffinityConfig)) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: AFFINITY_SECONDS } };
  }
  if (isExternal(spec)) {
    spec.externalTrafficPolicy ??= "Cluster";
  }
  if (spec.type !== "ExternalName") {
    spec.internalTrafficPolicy ??= "Cluster";
  }
  if (spec.type === "LoadBalancer") {
    spec.allocateLoadBalancerNodePorts ??= true;
  }
}

function hasTimeout(config: JsonObject[string] | undefined): boolean {
  return isJsonObject(config) && objectAt(config, "clientIP").timeoutSeconds !== undefined;
}

/** Sets targetPort to port if absent. */
function defaultPort(port: JsonObject): void {
  if (port.targetPort === 0 || port.targetPort === "") {
    port.targetPort = port.port ?? 0;
  }
}

/** Sets ipMode to VIP for ingress points with an IP. */
function defaultIngress(object: JsonObject): void {
  if (objectAt(object, "spec").type !== "LoadBalancer") {
    return;
  }
  for (const ingress of asObjects(objectAt(object, "status", "loadBalancer").ingress)) {
    if (asText(ingress.ip) !== "") {
      ingress.ipMode ??= "VIP";
    }
  }
}
