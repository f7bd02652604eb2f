import type { JsonObject } from "@kiln/api";
import { type ObjectKind, type ObjectRef, RESOURCES } from "../references/object-ref.ts";
import type { ProjectorConfig } from "./projector-config.ts";

export interface RbacOptions {
  readonly config: ProjectorConfig;
  /** Name of the service account and of the RBAC objects. */
  readonly name: string;
  /** Namespace of the projector's Pod. */
  readonly namespace: string;
}

/** RBAC objects for `kubectl apply`: the service account of a projector with exactly the permissions it needs. */
export function toRbac({ config, name, namespace }: RbacOptions): JsonObject[] {
  const rules = gatherRules(config);
  const subject = { kind: "ServiceAccount", name, namespace };
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace } };
  const bound = [...rules].flatMap(([place, list]) => {
    const kind = place === "" ? "ClusterRole" : "Role";
    const metadata = place === "" ? { name } : { name, namespace: place };
    const apiVersion = "rbac.authorization.k8s.io/v1";
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind, name };
    return [
      { apiVersion, kind, metadata, rules: list },
      { apiVersion, kind: `${kind}Binding`, metadata, roleRef, subjects: [subject] },
    ];
  });
  return [account, ...bound];
}

/** RBAC rules by namespace; those for all namespaces under the empty name. */
function gatherRules(config: ProjectorConfig): Map<string, JsonObject[]> {
  const isWatching = config.method === "watch" || config.waitFor.length > 0;
  const named = new Map<string, ObjectRef>();
  const selected = new Map<string, Set<ObjectKind>>();
  for (const source of config.sets.flatMap(({ sources }) => sources)) {
    if (source.type === "named") {
      named.set(JSON.stringify(source.ref), source.ref);
    } else {
      for (const place of source.namespaces ?? [""]) {
        selected.set(place, new Set([...(selected.get(place) ?? []), ...source.kinds]));
      }
    }
  }
  for (const ref of config.waitFor) {
    named.set(JSON.stringify(ref), ref);
  }
  const rules = new Map<string, JsonObject[]>();
  const add = (place: string, rule: JsonObject) => rules.set(place, [...(rules.get(place) ?? []), rule]);
  for (const [place, kinds] of selected) {
    const verbs = isWatching ? ["get", "list", "watch"] : config.method === "once" ? ["list"] : ["get", "list"];
    add(place, { apiGroups: [""], resources: [...kinds].sort().map((kind) => RESOURCES[kind].plural), verbs });
  }
  for (const [place, kind, names] of groupNames([...named.values()])) {
    // The right to read all objects of a kind includes single ones.
    if (selected.get(place)?.has(kind) || selected.get("")?.has(kind)) {
      continue;
    }
    const verbs = isWatching ? ["get", "list", "watch"] : ["get"];
    add(place, { apiGroups: [""], resources: [RESOURCES[kind].plural], resourceNames: names, verbs });
  }
  return rules;
}

function groupNames(refs: readonly ObjectRef[]): [namespace: string, kind: ObjectKind, names: string[]][] {
  const groups = new Map<string, [string, ObjectKind, string[]]>();
  for (const { namespace, kind, name } of refs) {
    const group = groups.get(`${namespace}/${kind}`) ?? [namespace, kind, []];
    group[2].push(name);
    groups.set(`${namespace}/${kind}`, group);
  }
  return [...groups.values()];
}
