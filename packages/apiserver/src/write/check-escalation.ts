import {
  ADMINISTRATORS,
  type Attributes,
  describeRules,
  findUncovered,
  printErrors,
  quoteList,
  readRoleRef,
  resolveRules,
  rulesOfRef,
} from "@kiln/access";
import {
  asText,
  deepEqual,
  getOwn,
  isJsonObject,
  type JsonObject,
  metadataOf,
  quoteGo,
  type StatusError,
  statusForbidden,
  statusNotFound,
} from "@kiln/api";
import { groupResourceOf, type PolicyRule, readRules } from "@kiln/kinds";
import { attributesOf } from "../request/access-attributes.ts";
import type { Write } from "./write.ts";

/**
 * Denies granting rights that the user lacks, by writing a role or by binding one. Exempt are administrators and users
 * with the verb `escalate` on roles or `bind` on the role.
 */
export function checkEscalation(write: Write): undefined | Promise<undefined> {
  const { user } = write.context;
  if (user.groups.includes(ADMINISTRATORS) || isOnlyCollectors(write)) {
    return undefined;
  }
  const isRole = write.resource.names.plural.endsWith("roles");
  const attributes = isRole ? escalateAttributes(write) : bindAttributes(write);
  const check = () => (isRole ? checkRole(write) : checkBinding(write));
  if (attributes === undefined) {
    return check();
  }
  const verdict = write.context.services.authorizer.authorize(attributes);
  if (verdict instanceof Promise) {
    return verdict.then(({ decision }) => (decision === "allow" ? undefined : check()));
  }
  return verdict.decision === "allow" ? undefined : check();
}

/** Whether only ownerReferences, finalizers and managedFields change, as by the garbage collector: exempt. */
function isOnlyCollectors({ object, live }: Write): boolean {
  return live !== undefined && deepEqual(withoutCollectors(object), withoutCollectors(live.object));
}

function withoutCollectors(object: JsonObject): JsonObject {
  const metadata = isJsonObject(object.metadata) ? object.metadata : {};
  const { ownerReferences: _owners, finalizers: _finalizers, managedFields: _fields, ...rest } = metadata;
  return { ...object, metadata: rest };
}

function escalateAttributes({ context }: Write): Attributes {
  return { ...attributesOf(context.user, context.info), verb: "escalate", version: "*", subresource: "" };
}

/** Attributes of the check for `bind`; undefined if roleRef names neither a Role nor a ClusterRole. */
function bindAttributes({ context, object, namespace }: Write): Attributes | undefined {
  const { kind, name } = readRoleRef(object.roleRef);
  if (kind !== "Role" && kind !== "ClusterRole") {
    return undefined;
  }
  const group = isJsonObject(object.roleRef) ? getOwn(object.roleRef, "apiGroup") : undefined;
  return {
    user: context.user,
    verb: "bind",
    isResource: true,
    path: "",
    group: asText(group),
    version: "*",
    resource: `${kind.toLowerCase()}s`,
    subresource: "",
    namespace,
    name,
  };
}

function checkRole(write: Write): undefined {
  const { object, live } = write;
  const refusal = explainEscalation(write, readRules(object.rules));
  if (refusal !== undefined) {
    throw forbid(write, refusal);
  }
  // An aggregated role may later get any rule.
  if ((gathers(object) || gathers(live?.object)) && explainEscalation(write, EVERYTHING) !== undefined) {
    throw forbid(write, "must have cluster-admin privileges to use the aggregationRule");
  }
}

const NOTHING: PolicyRule = { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] };
const EVERYTHING: readonly PolicyRule[] = [
  { ...NOTHING, verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { ...NOTHING, verbs: ["*"], nonResourceURLs: ["*"] },
];

function gathers(role: JsonObject | undefined): boolean {
  const rule = role === undefined ? undefined : getOwn(role, "aggregationRule");
  const selectors = isJsonObject(rule) ? getOwn(rule, "clusterRoleSelectors") : undefined;
  return Array.isArray(selectors) && selectors.length > 0;
}

function checkBinding(write: Write): undefined {
  const { context, object, namespace, resource } = write;
  const roleRef = readRoleRef(object.roleRef);
  const rules = rulesOfRef(context.services.rbac, roleRef, namespace);
  if (rules === undefined) {
    // Kubernetes: the role is missing, but the message has the binding's kind
    // (rbac/clusterrolebinding/policybased/storage.go Create, v1.36).
    throw statusNotFound(groupResourceOf(resource), roleRef.name);
  }
  const refusal = explainEscalation(write, rules);
  if (refusal !== undefined) {
    throw forbid(write, refusal);
  }
}

/** Error message with the rights that the user lacks in the object's namespace; undefined if it has all. */
function explainEscalation({ context, namespace }: Write, rules: readonly PolicyRule[]): string | undefined {
  const { user, services, info } = context;
  const { grants, missing } = resolveRules(services.rbac, user, namespace);
  const uncovered = findUncovered(
    grants.map(({ rule }) => rule),
    rules,
  );
  if (uncovered.length === 0) {
    return undefined;
  }
  const who = `user ${quoteGo(user.name)} (groups=${quoteList(user.groups)})`;
  const what = `is attempting to grant RBAC permissions not currently held:\n${describeRules(uncovered)}`;
  const absent = missing.map(({ name }) => `${info.resource}.${info.group} ${quoteGo(name)} not found`);
  const errors = absent.length === 0 ? "" : `; resolution errors: [${printErrors(absent)}]`;
  return `${who} ${what}${errors}`;
}

function forbid({ resource, object }: Write, why: string): StatusError {
  const { name } = metadataOf(object);
  return statusForbidden(groupResourceOf(resource), asText(name), why);
}
