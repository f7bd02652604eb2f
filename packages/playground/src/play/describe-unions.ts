import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import type { YamlPath } from "@kiln/api/yaml";
import { schemaAt } from "@kiln/page";
import { parseUnions, type SchemaSource, type Union } from "@kiln/schema";

/** A union of an object: its members that are set, and its discriminator. */
export interface UnionFact {
  readonly path: YamlPath;
  readonly union: Union;
  readonly members: readonly string[];
  readonly discriminator: JsonValue | undefined;
}

/** Unions of an object that have a member or a discriminator, from the top. */
export function listUnions(object: JsonObject, schema: SchemaSource): UnionFact[] {
  const facts: UnionFact[] = [];
  addUnions(facts, { value: object, path: [] }, schema);
  return facts;
}

/** Adds the unions below a place to `facts`. */
function addUnions(facts: UnionFact[], place: { value: JsonValue; path: YamlPath }, source: SchemaSource): void {
  const { value, path } = place;
  if (typeof value !== "object" || value === null) {
    return;
  }
  const schema = schemaAt(source, path);
  if (schema === undefined) {
    return;
  }
  if (isJsonObject(value)) {
    for (const union of parseUnions(getOwn(schema, "x-kubernetes-unions") ?? null)) {
      const members = [...union.members.keys()].filter((member) => (getOwn(value, member) ?? null) !== null);
      const discriminator = union.discriminator === undefined ? undefined : getOwn(value, union.discriminator);
      if (members.length > 0 || discriminator !== undefined) {
        facts.push({ path, union, members, discriminator });
      }
    }
  }
  for (const [name, child] of Object.entries(value)) {
    addUnions(facts, { value: child, path: [...path, Array.isArray(value) ? Number(name) : name] }, source);
  }
}

/** The union whose member or discriminator is at the path. */
export function unionOf(source: SchemaSource, path: YamlPath): Union | undefined {
  const name = path.at(-1);
  const schema = schemaAt(source, path.slice(0, -1));
  const unions = schema === undefined ? [] : parseUnions(getOwn(schema, "x-kubernetes-unions") ?? null);
  return unions.find(({ discriminator, members }) => name === discriminator || members.has(String(name)));
}
