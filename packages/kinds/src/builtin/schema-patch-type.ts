import { asObject, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { nativePatchType } from "../natives/native-patch-type.ts";
import { typeLibrary } from "../natives/type-library.ts";
import { effectiveStrategy, type PatchType } from "../resource/patch-type.ts";

/**
 * The type of a kind that is described by a schema, which says in `x-kubernetes-patch-strategy` and
 * `x-kubernetes-patch-merge-key` how a field is patched. A schema without properties that preserves unknown fields is a
 * struct without a description: all its fields are patched as plain values.
 */
export function schemaPatchType(kind: string, schema: JsonValue): PatchType {
  const own = typeOf(kind, schema);
  const metadata = () => nativePatchType(typeLibrary.struct("meta/v1.ObjectMeta"));
  return {
    form: "struct",
    struct: kind,
    find: (key) => (key === "metadata" ? { type: metadata(), strategy: "", mergeKey: "" } : own.find(key)),
  };
}

const anything: JsonObject = { "x-kubernetes-preserve-unknown-fields": true };

function typeOf(struct: string, schema: JsonValue): PatchType {
  const { properties, items, type, ...rest } = asObject(schema);
  const isOpen = rest["x-kubernetes-preserve-unknown-fields"] === true;
  const isStruct = isJsonObject(properties) || isOpen;
  const find = (key: string) => {
    const found = isJsonObject(properties) ? getOwn(properties, key) : anything;
    return isJsonObject(found) ? fieldOf(structName(struct, key), found) : undefined;
  };
  const form = isStruct ? "struct" : type === "object" ? "map" : type === "array" ? "slice" : String(type);
  if (type !== "array" && !isOpen) {
    return { form, struct, find };
  }
  return {
    form,
    struct,
    find,
    // On demand, because undescribed types are recursive.
    get items() {
      return typeOf(struct.replace(/s$/, ""), items ?? anything);
    },
  };
}

function fieldOf(struct: string, schema: JsonObject) {
  return {
    type: typeOf(struct, schema),
    strategy: effectiveStrategy(String(schema["x-kubernetes-patch-strategy"] ?? "")),
    mergeKey: String(schema["x-kubernetes-patch-merge-key"] ?? ""),
  };
}

function structName(struct: string, key: string): string {
  const capitalized = key.charAt(0).toUpperCase() + key.slice(1);
  return key === "spec" || key === "status" ? struct + capitalized : capitalized;
}
