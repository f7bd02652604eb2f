import {
  compareQuantities,
  createQuantity,
  type JsonObject,
  objectAt,
  quantityMilliValue,
  quantityValue,
  StatusError,
  textAt,
} from "@kiln/api";
import { peekObject, podResources, readResourceList } from "@kiln/kinds";
import type { AdmissionAttributes, AdmissionPlugin } from "./admission-plugin.ts";
import { forbid } from "./forbid.ts";
import { isChangedOnNode } from "./is-changed-on-node.ts";

const ZERO = createQuantity(0n, "DecimalSI");

/** PodResizeValidator: allows resizing a Pod on a node only if the node supports Pods of that size. */
export const podResizeValidator: AdmissionPlugin = {
  name: "PodResizeValidator",
  handles: ({ operation, resource, subresource }) =>
    subresource === "resize" && operation === "UPDATE" && resource.group === "" && resource.names.plural === "pods",
  validate(attributes) {
    const { object = {}, services } = attributes;
    if (!isChangedOnNode(attributes)) {
      return undefined;
    }
    const name = textAt(objectAt(object, "spec"), "nodeName");
    const node = peekObject(services, `/registry/core/nodes/${name}`);
    if (node === undefined) {
      throw forbid(attributes, `node ${JSON.stringify(name)} not found`);
    }
    const system = objectAt(node, "metadata", "labels")["kubernetes.io/os"] ?? "linux";
    if (system !== "linux") {
      const why = `pod resize is only supported on linux nodes, node ${JSON.stringify(name)} is ${JSON.stringify(system)}`;
      throw forbidBecause(attributes, why, "UnsupportedPlatform");
    }
    const excess = excessOf(object, node);
    if (excess.length > 0) {
      const why = `node didn't have enough allocatable resources: ${excess.join("; ")}`;
      throw forbidBecause(attributes, why, "NodeCapacity");
    }
    return undefined;
  },
};

function excessOf(pod: JsonObject, node: JsonObject): string[] {
  const requests = podResources(pod, "requests");
  const allocatable = readResourceList(objectAt(node, "status", "allocatable"));
  return [["cpu", quantityMilliValue] as const, ["memory", quantityValue] as const].flatMap(([name, amountOf]) => {
    const requested = requests.get(name) ?? ZERO;
    const most = allocatable.get(name) ?? ZERO;
    return compareQuantities(requested, most) > 0
      ? [`${name}, requested: ${amountOf(requested)}, allocatable: ${amountOf(most)}`]
      : [];
  });
}

/**
 * Error with a cause. Kubernetes: the cause has a reason and no message (podresize/admission.go resizeValidationError,
 * v1.36).
 */
function forbidBecause(attributes: AdmissionAttributes, why: string, reason: string): StatusError {
  const { status } = forbid(attributes, why);
  return new StatusError({ ...status, details: { ...status.details, causes: [{ reason }] } });
}
