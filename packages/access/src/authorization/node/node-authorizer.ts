import { printGroupResource, quoteGo, type User } from "@kiln/api";
import { type PolicyRule, readRules, ruleCoversKind, ruleCoversName } from "@kiln/kinds";
import { ALLOWED, type Attributes, type Authorizer, NO_OPINION, NO_RULES, type Verdict } from "../authorizer.ts";
import { parseBootstrapRule } from "../rbac/bootstrap-policy.ts";
import { bootstrapSystemRoles } from "../rbac/bootstrap-system-roles.ts";
import { isOfNode, type NodeKind, type NodeServices } from "./node-objects.ts";
import { createPodIndex } from "./pod-index.ts";
import type { PodServices } from "./pod-services.ts";

/**
 * Authorizes kubelets: permissions of the node role, but of Secrets and similar objects only those that Pods on the
 * node reference. Has no opinion about other users.
 */
export function createNodeAuthorizer({ registry, heads, store }: PodServices): Authorizer {
  const services: NodeServices = { store, podsOn: createPodIndex({ registry, heads, store }) };
  const role = bootstrapSystemRoles["system:node"];
  const rules = readRules(role !== undefined && "rules" in role ? role.rules.map(parseBootstrapRule) : []);
  return {
    authorize(attributes) {
      const node = nodeNameOf(attributes.user);
      if (node === undefined) {
        return NO_OPINION;
      }
      if (node === "") {
        return refuse(`unknown node for user ${quoteGo(attributes.user.name)}`);
      }
      const judge = attributes.isResource ? JUDGES.get(printGroupResource(attributes)) : undefined;
      return judge?.(attributes, { node, services }) ?? byRole(attributes, rules);
    },
    rulesFor: (user) =>
      nodeNameOf(user) === undefined
        ? NO_RULES
        : { ...NO_RULES, isIncomplete: true, errors: ["node authorizer does not support user rule resolution"] },
  };
}

const PREFIX = "system:node:";

/** Name of a node's user; undefined for other users, empty for a node's user without a name. */
export function nodeNameOf({ name, groups }: User): string | undefined {
  return name.startsWith(PREFIX) && groups.includes("system:nodes") ? name.slice(PREFIX.length) : undefined;
}

interface Asker {
  readonly node: string;
  readonly services: NodeServices;
}

/** Authorizes requests of nodes for one resource; undefined: the ClusterRole system:node decides. */
type Judge = (attributes: Attributes, asker: Asker) => Verdict | Promise<Verdict> | undefined;

const JUDGES: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ["secrets", readOwn("secrets")],
  ["configmaps", readOwn("configmaps")],
  ["persistentvolumeclaims", judgeClaim],
  ["persistentvolumes", getOwnOne("persistentvolumes")],
  ["resourceclaims.resource.k8s.io", getOwnOne("resourceclaims")],
  ["volumeattachments.storage.k8s.io", getOwnOne("volumeattachments")],
  ["serviceaccounts", judgeServiceAccount],
  ["leases.coordination.k8s.io", judgeLease],
  ["csinodes.storage.k8s.io", judgeCsiNode],
  ["resourceslices.resource.k8s.io", judgeSlice],
  ["nodes", judgeNode],
  ["pods", judgePod],
]);

function refuse(reason: string): Verdict {
  return { decision: "no-opinion", reason };
}

function byRole(attributes: Attributes, rules: readonly PolicyRule[]): Verdict {
  const isAllowed = rules.some((rule) => ruleCoversKind(rule, attributes) && ruleCoversName(rule, attributes.name));
  return isAllowed ? ALLOWED : NO_OPINION;
}

async function own(kind: NodeKind, { namespace, name }: Attributes, { node, services }: Asker): Promise<Verdict> {
  if (name === "") {
    return refuse("No Object name found");
  }
  const isOwn = await isOfNode(services, node, { kind, namespace, name });
  return isOwn ? ALLOWED : refuse(`no relationship found between node '${node}' and this object`);
}

const READING: ReadonlySet<string> = new Set(["get", "list", "watch"]);

function readOwn(kind: NodeKind): Judge {
  return (attributes, asker) => {
    if (!READING.has(attributes.verb)) {
      return refuse("can only read resources of this type");
    }
    if (attributes.subresource !== "") {
      return refuse("cannot read subresource");
    }
    return attributes.namespace === ""
      ? refuse("can only read namespaced object of this type")
      : own(kind, attributes, asker);
  };
}

