import { getOwn, isJsonObject, type JsonObject } from "@kiln/api";
import { bootstrapClusterBindings, bootstrapNamespaceBindings } from "./bootstrap-bindings.ts";
import { bootstrapControllerRoles } from "./bootstrap-controller-roles.ts";
import { bootstrapNamespaceRoles } from "./bootstrap-namespace-roles.ts";
import type { BootstrapBinding, BootstrapRole } from "./bootstrap-role.ts";
import { bootstrapSystemRoles } from "./bootstrap-system-roles.ts";
import { bootstrapUserRoles } from "./bootstrap-user-roles.ts";
import { RBAC_GROUP } from "./rbac-policy.ts";

/** A default role or binding, without uid and timestamps. */
export interface BootstrapObject {
  readonly plural: "clusterroles" | "clusterrolebindings" | "roles" | "rolebindings";
  readonly object: JsonObject;
}

/** All default roles and bindings, in the order in which Kubernetes creates them. */
export function bootstrapPolicy(): BootstrapObject[] {
  const clusterRoles = { ...bootstrapUserRoles, ...bootstrapSystemRoles, ...bootstrapControllerRoles };
  return [
    ...Object.entries(clusterRoles).map(([name, role]) => clusterRole(name, role)),
    ...Object.entries(bootstrapClusterBindings).map(([name, binding]) => clusterBinding(name, binding)),
    ...Object.keys(bootstrapControllerRoles).map(controllerBinding),
    ...Object.entries(bootstrapNamespaceRoles).map(([place, role]) => namespaceRole(place, role)),
    ...Object.entries(bootstrapNamespaceBindings).map(([place, binding]) => namespaceBinding(place, binding)),
  ];
}

const API_VERSION = `${RBAC_GROUP}/v1`;
const AGGREGATE_TO = `${RBAC_GROUP}/aggregate-to-`;

/**
 * Kubernetes: the value "false" excludes a role or binding from reconciliation at start (rbac/v1/types.go
 * AutoUpdateAnnotationKey, v1.36).
 */
export const AUTO_UPDATE = "rbac.authorization.kubernetes.io/autoupdate";

function metadata(place: string, labels: JsonObject = {}): JsonObject {
  const slash = place.indexOf("/");
  return {
    name: place.slice(slash + 1),
    ...(slash < 0 ? {} : { namespace: place.slice(0, slash) }),
    labels: { "kubernetes.io/bootstrapping": "rbac-defaults", ...labels },
    annotations: { [AUTO_UPDATE]: "true" },
  };
}

function clusterRole(name: string, role: BootstrapRole): BootstrapObject {
  const labels = role.aggregateTo === undefined ? {} : { [AGGREGATE_TO + role.aggregateTo]: "true" };
  const content =
    "aggregates" in role
      ? { rules: null, aggregationRule: gather({ [AGGREGATE_TO + role.aggregates]: "true" }) }
      : { rules: role.rules.map(parseBootstrapRule) };
  return {
    plural: "clusterroles",
    object: { apiVersion: API_VERSION, kind: "ClusterRole", metadata: metadata(name, labels), ...content },
  };
}

function gather(matchLabels: JsonObject): JsonObject {
  return { clusterRoleSelectors: [{ matchLabels }] };
}

function namespaceRole(place: string, role: BootstrapRole): BootstrapObject {
  const rules = "rules" in role ? role.rules.map(parseBootstrapRule) : [];
  return { plural: "roles", object: { apiVersion: API_VERSION, kind: "Role", metadata: metadata(place), rules } };
}

/** Parses a rule in the short form of {@link BootstrapRole}. */
export function parseBootstrapRule(text: string): JsonObject {
  const [verbs = "", groups = "", resources = "", names] = text.split(" ");
  if (groups.startsWith("url:")) {
    return { verbs: verbs.split(","), nonResourceURLs: groups.slice("url:".length).split(",") };
  }
  return {
    verbs: verbs.split(","),
    apiGroups: groups.split(",").map((group) => (group === "core" ? "" : group)),
    resources: resources.split(","),
    ...(names === undefined ? {} : { resourceNames: names.split(",") }),
  };
}

function clusterBinding(name: string, { role, subjects }: BootstrapBinding): BootstrapObject {
  return {
    plural: "clusterrolebindings",
    object: {
      apiVersion: API_VERSION,
      kind: "ClusterRoleBinding",
      metadata: metadata(name),
      ...(subjects.length === 0 ? {} : { subjects: subjects.map(parseSubject) }),
      roleRef: { apiGroup: RBAC_GROUP, kind: "ClusterRole", name: role },
    },
  };
}

function controllerBinding(role: string): BootstrapObject {
  const account = role.slice(role.lastIndexOf(":") + 1);
  return clusterBinding(role, { role, subjects: [`ServiceAccount kube-system/${account}`] });
}

function namespaceBinding(place: string, { role, subjects }: BootstrapBinding): BootstrapObject {
  return {
    plural: "rolebindings",
    object: {
      apiVersion: API_VERSION,
      kind: "RoleBinding",
      metadata: metadata(place),
      subjects: subjects.map(parseSubject),
      roleRef: { apiGroup: RBAC_GROUP, kind: "Role", name: role },
    },
  };
}

function parseSubject(text: string): JsonObject {
  const space = text.indexOf(" ");
  const kind = text.slice(0, space);
  const name = text.slice(space + 1);
  if (kind !== "ServiceAccount") {
    return { kind, apiGroup: RBAC_GROUP, name };
  }
  const slash = name.indexOf("/");
  return { kind, name: name.slice(slash + 1), namespace: name.slice(0, slash) };
}

/** Value of the annotation that turns reconciliation of a role or binding off. */
export function autoUpdateOf(object: JsonObject): string | undefined {
  const annotations = isJsonObject(object.metadata) ? getOwn(object.metadata, "annotations") : undefined;
  const value = isJsonObject(annotations) ? getOwn(annotations, AUTO_UPDATE) : undefined;
  return typeof value === "string" ? value : undefined;
}
