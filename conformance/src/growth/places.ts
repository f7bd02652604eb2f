import type { Kind, PublishedSchema } from "./open-api.ts";

/** A list, map or text of a kind's objects. `*` stands for the first item of a list or the first value of a map. */
export interface Place {
  readonly path: readonly string[];
  readonly shape: "list" | "map" | "text";
  /** Schema of the list, map or text. */
  readonly schema: PublishedSchema;
  /** Type and field: the same for all kinds that embed the type. */
  readonly field: string;
}

/** Maximum depth: deeper than any type with its own rules; recursive types have no end. */
const MAX_DEPTH = 14;

/** Fields of each type, once, where the type is first found nearest to the root. */
export function findPlaces(kind: Kind, seen: Set<string>): readonly Place[] {
  const places: Place[] = [];
  let level: readonly Found[] = [
    { schema: kind.schema, path: [], owner: `${kind.group}/${kind.version}.${kind.kind}` },
  ];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    level = level.flatMap((found) => visit(kind, found, { places, seen }));
  }
  return places;
}

interface Found {
  readonly schema: PublishedSchema;
  readonly path: readonly string[];
  readonly owner: string;
}

interface Walk {
  readonly places: Place[];
  readonly seen: Set<string>;
}

/** Adds the lists, maps and texts of a value to `places`. Returns its children. */
function visit(kind: Kind, found: Found, { places, seen }: Walk): readonly Found[] {
  const { schema, definition } = kind.resolve(found.schema);
  if (definition !== undefined) {
    if (seen.has(definition)) {
      return [];
    }
    seen.add(definition);
  }
  const owner = definition ?? found.owner;
  const add = (shape: Place["shape"]) => places.push({ path: found.path, shape, schema, field: owner });
  if (schema.properties !== undefined) {
    return Object.entries(schema.properties).map(([name, property]) => ({
      schema: property,
      path: [...found.path, name],
      owner: `${owner}.${name}`,
    }));
  }
  if (schema.type === "array" && schema.items !== undefined) {
    add("list");
    return [{ schema: schema.items, path: [...found.path, "*"], owner: `${owner}[]` }];
  }
  if (schema.additionalProperties !== undefined) {
    add("map");
    return [{ schema: schema.additionalProperties, path: [...found.path, "*"], owner: `${owner}{}` }];
  }
  if (schema.type === "string" && schema.enum === undefined && schema.format === undefined) {
    add("text");
  }
  return [];
}