function getOwnOne(kind: NodeKind): Judge {
  return (attributes, asker) => {
    if (attributes.verb !== "get") {
      return refuse("can only get individual resources of this type");
    }
    return attributes.subresource === "" ? own(kind, attributes, asker) : refuse("cannot get subresource");
  };
}

function judgeClaim(attributes: Attributes, asker: Asker): ReturnType<Judge> {
  if (attributes.subresource !== "status") {
    return getOwnOne("persistentvolumeclaims")(attributes, asker);
  }
  return attributes.verb === "update" || attributes.verb === "patch"
    ? own("persistentvolumeclaims", attributes, asker)
    : refuse("can only get/update/patch this type");
}

function judgeServiceAccount(attributes: Attributes, asker: Asker): ReturnType<Judge> {
  const { verb, subresource, name } = attributes;
  if (verb === "get" && subresource === "") {
    return readOwn("serviceaccounts")(attributes, asker);
  }
  if (verb !== "create" || name === "") {
    return refuse("can only create tokens for individual service accounts");
  }
  return subresource === "token"
    ? own("serviceaccounts", attributes, asker)
    : refuse("can only create token subresource of serviceaccount");
}

const CHANGING: ReadonlySet<string> = new Set(["get", "create", "update", "patch", "delete"]);

function judgeLease({ verb, namespace, name }: Attributes, { node }: Asker): Verdict {
  if (!CHANGING.has(verb)) {
    return refuse("can only get, create, update, patch, or delete a node lease");
  }
  if (namespace !== "kube-node-lease") {
    return refuse('can only access leases in the "kube-node-lease" system namespace');
  }
  return verb === "create" || name === node
    ? ALLOWED
    : refuse("can only access node lease with the same name as the requesting node");
}

function judgeCsiNode({ verb, subresource, name }: Attributes, { node }: Asker): Verdict {
  if (!CHANGING.has(verb)) {
    return refuse("can only get, create, update, patch, or delete a CSINode");
  }
  if (subresource !== "") {
    return refuse("cannot authorize CSINode subresources");
  }
  return verb === "create" || name === node
    ? ALLOWED
    : refuse("can only access CSINode with the same name as the requesting node");
}

function selectsNode({ fieldSelector = [] }: Attributes, field: string, node: string): boolean {
  return fieldSelector.some((term) => term.field === field && term.operator === "=" && term.value === node);
}

function judgeSlice(attributes: Attributes, asker: Asker): ReturnType<Judge> {
  const { verb, subresource } = attributes;
  if (subresource !== "") {
    return refuse("cannot authorize ResourceSlice subresources");
  }
  if (verb === "create") {
    return ALLOWED;
  }
  if (verb === "list" || verb === "watch" || verb === "deletecollection") {
    const why = "can only list/watch/deletecollection resourceslices with nodeName field selector";
    return selectsNode(attributes, "spec.nodeName", asker.node) ? ALLOWED : refuse(why);
  }
  const why =
    "only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection";
  return CHANGING.has(verb) ? own("resourceslices", attributes, asker) : refuse(why);
}

function judgeNode({ verb, subresource, name }: Attributes, { node }: Asker): Verdict {
  const isWrite = verb === "update" || verb === "patch";
  if ((subresource === "" && (isWrite || verb === "create")) || (subresource === "status" && isWrite)) {
    return ALLOWED;
  }
  if (subresource !== "" || !READING.has(verb)) {
    return NO_OPINION;
  }
  if (name === node) {
    return ALLOWED;
  }
  const what = name === "" ? "all nodes" : `'${name}'`;
  return refuse(`node '${node}' cannot read ${what}, only its own Node object`);
}

function judgePod(attributes: Attributes, asker: Asker): ReturnType<Judge> {
  const { verb, subresource, name } = attributes;
  const isWrite = verb === "update" || verb === "patch";
  if ((subresource === "status" && isWrite) || (subresource === "eviction" && verb === "create")) {
    return ALLOWED;
  }
  if (subresource !== "") {
    return NO_OPINION;
  }
  if (verb === "get") {
    return own("pods", attributes, asker);
  }
  if (verb === "list" || verb === "watch") {
    if (selectsNode(attributes, "spec.nodeName", asker.node)) {
      return ALLOWED;
    }
    const why = "can only list/watch pods with spec.nodeName field selector";
    return name === "" ? refuse(why) : own("pods", attributes, asker);
  }
  return verb === "create" || verb === "delete" ? ALLOWED : NO_OPINION;
}
