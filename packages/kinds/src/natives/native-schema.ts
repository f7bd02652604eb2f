import { isJsonObject, type JsonValue } from "@kiln/api";
import type { JsonSchema } from "@kiln/schema";
import { isSchemaType } from "./decode-schema.ts";
import type { NativeField, NativeType, StructType } from "./native-type.ts";
import { publishedDefault } from "./published-default.ts";
import { LENIENT, nativeUnions } from "./unions.ts";

export interface NativeSchemas {
  /** Schema of a kind without apiVersion, kind and metadata. */
  ofKind(type: StructType): JsonSchema;
}

/**
 * Structural schemas of built-in types. Each is created on first use and shared by all fields of its type, so that nine
 * kinds with a Pod template share one schema of a Pod. Defaults in it are those that OpenAPI publishes, which identify
 * list items whose keys are omitted; defaults that the server sets are elsewhere.
 */
export function createNativeSchemas(): NativeSchemas {
  const known = new Map<StructType, JsonSchema>();
  const ofStruct = (type: StructType): JsonSchema => {
    if (isSchemaType(type)) {
      return OPEN;
    }
    let schema = known.get(type);
    if (schema === undefined) {
      schema = structSchema(type, toSchema);
      known.set(type, schema);
    }
    return schema;
  };
  const toSchema = (field: NativeField): JsonSchema => {
    const value = publishedDefault(field);
    const more: JsonSchema = {
      ...listTypeOf(field),
      ...(field.mapType === undefined ? {} : { mapType: field.mapType }),
      ...(value === undefined || isJsonObject(value) ? {} : { default: value }),
    };
    const schema = typeSchema(field.type, ofStruct);
    return Object.keys(more).length === 0 ? schema : { ...schema, ...more };
  };
  return { ofKind: (type) => withoutMeta(ofStruct(type)) };
}

/** Schema of JSONSchemaProps: a field manager owns the schema in a CRD as a whole. */
const OPEN: JsonSchema = { type: "object", preserveUnknownFields: true };

const META: readonly string[] = ["apiVersion", "kind", "metadata"];

function withoutMeta(schema: JsonSchema): JsonSchema {
  const own = [...(schema.properties ?? [])].filter(([name]) => !META.includes(name));
  return { ...schema, properties: new Map(own) };
}

function structSchema(type: StructType, toSchema: (field: NativeField) => JsonSchema): JsonSchema {
  const properties = new Map([...type.fields].map(([name, field]) => [name, toSchema(field)]));
  const unions = nativeUnions.get(type.path);
  return {
    type: "object",
    properties,
    ...(type.isAtomic ? { mapType: "atomic" } : {}),
    ...(unions === undefined ? {} : { unions: unions as unknown as JsonValue, hasUnionRules: !LENIENT.has(type.path) }),
  };
}

/**
 * Kubernetes: the patch strategy is the fallback of a missing list type (schemaconv/smd.go getListElementRelationship,
 * v1.36).
 */
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
  // Kubernetes: a raw extension has one owner as a whole (apimachinery/pkg/runtime/types.go RawExtension, v1.36).
  raw: { type: "object", preserveUnknownFields: true, mapType: "atomic" },
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
