import { deepCopy, isJsonObject, type JsonObject, setOwn } from "@kiln/api";
import { metadataOf } from "../../../write/write.ts";
import type { Declaration } from "../declaration.ts";
import { partOf } from "../part-of.ts";
import { validateEndpoints, warnOfEndpoints } from "./validate-endpoints.ts";

export const node: Declaration = {
  resource: "nodes",
  selectableFields: ["spec.unschedulable"],
  fieldValues: { "spec.unschedulable": (object) => String(partOf(object, "spec").unschedulable === true) },
  types: { "core/v1.NodeStatus": { setDefaults: defaultAllocatable } },
};

/** Changes the status: what a node has can be used unless it says otherwise. */
function defaultAllocatable(status: JsonObject): void {
  if (status.allocatable === undefined && isJsonObject(status.capacity)) {
    status.allocatable = deepCopy(status.capacity);
  }
}

export const limitRange: Declaration = {
  resource: "limitranges",
  types: { "core/v1.LimitRangeItem": { setDefaults: defaultLimits } },
};

/** Changes the item: the most that may be had is had by default, and asked for. */
function defaultLimits(item: JsonObject): void {
  if (item.type !== "Container") {
    return;
  }
  const limits = { ...partOf(item, "max"), ...partOf(item, "default") };
  const requests = { ...partOf(item, "min"), ...limits, ...partOf(item, "defaultRequest") };
  setAmounts(item, "default", limits);
  setAmounts(item, "defaultRequest", requests);
}

/** Changes the item. */
function setAmounts(item: JsonObject, field: string, amounts: JsonObject): void {
  if (Object.keys(amounts).length > 0) {
    setOwn(item, field, amounts);
  }
}

export const replicationController: Declaration = {
  resource: "replicationcontrollers",
  selectableFields: ["status.replicas"],
  scale: {
    specReplicasPath: ".spec.replicas",
    statusReplicasPath: ".status.replicas",
    labelSelectorPath: ".spec.selector",
  },
  strategy: () => ({ setDefaults: defaultSelector, orphansByDefault: {} }),
};

/** Changes the controller: without labels of its own it has those of its Pods. */
function defaultSelector(object: JsonObject): void {
  const spec = partOf(object, "spec");
  const { labels } = partOf(partOf(spec, "template"), "metadata");
  if (!isJsonObject(labels)) {
    return;
  }
  if (Object.keys(partOf(spec, "selector")).length === 0) {
    spec.selector = deepCopy(labels);
  }
  const metadata = metadataOf(object);
  if (Object.keys(partOf(metadata, "labels")).length === 0) {
    metadata.labels = deepCopy(labels);
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

export const componentStatus: Declaration = {
  resource: "componentstatuses",
  warnings: { v1: "v1 ComponentStatus is deprecated in v1.19+" },
};
