import { compareGoStrings, type JsonValue } from "@kiln/api";
import type { JsonSchema, Semantics } from "@kiln/schema";
import { objectMetaSchema } from "./object-meta-schema.ts";
import { keyPrefix } from "./path-element.ts";

/**
 * Type of a value for field ownership: its possible shapes (map, list, scalar), and which of its parts are separate
 * fields. A value without a declared type may have all three shapes.
 */
export interface FieldType {
  readonly scalar?: ScalarType;
  readonly list?: ListType;
  readonly map?: MapType;
}

export type ScalarType = "numeric" | "string" | "boolean" | "untyped";

export interface ListType {
  readonly items: FieldType;
  /**
   * List type: an `atomic` list is one field; items of a `set` are identified by their value, items of a `map` by their
   * keys.
   */
  readonly relation: "atomic" | "set" | "map";
  /** Keys in declared order; path elements have them sorted. */
  readonly keys: readonly string[];
  readonly sortedKeys: readonly ListKey[];
  /** True if items of a set may be objects and lists (KEP-1101, example 4b), which Kubernetes cannot identify. */
  readonly namesAnyValue?: boolean;
}

export interface ListKey {
  readonly name: string;
  /** Text before the key's value in path elements, such as `"name":` in `k:{"name":"web"}`. */
  readonly prefix: string;
  /** Default of the key in an item without it. */
  readonly default: JsonValue | undefined;
}

export interface MapType {
  readonly isAtomic: boolean;
  readonly fields: ReadonlyMap<string, FieldType>;
  /** Type of undeclared fields; undefined if they are not allowed. */
  readonly rest: FieldType | undefined;
}

const atomicItems: { -readonly [K in keyof FieldType]: FieldType[K] } = { scalar: "untyped" };
atomicItems.list = { items: atomicItems, relation: "atomic", keys: [], sortedKeys: [] };
atomicItems.map = { isAtomic: true, fields: new Map(), rest: atomicItems };

/** Type of a value without a schema that is one field, whatever its content. */
export const untypedAtomic: FieldType = atomicItems;

const deducedValue: { -readonly [K in keyof FieldType]: FieldType[K] } = {
  scalar: "untyped",
  list: { items: untypedAtomic, relation: "atomic", keys: [], sortedKeys: [] },
};
deducedValue.map = { isAtomic: false, fields: new Map(), rest: deducedValue };

/** Type of a value without a schema whose maps are maps of fields, and whose lists are one field each. */
export const untypedDeduced: FieldType = deducedValue;

export interface FieldTypeOptions {
  /** `spec.preserveUnknownFields` of the CRD. */
  readonly preserveUnknownFields?: boolean;
  /** Semantics of list types; `upstream` by default. */
  readonly semantics?: Semantics;
}

/** Type of a resource's objects. An undefined schema is that of a CRD version without a schema. */
export function toFieldType(schema: JsonSchema | undefined, options: FieldTypeOptions = {}): FieldType {
  if (schema === undefined) {
    return untypedDeduced;
  }
  const { preserveUnknownFields: preserves = false, semantics = "upstream" } = options;
  const root = { ...schema, properties: withTypeMeta(schema.properties) };
  return createConverter(semantics === "kep").convert(root, preserves);
}

/**
 * Kubernetes: metadata has the fields of ObjectMeta, whatever the schema of a custom resource declares for it
 * (controller/openapi/builder/builder.go buildKubeNative, v1.36).
 */
function withTypeMeta(properties: ReadonlyMap<string, JsonSchema> | undefined): Map<string, JsonSchema> {
  return new Map([
    ...(properties ?? []),
    ["apiVersion", { type: "string" }],
    ["kind", { type: "string" }],
    ["metadata", objectMetaSchema],
  ]);
}

interface Converter {
  /** Converts a schema. `preserves`: an enclosing schema preserves unknown fields. */
  readonly convert: (schema: JsonSchema, preserves: boolean) => FieldType;
}

type Draft = { -readonly [K in keyof FieldType]: FieldType[K] };

/** Converts each schema at most twice, once for either value of `preserves`, so that a schema may contain itself. */
function createConverter(namesAnyValue: boolean): Converter {
  const known = [new Map<JsonSchema, Draft>(), new Map<JsonSchema, Draft>()] as const;
  const convert = (schema: JsonSchema, inherited: boolean): FieldType => {
    // ObjectMeta has no unknown fields, even inside a schema that preserves them.
    const preserves = schema !== objectMetaSchema && (inherited || schema.preserveUnknownFields === true);
    const found = known[preserves ? 1 : 0].get(schema);
    if (found !== undefined) {
      return found;
    }
    const type: Draft = {};
    known[preserves ? 1 : 0].set(schema, type);
    fill(type, schema, (inner) => convert(inner, preserves), preserves);
    if (namesAnyValue && type.list?.relation === "set") {
      type.list = { ...type.list, namesAnyValue };
    }
    return type;
  };
  return { convert };
}

/** Sets the shapes of `type` from the schema. */
function fill(type: Draft, schema: JsonSchema, convert: (inner: JsonSchema) => FieldType, preserves: boolean): void {
  switch (schema.type) {
    case "object":
      type.map = toMapType(schema, convert, preserves);
      break;
    case "array":
      type.list = toListType(schema, convert);
      break;
    case "integer":
    case "number":
      type.scalar = "numeric";
      break;
    case "boolean":
      type.scalar = "boolean";
      break;
    case "string":
      // Kubernetes: a string with a format may have another JSON type, as times and quantities do (schemaconv/smd.go
      // convertPrimitive, v1.36).
      type.scalar = (schema.format ?? "") === "" || schema.format === "byte" ? "string" : "untyped";
      break;
    default:
      type.scalar = "untyped";
      type.list = toListType(schema, convert);
      type.map = toMapType(schema, convert, preserves);
  }
}

function toMapType(schema: JsonSchema, convert: (inner: JsonSchema) => FieldType, preserves: boolean): MapType {
  const properties = schema.embeddedResource === true ? withTypeMeta(schema.properties) : schema.properties;
  const fields = new Map<string, FieldType>();
  for (const [name, property] of properties ?? []) {
    fields.set(name, convert(property));
  }
  return {
    isAtomic: schema.mapType === "atomic",
    fields,
    rest: restOf(schema, convert, preserves || fields.size === 0),
  };
}

/** Type of undeclared fields. `isOpen`: they are allowed. */
function restOf(
  { additionalProperties }: JsonSchema,
  convert: (inner: JsonSchema) => FieldType,
  isOpen: boolean,
): FieldType | undefined {
  if (typeof additionalProperties === "object") {
    return convert(additionalProperties);
  }
  return (additionalProperties ?? isOpen) ? untypedDeduced : undefined;
}

function toListType(schema: JsonSchema, convert: (inner: JsonSchema) => FieldType): ListType {
  const itemSchema =
    schema.items === undefined || Array.isArray(schema.items) ? undefined : (schema.items as JsonSchema);
  const items = itemSchema === undefined ? untypedAtomic : convert(itemSchema);
  const relation = schema.listType === "set" || schema.listType === "map" ? schema.listType : "atomic";
  const keys = relation === "map" ? (schema.listMapKeys ?? []) : [];
  const sortedKeys = keys.map((name) => ({
    name,
    prefix: keyPrefix(name),
    default: itemSchema?.properties?.get(name)?.default ?? undefined,
  }));
  sortedKeys.sort((a, b) => compareGoStrings(a.name, b.name));
  return { items, relation, keys, sortedKeys };
}
