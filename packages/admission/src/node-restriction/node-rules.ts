import { deepEqual, type JsonObject, objectAt, objectsAt, statusNotFound, textAt } from "@kiln/api";
import { peekObject } from "@kiln/kinds";
import type { AdmissionAttributes } from "../admission-plugin.ts";
import { hasSecretReference } from "../check-secret-references.ts";
import { mayNodeSet } from "./node-labels.ts";

/** Checks a request of a node: the reason to deny it, or undefined. */
export type NodeRule = (node: string, attributes: AdmissionAttributes) => string | undefined;

const MIRROR = "kubernetes.io/config.mirror";

export const judgePods: NodeRule = (node, attributes) => {
  const { subresource, operation } = attributes;
  switch (subresource) {
    case "":
      return judgePod(node, attributes);
    case "status":
      return operation === "UPDATE" ? judgePodStatus(node, attributes) : `unexpected operation "${operation}"`;
    case "eviction": {
      const isOwn = isOn(findPod(attributes, attributes.name), node);
      return isOwn ? undefined : `node ${node} can only evict pods with spec.nodeName set to itself`;
    }
    default:
      return `unexpected pod subresource "${subresource}", only 'status' and 'eviction' are allowed`;
  }
};

function judgePod(node: string, attributes: AdmissionAttributes): string | undefined {
  switch (attributes.operation) {
    case "CREATE":
      return judgeMirror(node, attributes);
    case "DELETE": {
      const isOwn = isOn(attributes.oldObject ?? {}, node);
      return isOwn ? undefined : `node "${node}" can only delete pods with spec.nodeName set to itself`;
    }
    default:
      return `unexpected operation "${attributes.operation}", node "${node}" can only create and delete mirror pods`;
  }
}

function findPod({ services, namespace }: AdmissionAttributes, name: string): JsonObject {
  const pod = peekObject(services, `/registry/core/pods/${namespace}/${name}`);
  if (pod === undefined) {
    throw statusNotFound({ group: "", resource: "pods" }, name);
  }
  return pod;
}

function isOn(pod: JsonObject, node: string): boolean {
  return textAt(objectAt(pod, "spec"), "nodeName") === node;
}

/** Rule for Pods: a node may create only mirror Pods of static Pods that it runs. */
function judgeMirror(node: string, attributes: AdmissionAttributes): string | undefined {
  const { object = {} } = attributes;
  if (!Object.hasOwn(objectAt(object, "metadata", "annotations"), MIRROR)) {
    return `pod does not have "${MIRROR}" annotation, node "${node}" can only create mirror pods`;
  }
  if (!isOn(object, node)) {
    return `node "${node}" can only create pods with spec.nodeName set to itself`;
  }
  const reference = referenceIn(objectAt(object, "spec"));
  return (
    judgeMirrorOwner(node, attributes) ??
    (reference === undefined ? undefined : `node "${node}" can not create pods that reference ${reference}`)
  );
}

function judgeMirrorOwner(node: string, { object, services }: AdmissionAttributes): string | undefined {
  const owners = objectsAt(objectAt(object, "metadata"), "ownerReferences");
  if (owners.length > 1) {
    return `node "${node}" can only create pods with a single owner reference set to itself`;
  }
  const [owner = {}] = owners;
  if (owner.apiVersion !== "v1" || owner.kind !== "Node" || owner.name !== node) {
    return `node "${node}" can only create pods with an owner reference set to itself`;
  }
  if (owner.controller !== true) {
    return `node "${node}" can only create pods with a controller owner reference set to itself`;
  }
  if (owner.blockOwnerDeletion === true) {
    return `node "${node}" must not set blockOwnerDeletion on an owner reference`;
  }
  const known = peekObject(services, `/registry/core/nodes/${node}`);
  if (known === undefined) {
    throw statusNotFound({ group: "", resource: "nodes" }, node);
  }
  const [uid, wanted] = [textAt(objectAt(known, "metadata"), "uid"), textAt(owner, "uid")];
  return uid === wanted ? undefined : `node ${node} UID mismatch: expected ${wanted} got ${uid}`;
}

/** Kind of object that the Pod references, which the node might otherwise not be allowed to read. */
function referenceIn(spec: JsonObject): string | undefined {
  const volumes = objectsAt(spec, "volumes");
  const sources = volumes.flatMap((volume) => objectsAt(objectAt(volume, "projected"), "sources"));
  const containers = ["initContainers", "containers", "ephemeralContainers"].flatMap((field) => objectsAt(spec, field));
  const variables = containers.flatMap((one) => objectsAt(one, "env").map((env) => objectAt(env, "valueFrom")));
  const environments = containers.flatMap((one) => objectsAt(one, "envFrom"));
  const isSet = (objects: readonly JsonObject[], field: string) => objects.some((one) => (one[field] ?? null) !== null);
  if (textAt(spec, "serviceAccountName") !== "") {
    return "serviceaccounts";
  }
  if (hasSecretReference(spec)) {
    return "secrets";
  }
  const hasConfigMap =
    isSet([...volumes, ...sources], "configMap") ||
    isSet(variables, "configMapKeyRef") ||
    isSet(environments, "configMapRef");
  if (hasConfigMap) {
    return "configmaps";
  }
  if (objectsAt(spec, "resourceClaims").length > 0) {
    return "resourceclaims";
  }
  return isSet(volumes, "persistentVolumeClaim") || isSet(volumes, "ephemeral") ? "persistentvolumeclaims" : undefined;
}

