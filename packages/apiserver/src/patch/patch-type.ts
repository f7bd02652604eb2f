import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { StrategicPatchError } from "./strategic-patch-error.ts";

/**
 * What a strategic merge patch must know of a value: a view on the schema of its kind, which says in
 * `x-kubernetes-patch-strategy` and `x-kubernetes-patch-merge-key` how a field is patched. A schema without properties
 * that preserves unknown fields is a struct nobody described: all its fields are patched in the plain way.
 */
export interface PatchType {
  /** Go's name of the struct, for errors. */
  readonly struct: string;
  readonly schema: Readonly<JsonObject>;
}

export interface PatchField {
  readonly type: PatchType;
  /** `merge`, `replace`, or empty for what the type has by nature: objects merge, lists are replaced. */
  readonly strategy: string;
  /** Empty for lists of scalars. */
  readonly mergeKey: string;
}

const map = { type: "object", additionalProperties: { type: "string" } };
const list = { type: "array" };

/** Every kind's metadata. */
const objectMeta: JsonObject = {
  type: "object",
  properties: {
    labels: map,
    annotations: map,
    managedFields: list,
    finalizers: { type: "array", "x-kubernetes-patch-strategy": "merge" },
    ownerReferences: {
      type: "array",
      items: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      "x-kubernetes-patch-strategy": "merge",
      "x-kubernetes-patch-merge-key": "uid",
    },
  },
};

/** `schema` is that of the kind's own fields. */
export function patchTypeOf(kind: string, schema: JsonValue): PatchType {
  const own = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
  return { struct: kind, schema: { type: "object", properties: { ...own, metadata: objectMeta } } };
}

/** Throws where Kubernetes knows no such field. */
export function findField({ struct, schema }: PatchType, key: string): PatchField {
  const { properties } = schema;
  if (!isJsonObject(properties) && schema["x-kubernetes-preserve-unknown-fields"] !== true) {
    throw failed("merging an object in json but data type is not struct, instead is: map");
  }
  const found = isJsonObject(properties) ? getOwn(properties, key) : anything;
  if (!isJsonObject(found)) {
    throw failed(`unable to find api field in struct ${struct} for the json field "${key}"`);
  }
  const strategies = String(found["x-kubernetes-patch-strategy"] ?? "").split(",");
  return {
    type: { struct: structName(struct, key), schema: found },
    strategy: strategies.find((strategy) => strategy !== "retainKeys") ?? "",
    mergeKey: String(found["x-kubernetes-patch-merge-key"] ?? ""),
  };
}

/** As {@link findField} for a list, with the type of its items. */
export function findListField(type: PatchType, key: string): PatchField {
  const field = findField(type, key);
  const { schema } = field.type;
  if ((schema.type ?? "array") !== "array") {
    throw failed("expected slice or array type, but got: struct");
  }
  const items = isJsonObject(schema.items) ? schema.items : anything;
  return { ...field, type: { struct: field.type.struct.replace(/s$/, ""), schema: items } };
}

const anything: JsonObject = { "x-kubernetes-preserve-unknown-fields": true };

function structName(struct: string, key: string): string {
  if (key === "metadata") {
    return "ObjectMeta";
  }
  const capitalized = key.charAt(0).toUpperCase() + key.slice(1);
  return key === "spec" || key === "status" ? struct + capitalized : capitalized;
}

function failed(message: string): StrategicPatchError {
  return new StrategicPatchError("failed", message);
}
