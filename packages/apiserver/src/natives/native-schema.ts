import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import type { JsonSchema } from "@kiln/schema";
import type { NativeField, NativeType, StructType } from "./native-type.ts";
import { publishedDefault, zeroDefault } from "./published-default.ts";

/** What the published types do not say of a type, wherever it stands. */
export interface TypeRules {
  /** By field. */
  readonly defaults?: Readonly<Record<string, JsonValue>>;
  /** `x-kubernetes-unions` in place of what is published. */
  readonly unions?: readonly JsonObject[];
}

/** By the type's path, such as `core/v1.Container`. */
export type RulesByType = Readonly<Record<string, TypeRules>>;

export interface NativeSchemas {
  /** The schema of a kind's own fields: all but apiVersion, kind and metadata. */
  ofKind(type: StructType): JsonSchema;
}

/**
 * Structural schemas of built-in types. One is made when first asked for, and stands wherever its type does, so that
 * nine kinds with a pod template have one schema of a pod between them.
 *
 * With rules, the defaults are those the server sets. Without, they are those that OpenAPI shows, which is what tells
 * apart the items of a list whose keys are left out.
 */
export function createNativeSchemas(rules: RulesByType | undefined): NativeSchemas {
  const known = new Map<StructType, JsonSchema>();
  const ofStruct = (type: StructType): JsonSchema => {
    let schema = known.get(type);
    if (schema === undefined) {
      schema = structSchema(type, rules?.[type.path] ?? {}, toSchema);
      known.set(type, schema);
    }
    return schema;
  };
  const toSchema = (field: NativeField, own: JsonValue | undefined): JsonSchema => {
    const value = rules === undefined ? publishedDefault(field) : (own ?? realDefault(field));
    const more: JsonSchema = {
      ...listTypeOf(field),
      ...(field.mapType === undefined ? {} : { mapType: field.mapType }),
      ...(value === undefined || isEmptyStruct(value) ? {} : { default: value }),
    };
    const schema = typeSchema(field.type, ofStruct);
    return Object.keys(more).length === 0 ? schema : { ...schema, ...more };
  };
  return { ofKind: (type) => withoutMeta(ofStruct(type)) };
}

/** One that OpenAPI shows and that makes a difference. */
function realDefault(field: NativeField): JsonValue | undefined {
  const value = field.default === undefined ? undefined : publishedDefault(field);
  return field.type.form === "pointer" || value !== zeroDefault(field.type) ? value : undefined;
}

/** Go has the struct there anyway. */
function isEmptyStruct(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

const META: readonly string[] = ["apiVersion", "kind", "metadata"];

function withoutMeta(schema: JsonSchema): JsonSchema {
  const own = [...(schema.properties ?? [])].filter(([name]) => !META.includes(name));
  return { ...schema, properties: new Map(own) };
}

function structSchema(
  type: StructType,
  { defaults = {}, unions = type.unions as unknown as readonly JsonObject[] }: TypeRules,
  toSchema: (field: NativeField, own: JsonValue | undefined) => JsonSchema,
): JsonSchema {
  const properties = new Map<string, JsonSchema>();
  for (const [name, field] of type.fields) {
    properties.set(name, toSchema(field, Object.hasOwn(defaults, name) ? defaults[name] : undefined));
  }
  return {
    type: "object",
    properties,
    ...(type.isAtomic ? { mapType: "atomic" } : {}),
    ...(unions.length === 0 ? {} : { unions: unions.filter(isJsonObject) }),
  };
}

/** Kubernetes: a list of which nothing else is said is taken at the word of its patch strategy. */
function listTypeOf({ type, listType, listMapKeys, patchStrategy = "", patchMergeKey }: NativeField): JsonSchema {
  if (listType !== undefined) {
    return listMapKeys === undefined ? { listType } : { listType, listMapKeys };
  }
  if (type.form !== "list" || !patchStrategy.split(",").includes("merge")) {
    return {};
  }
  return patchMergeKey === undefined ? { listType: "set" } : { listType: "map", listMapKeys: [patchMergeKey] };
}

const SCALARS: Readonly<Record<string, JsonSchema>> = {
  string: { type: "string" },
  bool: { type: "boolean" },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64" },
  float64: { type: "number", format: "double" },
  bytes: { type: "string", format: "byte" },
  time: { type: "string", format: "date-time" },
  microTime: { type: "string", format: "date-time" },
  quantity: { type: "string", format: "quantity" },
  intOrString: { type: "string", format: "int-or-string" },
  raw: { type: "object", preserveUnknownFields: true },
};

function typeSchema(type: NativeType, ofStruct: (type: StructType) => JsonSchema): JsonSchema {
  switch (type.form) {
    case "struct":
      return ofStruct(type);
    case "pointer":
      return typeSchema(type.to, ofStruct);
    case "list":
      return { type: "array", items: typeSchema(type.items, ofStruct) };
    case "map":
      return { type: "object", additionalProperties: typeSchema(type.values, ofStruct) };
    default:
      return SCALARS[type.form] as JsonSchema;
  }
}
