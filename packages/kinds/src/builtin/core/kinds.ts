import { asText, asTexts, deepCopy, isJsonObject, type JsonObject, metadataOf, objectAt, setOwn } from "@kiln/api";
import type { Declaration } from "../declaration.ts";
import { validateEndpoints, warnOfEndpoints } from "./validate-endpoints.ts";
import { validateLimitRange } from "./validate-limit-range.ts";
import { validateNode, validateNodeUpdate, warnOfNode } from "./validate-node.ts";
import {
  validateQuotaStatus,
  validateResourceQuota,
  validateScopesKept,
  warnOfQuota,
} from "./validate-resource-quota.ts";

export const node: Declaration = {
  resource: "nodes",
  selectableFields: ["spec.unschedulable"],
  fieldValues: { "spec.unschedulable": (object) => String(objectAt(object, "spec").unschedulable === true) },
  types: {
    "core/v1.NodeSpec": { setDefaults: followPodCidr },
    "core/v1.NodeStatus": { setDefaults: defaultAllocatable },
  },
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["create", "update"] },
  marks: { "spec.podCIDRs": { mutability: "AddOnly" }, "spec.providerID": { mutability: "AddOnly" } },
  strategy: ({ semantics }) => ({
    status: { keepsNew: true },
    prepareCreate: (object) => {
      delete objectAt(object, "spec").configSource;
      delete objectAt(object, "status").config;
    },
    prepareUpdate: (object, old, subresource) => {
      const [part, field] =
        subresource === "status" ? (["status", "config"] as const) : (["spec", "configSource"] as const);
      if (objectAt(old, part)[field] === undefined) {
        delete objectAt(object, part)[field];
      }
    },
    validateCreate: validateNode,
    validateUpdate: (object, old, subresource) => [
      ...(subresource === "status" ? [] : validateNode(object)),
      ...validateNodeUpdate(object, old, { isUpstream: semantics === "upstream" }),
    ],
    warn: (object, _old, subresource) => (subresource === "status" ? [] : warnOfNode(object)),
  }),
};

/** Sets podCIDR to the first of podCIDRs and the reverse, because a client may set only one of them. */
function followPodCidr(spec: JsonObject): void {
  const first = asText(spec.podCIDR);
  if (first !== "" && asTexts(spec.podCIDRs)[0] !== first) {
    spec.podCIDRs = [first];
  } else if (first === "" && asTexts(spec.podCIDRs).length > 0) {
    spec.podCIDR = asTexts(spec.podCIDRs)[0] as string;
  }
}

/** Sets allocatable to the capacity if absent. */
function defaultAllocatable(status: JsonObject): void {
  if (status.allocatable === undefined && isJsonObject(status.capacity)) {
    status.allocatable = deepCopy(status.capacity);
  }
}

export const limitRange: Declaration = {
  resource: "limitranges",
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["create"] },
  types: { "core/v1.LimitRangeItem": { setDefaults: defaultLimits } },
  strategy: () => ({
    // Kubernetes: the name of a LimitRange without a name is a UUID (core/limitrange/strategy.go PrepareForCreate,
    // v1.36).
    prepareCreate: (object, { services }) => {
      const metadata = metadataOf(object);
      metadata.name = metadata.name || services.random.uuid();
    },
    validateCreate: validateLimitRange,
    validateUpdate: validateLimitRange,
  }),
};

export const resourceQuota: Declaration = {
  resource: "resourcequotas",
  strategy: () => ({
    validateCreate: validateResourceQuota,
    validateUpdate: (object, old, subresource) =>
      subresource === "status"
        ? validateQuotaStatus(object)
        : [...validateResourceQuota(object), ...validateScopesKept(object, old)],
    warn: warnOfQuota,
  }),
};

/** Sets default limits from the maximum, and default requests from limits or the minimum. */
function defaultLimits(item: JsonObject): void {
  if (item.type !== "Container") {
    return;
  }
  const limits = { ...objectAt(item, "max"), ...objectAt(item, "default") };
  const requests = { ...objectAt(item, "min"), ...limits, ...objectAt(item, "defaultRequest") };
  setAmounts(item, "default", limits);
  setAmounts(item, "defaultRequest", requests);
}

/** Sets a resource list, unless it is empty. */
function setAmounts(item: JsonObject, field: string, amounts: JsonObject): void {
  if (Object.keys(amounts).length > 0) {
    setOwn(item, field, amounts);
  }
}

export const endpoints: Declaration = {
  resource: "endpoints",
  warnings: { v1: "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice" },
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["update", "create"] },
  types: { "core/v1.EndpointPort": { defaults: { protocol: "TCP" } } },
  strategy: () => ({
    validateCreate: (object) => validateEndpoints(object),
    validateUpdate: validateEndpoints,
    warn: warnOfEndpoints,
  }),
};
