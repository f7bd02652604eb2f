import { asObject, getOwn, isJsonObject, type JsonObject, type JsonValue, once, textAt } from "@kiln/api";
import { decodeStoredJson, openStoredValue, type PolicyRule, type ProjectedEvent, readRules } from "@kiln/kinds";

export const RBAC_GROUP = "rbac.authorization.k8s.io";

export interface Subject {
  readonly kind: string;
  readonly name: string;
  /** Empty for users and groups, and for a service account of the binding's own namespace. */
  readonly namespace: string;
}

export interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

export interface Binding {
  readonly name: string;
  /** Empty for the cluster. */
  readonly namespace: string;
  readonly roleRef: RoleRef;
  readonly subjects: readonly Subject[];
}

/** All roles and bindings, kept up to date by commits before they are answered. */
export interface RbacPolicy {
  /** Incremented by every change: cached verdicts of an earlier generation may be wrong. */
  readonly generation: number;
  /** Rules of a role, or of a cluster role if `namespace` is empty; undefined if there is none. */
  rulesOf(namespace: string, name: string): readonly PolicyRule[] | undefined;
  /** Bindings of a namespace, or of the cluster if it is empty. */
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
  const roles = createShelves<() => readonly PolicyRule[] | undefined>();
  const bindings = createShelves<() => Binding | undefined>();
  let generation = 0;
  return {
    get generation() {
      return generation;
    },
    rulesOf: (namespace, name) => roles.shelf(namespace)?.get(name)?.(),
    bindingsIn: (namespace) => readAll(bindings.shelf(namespace)),
    apply({ key, value }) {
      generation++;
      const place = placeOf(key, ROLE_PREFIXES);
      if (place !== undefined) {
        roles.put(place, value && decodeOnce(value, (object) => readRules(getOwn(object, "rules"))));
        return;
      }
      const bound = placeOf(key, BINDING_PREFIXES);
      if (bound !== undefined) {
        bindings.put(bound, value && decodeOnce(value, (object) => readBinding(bound, object)));
      }
    },
  };
}

/** Drops the bytes once they are decoded. */
function decodeOnce<T>(value: Uint8Array, read: (object: JsonObject) => T): () => T | undefined {
  let bytes = value;
  return once(() => {
    const object = tryDecode(bytes);
    bytes = NO_BYTES;
    return object && read(object);
  });
}

const NO_BYTES = new Uint8Array();

function* readAll(shelf: ReadonlyMap<string, () => Binding | undefined> = new Map()): Iterable<Binding> {
  for (const read of shelf.values()) {
    const binding = read();
    if (binding !== undefined) {
      yield binding;
    }
  }
}

/** Objects that cannot be decoded grant nothing. */
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

/** By namespace and name. */
interface Shelves<T> {
  shelf(namespace: string): ReadonlyMap<string, T> | undefined;
  /** Undefined removes the entry. */
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

/** Missing lists are empty. */
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
