import { asObject, escapePathPart, isJsonObject, type JsonObject, parseGroupVersion } from "@kiln/api";
import type { LocalServer } from "./local-server.ts";

/** A served kind, with the path of its objects. */
export interface ServedKind {
  readonly group: string;
  readonly version: string;
  readonly path: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/** Served kinds, requested on first use. */
export interface KnownKinds {
  /** The kind of an object, if one of it was found before. */
  recall(object: JsonObject): ServedKind | undefined;
  /** The same value for all objects of a kind. */
  find(object: JsonObject): Promise<ServedKind | undefined>;
  /** Whether {@link ensureSurroundings} has nothing to create. */
  hasSurroundings(object: JsonObject, namespace: string): boolean;
  /** Creates objects that the object depends on, such as its namespace: only the given objects are checked. */
  ensureSurroundings(object: JsonObject, namespace: string): Promise<void>;
}

export function createKnownKinds(server: LocalServer): KnownKinds {
  const lists = new Map<string, readonly JsonObject[]>();
  const found = new Map<unknown, Map<unknown, ServedKind>>();
  const surrounded = new Set<string>();
  const made = new Set<string>();
  const ensure = async ({ path, collection, name }: Place) => {
    if (!made.has(path)) {
      made.add(path);
      await server.send("POST", collection, { metadata: { name } });
    }
  };
  return {
    recall: ({ apiVersion, kind }) => found.get(apiVersion)?.get(kind),
    async find({ apiVersion, kind }) {
      const before = found.get(apiVersion)?.get(kind);
      if (before !== undefined) {
        return before;
      }
      const { group, version } = parseGroupVersion(String(apiVersion ?? "")).value ?? { group: "", version: "" };
      const path = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
      const known = lists.get(path) ?? listOf((await server.send("GET", path)).body.resources);
      lists.set(path, known);
      const listed = known.find((each) => each.kind === kind && !String(each.name).includes("/"));
      if (listed === undefined) {
        return undefined;
      }
      const isNamespaced = listed.namespaced === true;
      const served: ServedKind = { group, version, path, plural: String(listed.name), isNamespaced };
      found.set(apiVersion, (found.get(apiVersion) ?? new Map()).set(kind, served));
      return served;
    },
    hasSurroundings: (object, namespace) =>
      (namespace === "" || surrounded.has(namespace)) &&
      (!isPod(object) || made.has(accountOf(object, namespace).path)),
    async ensureSurroundings(object, namespace) {
      if (namespace !== "") {
        surrounded.add(namespace);
        await ensure(placeOf("/api/v1/namespaces", namespace));
      }
      if (isPod(object)) {
        await ensure(accountOf(object, namespace));
      }
    },
  };
}

interface Place {
  readonly collection: string;
  readonly name: string;
  readonly path: string;
}

function placeOf(collection: string, name: string): Place {
  return { collection, name, path: `${collection}/${name}` };
}

function isPod({ apiVersion, kind }: JsonObject): boolean {
  return kind === "Pod" && apiVersion === "v1";
}

/** ServiceAccount of a Pod: admission reads it. */
function accountOf({ spec }: JsonObject, namespace: string): Place {
  const { serviceAccountName } = asObject(spec);
  const collection = `/api/v1/namespaces/${escapePathPart(namespace)}/serviceaccounts`;
  return placeOf(collection, String(serviceAccountName || "default"));
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
