import { asObject, asText, type JsonObject, type JsonValue } from "@kiln/api";
import { inlineReferences, parseJsonSchema } from "@kiln/schema";
import type { LocalServer } from "../check/local-server.ts";
import type { CrdKind } from "../definitions/read-kinds.ts";

/** A built-in kind from discovery, without its schema. */
export interface ServedWord {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** All names of the kind in lower case: kind, plural, singular, short names. */
  readonly words: readonly string[];
}

/** Built-in kinds of the server, each with its preferred version first. */
export async function listBuiltInKinds(server: LocalServer): Promise<readonly ServedWord[]> {
  const { body } = await server.send("GET", "/apis");
  const versions = listOf(body.groups).flatMap(({ versions }) =>
    listOf(versions).map((each) => asText(each.groupVersion)),
  );
  const lists = await Promise.all(
    ["v1", ...versions].map(async (groupVersion) => {
      const answer = await server.send("GET", pathOf(groupVersion));
      return listOf(answer.body.resources).flatMap((resource) => toWord(groupVersion, resource));
    }),
  );
  return lists.flat();
}

/** The kind with its schema. References are followed to `depth`, because some types are recursive. */
export async function readBuiltInKind(server: LocalServer, served: ServedWord, depth: number): Promise<CrdKind> {
  const { group, version, kind } = served;
  const path = group === "" ? `api/${version}` : `apis/${group}/${version}`;
  const { body } = await server.send("GET", `/openapi/v3/${path}`);
  const schemas = asObject(asObject(body.components).schemas);
  const own = Object.values(schemas)
    .map(asObject)
    .find((schema) =>
      listOf(schema["x-kubernetes-group-version-kind"]).some(
        (each) => each.group === group && each.version === version && each.kind === kind,
      ),
    );
  const json = inlineReferences(
    { root: own ?? {}, resolve: (reference) => asObject(schemas[reference.slice(REFERENCE.length)]) },
    { replace: (_, above, beside) => (above.length < depth ? undefined : { type: "object", ...beside }) },
  );
  return { ...served, schema: parseJsonSchema(json).schema, json, preserveUnknownFields: false };
}

function toWord(groupVersion: string, resource: JsonObject): ServedWord[] {
  const { name, kind, singularName, shortNames } = resource;
  // Names with a slash are subresources.
  if (asText(name).includes("/")) {
    return [];
  }
  const [version = "", group = ""] = groupVersion.split("/").reverse();
  const short = Array.isArray(shortNames) ? shortNames : [];
  const words = [kind, name, singularName, ...short].map((word) => asText(word).toLowerCase());
  return [{ group, version, kind: asText(kind), words: words.filter((word) => word !== "") }];
}

function pathOf(groupVersion: string): string {
  return groupVersion.includes("/") ? `/apis/${groupVersion}` : `/api/${groupVersion}`;
}

const REFERENCE = "#/components/schemas/";

function listOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}
