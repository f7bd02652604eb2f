import { type NativeType, packages, type ScalarForm, type StructType, typeLibrary } from "@kiln/kinds";
import type { JsonSchema } from "@kiln/schema";

/**
 * Schemas of scalars for CEL. Kubernetes: a quantity has no type, so that the field does not exist for expressions
 * (cel/common/schemas.go SchemaDeclType, v1.36).
 */
const SCALARS: Readonly<Record<ScalarForm, JsonSchema>> = {
  string: { type: "string" },
  bool: { type: "boolean" },
  int32: { type: "integer" },
  int64: { type: "integer" },
  float64: { type: "number" },
  bytes: { type: "string", format: "byte" },
  time: { type: "string", format: "date-time" },
  microTime: { type: "string", format: "date-time" },
  quantity: {},
  intOrString: { intOrString: true },
  raw: { type: "object" },
};

/** Published schemas of built-in types, metadata included. */
export interface NativeDeclarations {
  /** Schema of a kind; undefined if it is no built-in kind. */
  find(kind: { readonly group: string; readonly version: string; readonly kind: string }): JsonSchema | undefined;
  readonly metadata: JsonSchema;
}

export function createNativeDeclarations(): NativeDeclarations {
  const known = new Map<StructType, JsonSchema>();
  const ofStruct = (type: StructType): JsonSchema => {
    const schema: JsonSchema = known.get(type) ?? {
      type: "object",
      properties: new Map([...type.fields].map(([name, field]) => [name, ofType(field.type)])),
    };
    known.set(type, schema);
    return schema;
  };
  const ofType = (type: NativeType): JsonSchema => {
    switch (type.form) {
      case "struct":
        return ofStruct(type);
      case "pointer":
        return ofType(type.to);
      case "list":
        return { type: "array", items: ofType(type.items) };
      case "map":
        return { type: "object", additionalProperties: ofType(type.values) };
      default:
        return SCALARS[type.form];
    }
  };
  return {
    find({ group, version, kind }) {
      const text = packages.find((one) => one.group === group && one.version === version);
      const type = text && typeLibrary.findStruct(`${text.path}.${kind}`);
      return type && ofStruct(type);
    },
    get metadata() {
      return ofStruct(typeLibrary.struct("meta/v1.ObjectMeta"));
    },
  };
}
