import { getOwn, isJsonObject, type JsonObject, type JsonValue, listAt, objectAt } from "@kiln/api";
import type { YamlPath } from "@kiln/api/yaml";
import { itemsOf, type JsonSchema, parseJsonSchema } from "@kiln/schema";

/** A CRD, with all nodes of its schemas. */
export interface LintSubject {
  readonly object: JsonObject;
  readonly versions: readonly VersionPlace[];
  /** Schemas of all versions, parents before their subschemas. */
  readonly schemas: readonly SchemaPlace[];
}

export interface VersionPlace {
  readonly name: string;
  readonly path: YamlPath;
  readonly json: JsonObject;
  readonly root: SchemaPlace | undefined;
}

/** How a schema describes a part of its parent's value. */
export type Relation = "root" | "property" | "items" | "values";

/** One structural node; branches of allOf, anyOf, oneOf and not are part of the schema around them. */
export interface SchemaPlace {
  readonly version: string;
  readonly schema: JsonSchema;
  readonly path: YamlPath;
  /** Readable path: `spec.rooms[*].size`; empty for the object itself. */
  readonly field: string;
  readonly relation: Relation;
  /** Name of the property; undefined for other relations. */
  readonly name: string;
  readonly parent: SchemaPlace | undefined;
}

export function createLintSubject(object: JsonObject): LintSubject {
  const schemas: SchemaPlace[] = [];
  const versions = findVersions(object).map(({ name, path, json, schema }) => {
    const root = schema === undefined ? undefined : addRoot(schemas, { ...schema, version: name });
    return { name, path, json, root };
  });
  return { object, versions, schemas };
}

interface Located {
  readonly json: JsonValue;
  readonly path: YamlPath;
}

interface FoundVersion {
  readonly name: string;
  readonly path: YamlPath;
  readonly json: JsonObject;
  readonly schema: Located | undefined;
}

function findVersions(object: JsonObject): FoundVersion[] {
  const spec = objectAt(object, "spec");
  const shared = schemaBelow(spec, ["spec"], "validation");
  const listed = listAt(spec, "versions");
  const versions = listed.flatMap((version, index): FoundVersion[] => {
    if (!isJsonObject(version)) {
      return [];
    }
    const path = ["spec", "versions", index];
    // v1beta1 may have one schema for all versions, which counts once.
    const schema = schemaBelow(version, path, "schema") ?? (index === 0 ? shared : undefined);
    return [{ name: String(version.name ?? ""), path, json: version, schema }];
  });
  const only = { name: String(spec.version ?? ""), path: ["spec"], json: spec, schema: shared };
  return listed.length === 0 && shared !== undefined ? [only] : versions;
}

function schemaBelow(holder: JsonObject, path: YamlPath, key: string): Located | undefined {
  const json = getOwn(objectAt(holder, key), "openAPIV3Schema");
  return json === undefined ? undefined : { json, path: [...path, key, "openAPIV3Schema"] };
}

/** Adds the schema of a version to the list. */
function addRoot(list: SchemaPlace[], { json, path, version }: Located & { version: string }): SchemaPlace {
  const { schema } = parseJsonSchema(json);
  const root: SchemaPlace = { version, schema, path, field: "", relation: "root", name: "", parent: undefined };
  addPlace(list, root);
  return root;
}

function addPlace(list: SchemaPlace[], place: SchemaPlace): void {
  list.push(place);
  for (const child of childrenOf(place)) {
    addPlace(list, child);
  }
}

/** Subschemas directly below a schema. */
export function childrenOf(parent: SchemaPlace): SchemaPlace[] {
  const { schema, path, field, version } = parent;
  const children: SchemaPlace[] = [];
  for (const [name, property] of schema.properties ?? []) {
    children.push({
      version,
      schema: property,
      path: [...path, "properties", name],
      field: field === "" ? name : `${field}.${name}`,
      relation: "property",
      name,
      parent,
    });
  }
  const items = itemsOf(schema);
  const values = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
  for (const [relation, key, below] of [
    ["items", "items", items],
    ["values", "additionalProperties", values],
  ] as const) {
    if (below !== undefined) {
      const place = { version, schema: below, path: [...path, key], field: `${field}[*]`, name: "" };
      children.push({ ...place, relation, parent });
    }
  }
  return children;
}

/** Whether the value exists whenever its parent's does. */
export function isAlwaysThere({ relation, name, schema, parent }: SchemaPlace): boolean {
  return relation === "root" || schema.default !== undefined || parent?.schema.required?.includes(name) === true;
}
