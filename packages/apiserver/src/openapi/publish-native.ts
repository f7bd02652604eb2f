import type { JsonObject, JsonValue } from "@kiln/api";
import { publishedPackages } from "../natives/data/index.ts";
import type { NativeField, NativeType, ScalarForm, ScalarType, StructType } from "../natives/native-type.ts";
import type { PackageText } from "../natives/package-text.ts";
import { publishedDefault, zeroDefault } from "../natives/published-default.ts";
import { typeLibrary } from "../natives/type-library.ts";
import { describeField, describeType } from "./describe.ts";
import { SCHEMAS } from "./print-paths-v3.ts";

/** A built-in type as OpenAPI v3 publishes it. One that nobody knows is an object that may hold anything. */
export function publishNative(name: string): JsonObject {
  const own = SPECIAL.get(name);
  if (own !== undefined) {
    return { description: describeType(name), ...own };
  }
  const text = publishedPackages.find(({ prefix }) => name.startsWith(prefix));
  const type = text && typeLibrary.find(`${text.path}.${name.slice(text.prefix.length)}`);
  if (text === undefined || type === undefined) {
    return { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  }
  return type.form === "struct" ? publishStruct(name, type, text) : { description: describeType(name) };
}

const PKG = "io.k8s.apimachinery.pkg.";

/** Types that write themselves. */
const SPECIAL: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  [`${PKG}api.resource.Quantity`, { oneOf: [{ type: "string" }, { type: "number" }] }],
  [`${PKG}util.intstr.IntOrString`, { format: "int-or-string", oneOf: [{ type: "integer" }, { type: "string" }] }],
  [`${PKG}runtime.RawExtension`, { type: "object" }],
  [`${PKG}apis.meta.v1.FieldsV1`, { type: "object" }],
  [`${PKG}apis.meta.v1.MicroTime`, { type: "string", format: "date-time" }],
  [`${PKG}apis.meta.v1.Time`, { type: "string", format: "date-time" }],
]);

const REFERRED: ReadonlyMap<string, string> = new Map([
  ["time", `${PKG}apis.meta.v1.Time`],
  ["microTime", `${PKG}apis.meta.v1.MicroTime`],
  ["quantity", `${PKG}api.resource.Quantity`],
  ["intOrString", `${PKG}util.intstr.IntOrString`],
]);

function publishStruct(name: string, type: StructType, text: PackageText): JsonObject {
  const fields = [...type.fields].sort(([a], [b]) => (a < b ? -1 : 1));
  // Kubernetes: in the order of the fields in Go, where everything else is in that of the alphabet.
  const required = [...type.fields].flatMap(([field, { isRequired }]) => (isRequired ? [field] : []));
  // Kinds that every group shares are named as those of the first.
  const { group = "", version = "v1", kinds = "" } = text;
  const isKind = kinds.split(" ").includes(type.struct);
  const unions = type.unions as unknown as JsonValue[];
  return {
    description: describeType(name),
    type: "object",
    ...(required.length === 0 ? {} : { required }),
    ...(fields.length === 0
      ? {}
      : { properties: Object.fromEntries(fields.map(([field, of]) => [field, publishField(name, field, of)])) }),
    ...(isKind ? { "x-kubernetes-group-version-kind": [{ group, kind: type.struct, version }] } : {}),
    ...(type.isAtomic ? { "x-kubernetes-map-type": "atomic" } : {}),
    ...(unions.length === 0 ? {} : { "x-kubernetes-unions": unions }),
  };
}

function publishField(type: string, name: string, field: NativeField): JsonObject {
  const description = describeField(type, name);
  const value = publishedDefault(field);
  const schema = publishType(field.type, field.itemEnum);
  const { $ref, ...rest } = schema;
  return {
    ...(description === undefined ? {} : { description }),
    ...rest,
    ...(value === undefined ? {} : { default: value }),
    // Nothing may stand beside a reference, so that it is wrapped where something does.
    ...($ref === undefined ? {} : description === undefined && value === undefined ? { $ref } : { allOf: [{ $ref }] }),
    ...(field.enum === undefined ? {} : { enum: [...field.enum] }),
    ...marksOf(field),
  };
}

function marksOf(field: NativeField): JsonObject {
  const { listType, listMapKeys, mapType, patchStrategy, patchMergeKey } = field;
  return {
    ...(listMapKeys === undefined ? {} : { "x-kubernetes-list-map-keys": [...listMapKeys] }),
    ...(listType === undefined ? {} : { "x-kubernetes-list-type": listType }),
    ...(mapType === undefined ? {} : { "x-kubernetes-map-type": mapType }),
    ...(patchMergeKey === undefined ? {} : { "x-kubernetes-patch-merge-key": patchMergeKey }),
    ...(patchStrategy === undefined ? {} : { "x-kubernetes-patch-strategy": patchStrategy }),
  };
}

const SCALARS: Readonly<
  Record<Exclude<ScalarForm, "time" | "microTime" | "quantity" | "intOrString" | "raw">, JsonObject>
> = {
  string: { type: "string" },
  bool: { type: "boolean" },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64" },
  float64: { type: "number", format: "double" },
  bytes: { type: "string", format: "byte" },
};

function publishType(type: NativeType, itemEnum?: readonly string[]): JsonObject {
  switch (type.form) {
    case "pointer":
      return publishType(type.to, itemEnum);
    case "struct":
      return { $ref: SCHEMAS + publishedName(type.path) };
    case "list":
      return { type: "array", items: { ...publishInner(type.items), ...(itemEnum && { enum: [...itemEnum] }) } };
    case "map":
      return { type: "object", additionalProperties: publishInner(type.values) };
    case "raw":
      return publishRaw(type);
    case "time":
    case "microTime":
    case "quantity":
    case "intOrString":
      return { $ref: SCHEMAS + REFERRED.get(type.form) };
    default:
      return SCALARS[type.form];
  }
}

function publishRaw({ name, path }: ScalarType): JsonObject {
  if (path !== undefined) {
    return { $ref: SCHEMAS + publishedName(path) };
  }
  return name === "runtime.RawExtension" ? { $ref: `${SCHEMAS}${PKG}runtime.RawExtension` } : { type: "object" };
}

/** An item of a list or a value of a map, which is always there. */
function publishInner(type: NativeType): JsonObject {
  const { $ref, ...schema } = publishType(type);
  const value = zeroDefault(type);
  const described = value === undefined ? schema : { ...schema, default: value };
  return $ref === undefined ? described : value === undefined ? { $ref } : { ...described, allOf: [{ $ref }] };
}

function publishedName(path: string): string {
  const dot = path.lastIndexOf(".");
  const found = publishedPackages.find((text) => text.path === path.slice(0, dot));
  return `${found?.prefix ?? ""}${path.slice(dot + 1)}`;
}
