import { isJsonObject, type JsonObject, parseGroupVersion } from "@kiln/api";
import type { LocalServer } from "./local-server.ts";

/** Path at which objects of a kind are served. */
export interface ServedKind {
  readonly group: string;
  readonly path: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/** Served kinds, requested on first use; and objects that must exist before an object is checked. */
export interface KnownKinds {
  find(object: JsonObject): Promise<ServedKind | undefined>;
  /** Creates objects that others refer to: only the given objects are checked. */
  ensureSurroundings(object: JsonObject, namespace: string): Promise<void>;
}

export function createKnownKinds(server: LocalServer): KnownKinds {
  const lists = new Map<string, readonly JsonObject[]>();
  const made = new Set<string>();
  const ensure = async (collection: string, name: string) => {
    const path = `${collection}/${name}`;
    if (!made.has(path)) {
      made.add(path);
      await server.send("POST", collection, { metadata: { name } });
    }
  };
  return {
    async find({ apiVersion, kind }) {
      const { group, version } = parseGroupVersion(String(apiVersion ?? "")).value ?? { group: "", version: "" };
      const path = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
      const known = lists.get(path) ?? listOf((await server.send("GET", path)).body.resources);
      lists.set(path, known);
      const found = known.find((each) => each.kind === kind && !String(each.name).includes("/"));
      return found && { group, path, plural: String(found.name), isNamespaced: found.namespaced === true };
    },
    async ensureSurroundings(object, namespace) {
      if (namespace !== "") {
        await ensure("/api/v1/namespaces", namespace);
      }
      if (object.kind === "Pod" && object.apiVersion === "v1") {
        const { serviceAccountName } = isJsonObject(object.spec) ? object.spec : {};
        const collection = `/api/v1/namespaces/${encodeURIComponent(namespace)}/serviceaccounts`;
        await ensure(collection, String(serviceAccountName || "default"));
      }
    },
  };
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
