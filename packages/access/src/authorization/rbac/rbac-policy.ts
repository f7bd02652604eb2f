import { asObject, getOwn, isJsonObject, type JsonObject, type JsonValue, textAt } from "@kiln/api";
import { decodeStoredJson, openStoredValue, type PolicyRule, type ProjectedEvent, readRules } from "@kiln/kinds";

export const RBAC_GROUP = "rbac.authorization.k8s.io";

export interface Subject {
  readonly kind: string;
  readonly name: string;
  /**
   * Namespace of a service account; empty for users and groups, and for a service account of the binding's namespace.
   */
  readonly namespace: string;
}

export interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

export interface Binding {
  readonly name: string;
  /** Namespace of the binding; empty for a ClusterRoleBinding. */
  readonly namespace: string;
  readonly roleRef: RoleRef;
  readonly subjects: readonly Subject[];
}

/** Roles and bindings in the store, updated by commits before their writes are answered. */
export interface RbacPolicy {
  /** Incremented by every change; decisions cached under an earlier generation may be wrong. */
  readonly generation: number;
  /** Rules of a Role, or of a ClusterRole if `namespace` is empty; undefined if it does not exist. */
  rulesOf(namespace: string, name: string): readonly PolicyRule[] | undefined;
  /** Bindings in a namespace, or cluster-wide ones if it is empty. */
  bindingsIn(namespace: string): Iterable<Binding>;
  /** Applies an event of one of {@link rbacPrefixes}. */
  apply(event: Pick<ProjectedEvent, "key" | "value">): void;
}

const ROLE_PREFIXES = [`/registry/${RBAC_GROUP}/clusterroles/`, `/registry/${RBAC_GROUP}/roles/`] as const;
const BINDING_PREFIXES = [
  `/registry/${RBAC_GROUP}/clusterrolebindings/`,
  `/registry/${RBAC_GROUP}/rolebindings/`,
] as const;

export const rbacPrefixes: readonly string[] = [...ROLE_PREFIXES, ...BINDING_PREFIXES];

export function createRbacPolicy(): RbacPolicy {
  // Decoded on first use: administrators need no role, and most default roles are never used.
  const roles = createShelves<Stored<readonly PolicyRule[]>>();
  const bindings = createShelves<Stored<Binding>>();
  const policy: RbacPolicy & { generation: number } = {
    generation: 0,
    rulesOf: (namespace, name) =>
      readStored(roles.shelf(namespace)?.get(name), (object) => readRules(getOwn(object, "rules"))),
    bindingsIn: (namespace) => readAll(namespace, bindings.shelf(namespace)),
    apply({ key, value }) {
      policy.generation++;
      const place = placeOf(key, ROLE_PREFIXES);
      if (place !== undefined) {
        roles.put(place, value && { value });
        return;
      }
      const bound = placeOf(key, BINDING_PREFIXES);
      if (bound !== undefined) {
        bindings.put(bound, value && { value });
      }
    },
  };
  return policy;
}

/** Bytes of a stored object, decoded on its first read. Most roles of a fork are never read. */
interface Stored<T> {
  value?: Uint8Array | undefined;
  decoded?: T | undefined;
}

/** Changes the stored object: drops the bytes once they are decoded. */
function readStored<T>(stored: Stored<T> | undefined, read: (object: JsonObject) => T): T | undefined {
  if (stored?.value !== undefined) {
    const object = tryDecode(stored.value);
    stored.value = undefined;
    stored.decoded = object && read(object);
  }
  return stored?.decoded;
}

function* readAll(namespace: string, shelf: ReadonlyMap<string, Stored<Binding>> = new Map()): Iterable<Binding> {
  for (const [name, stored] of shelf) {
    const binding = readStored(stored, (object) => readBinding({ namespace, name }, object));
    if (binding !== undefined) {
      yield binding;
    }
  }
}

/** Object in the bytes; undefined if it cannot be decoded, so that it grants nothing. */
function tryDecode(value: Uint8Array): JsonObject | undefined {
  try {
    return decodeStoredJson(openStoredValue(value).body);
  } catch {
    return undefined;
  }
}

interface Place {
  readonly namespace: string;
  readonly name: string;
}

/** Values by namespace and name. */
interface Shelves<T> {
  shelf(namespace: string): ReadonlyMap<string, T> | undefined;
  /** Sets a value; undefined removes it. */
  put(place: Place, value: T | undefined): void;
}

function createShelves<T>(): Shelves<T> {
  const shelves = new Map<string, Map<string, T>>();
  return {
    shelf: (namespace) => shelves.get(namespace),
    put({ namespace, name }, value) {
      const shelf = shelves.get(namespace) ?? new Map<string, T>();
      if (value === undefined) {
        shelf.delete(name);
      } else {
        shelf.set(name, value);
      }
      if (shelf.size === 0) {
        shelves.delete(namespace);
      } else {
        shelves.set(namespace, shelf);
      }
    },
  };
}

function placeOf(key: string, [cluster, namespaced]: readonly [string, string]): Place | undefined {
  if (key.startsWith(cluster)) {
    return { namespace: "", name: key.slice(cluster.length) };
  }
  if (!key.startsWith(namespaced)) {
    return undefined;
  }
  const slash = key.indexOf("/", namespaced.length);
  return { namespace: key.slice(namespaced.length, slash), name: key.slice(slash + 1) };
}

function readBinding({ namespace, name }: Place, object: JsonObject): Binding {
  const subjects = getOwn(object, "subjects");
  return {
    name,
    namespace,
    roleRef: readRoleRef(getOwn(object, "roleRef")),
    subjects: Array.isArray(subjects) ? subjects.filter(isJsonObject).map(readSubject) : [],
  };
}

/** Decodes a roleRef; missing fields are empty. */
export function readRoleRef(value: JsonValue | undefined): RoleRef {
  const roleRef = asObject(value);
  return { kind: textAt(roleRef, "kind"), name: textAt(roleRef, "name") };
}

function readSubject(subject: JsonObject): Subject {
  return {
    kind: textAt(subject, "kind"),
    name: textAt(subject, "name"),
    namespace: textAt(subject, "namespace"),
  };
}
