import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { embeddingOf, goName, type NativeType, type StructType, typeLibrary } from "@kiln/kinds";
import { dumpQuantity } from "./dump-quantity.ts";

/**
 * A value of a type such as `core/v1.PodTemplateSpec` in the text that Kubernetes hashes for names: every field of the
 * Go struct with its type, set or not.
 *
 * Kubernetes: the hash in the name of a ReplicaSet is that of spew's `%#v` of the template (hash.go DeepHashObject, v1.36).
 */
export function dumpForHash(path: string, value: JsonValue): string {
  const type = typeLibrary.struct(path);
  return `(${type.name})${dump(type, value)}`;
}

/** Dumps a value without its type name, which precedes it where the value is a field. */
function dump(type: NativeType, value: JsonValue | undefined): string {
  switch (type.form) {
    case "struct":
      return dumpStruct(type, isJsonObject(value) ? value : {});
    case "pointer":
      return (value ?? null) === null ? "<nil>" : dump(type.to, value);
    case "list":
      return Array.isArray(value) && value.length > 0
        ? `[${value.map((item) => dump(type.items, item)).join(" ")}]`
        : "<nil>";
    case "map":
      return isJsonObject(value) && Object.keys(value).length > 0 ? dumpMap(type.values, value) : "<nil>";
    case "quantity":
      return dumpQuantity(String(value ?? ""));
    case "intOrString":
      return dumpIntOrString(value);
    case "time":
      return "{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}";
    case "bool":
      return String(value ?? false);
    case "string":
      return String(value ?? "");
    default:
      return String(value ?? 0);
  }
}

function dumpStruct(type: StructType, object: JsonObject): string {
  const embedding = embeddingOf(type.path);
  const parts: string[] = [];
  const inside: string[] = [];
  for (const [name, field] of type.fields) {
    const text = `${declaredName(type.path, name, field.type)}:${typed(field.type, getOwn(object, name))}`;
    if (embedding === undefined || embedding.own.includes(name)) {
      parts.push(text);
    } else {
      if (inside.length === 0) {
        parts.push(EMBEDDED);
      }
      inside.push(text);
    }
  }
  const printed = parts.map((part) =>
    part === EMBEDDED ? `${embedding?.way}:(v1.${embedding?.way}){${inside.join(" ")}}` : part,
  );
  return `{${printed.join(" ")}}`;
}

/** Placeholder for an embedded struct while its fields are collected. */
const EMBEDDED = "\0";

function typed(type: NativeType, value: JsonValue | undefined): string {
  return `(${type.form === "pointer" ? "*" : ""}${type.name})${dump(type, value)}`;
}

/**
 * Name of a field in the Go struct. Metadata is embedded there, and one deprecated field has another name than in
 * errors.
 */
function declaredName(path: string, field: string, type: NativeType): string {
  if (type.form === "struct" && type.struct === "ObjectMeta") {
    return "ObjectMeta";
  }
  return path === "core/v1.PodSpec" && field === "serviceAccount" ? "DeprecatedServiceAccount" : goName(path, field);
}

function dumpMap(values: NativeType, map: JsonObject): string {
  const keys = Object.keys(map).sort();
  return `map[${keys.map((key) => `${key}:${dump(values, getOwn(map, key))}`).join(" ")}]`;
}

function dumpIntOrString(value: JsonValue | undefined): string {
  return typeof value === "string"
    ? `{Type:(intstr.Type)1 IntVal:(int32)0 StrVal:(string)${value}}`
    : `{Type:(intstr.Type)0 IntVal:(int32)${String(value ?? 0)} StrVal:(string)}`;
}