function judgePodStatus(node: string, { object = {}, oldObject = {} }: AdmissionAttributes): string | undefined {
  if (!isOn(oldObject, node)) {
    return `node "${node}" can only update pod status for pods with spec.nodeName set to itself`;
  }
  const labels = (pod: JsonObject) => objectAt(pod, "metadata", "labels");
  if (!deepEqual(labels(object), labels(oldObject))) {
    return `node "${node}" cannot update labels through pod status`;
  }
  const isSame = (field: string) =>
    deepEqual(objectAt(object, "status")[field] ?? null, objectAt(oldObject, "status")[field] ?? null);
  if (!isSame("resourceClaimStatuses")) {
    return `node "${node}" cannot update resource claim statues`;
  }
  return isSame("extendedResourceClaimStatus")
    ? undefined
    : `node "${node}" cannot update extended resource claim status`;
}

export const judgeNodes: NodeRule = (node, { name, operation, object = {}, oldObject = {} }) => {
  if (name !== node) {
    return `node "${node}" is not allowed to modify node "${name}"`;
  }
  const labels = (of: JsonObject) => objectAt(of, "metadata", "labels");
  const [after, before] = [labels(object), labels(oldObject)];
  const changed = [...new Set([...Object.keys(after), ...Object.keys(before)])].filter(
    (key) => after[key] !== before[key],
  );
  const forbidden = changed.filter((label) => !mayNodeSet(label)).sort();
  if (operation === "CREATE") {
    return forbidden.length === 0
      ? undefined
      : `node "${node}" is not allowed to set the following labels: ${forbidden.join(", ")}`;
  }
  if (operation !== "UPDATE") {
    return undefined;
  }
  const isSame = (part: string, field: string) =>
    deepEqual(objectAt(object, part)[field] ?? null, objectAt(oldObject, part)[field] ?? null);
  if (!isSame("spec", "taints")) {
    return `node "${node}" is not allowed to modify taints`;
  }
  if (!isSame("metadata", "ownerReferences")) {
    return `node "${node}" is not allowed to modify ownerReferences`;
  }
  return forbidden.length === 0 ? undefined : `is not allowed to modify labels: ${forbidden.join(", ")}`;
};

export const judgeClaims: NodeRule = (_node, { subresource }) =>
  subresource === "status" ? undefined : "may only update PVC status";

export const judgeLeases: NodeRule = (node, { namespace, name }) => {
  if (namespace !== "kube-node-lease") {
    return 'can only access leases in the "kube-node-lease" system namespace';
  }
  return name === node ? undefined : "can only access node lease with the same name as the requesting node";
};

export const judgeCsiNodes: NodeRule = (node, { name }) =>
  name === node ? undefined : "can only access CSINode with the same name as the requesting node";

export const judgeResourceSlices: NodeRule = (node, { operation, object, oldObject }) => {
  const verb = ({ CREATE: "create", DELETE: "delete" } as Readonly<Record<string, string>>)[operation];
  const slice = operation === "CREATE" ? object : oldObject;
  return verb === undefined || textAt(objectAt(slice, "spec"), "nodeName") === node
    ? undefined
    : `can only ${verb} ResourceSlice with the same NodeName as the requesting node`;
};

/** Rule for tokens: a node may request them only for service accounts of Pods that run on it. */
export const judgeAccounts: NodeRule = (node, attributes) => {
  if (attributes.operation !== "CREATE" || attributes.subresource !== "token") {
    return undefined;
  }
  const bound = objectAt(attributes.object, "spec", "boundObjectRef");
  const [name, uid] = [textAt(bound, "name"), textAt(bound, "uid")];
  if (bound.apiVersion !== "v1" || bound.kind !== "Pod" || name === "") {
    return "node requested token not bound to a pod";
  }
  if (uid === "") {
    return "node requested token with a pod binding without a uid";
  }
  const pod = findPod(attributes, name);
  if (textAt(objectAt(pod, "metadata"), "uid") !== uid) {
    return (
      `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been ` +
      "deleted and then recreated"
    );
  }
  return isOn(pod, node) ? undefined : "node requested token bound to a pod scheduled on a different node";
};
