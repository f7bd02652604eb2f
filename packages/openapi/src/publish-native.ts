import { isJsonObject, type JsonObject, type JsonValue, objectAt, once } from "@kiln/api";
import {
  type Declaration,
  type MarkedField,
  type MarkedFields,
  type MarkedTypes,
  type Marks,
  markedTypes,
  type NativeField,
  type NativeType,
  nativeUnions,
  type PackageText,
  packages,
  publishedDefault,
  publishedName,
  type ScalarForm,
  type ScalarType,
  type StructType,
  typeLibrary,
  zeroDefault,
} from "@kiln/kinds";
import { parseUnions, type Union } from "@kiln/schema";
import { describeField, describeType } from "./describe.ts";
import {
  describeWith,
  keyMutabilitySentence,
  memberSentences,
  mutabilitySentence,
  unionSentence,
} from "./mark-sentences.ts";
import { SCHEMAS } from "./print-paths-v3.ts";
import { VERSION_INFO } from "./schema-names.ts";

/** A built-in type as published in OpenAPI v3. An unknown one is an object with any fields. */
export type PublishNative = (name: string) => JsonObject;

/** Additions to Kubernetes' published types: marks and unions that are enforced. */
export interface NativeExtras {
  readonly hasUnions: boolean;
  /** Built-in kinds whose marks are published. */
  readonly declarations: readonly Declaration[];
}

export function createPublishNative({ hasUnions, declarations }: NativeExtras): PublishNative {
  const marked = once((): MarkedTypes => (declarations.length === 0 ? new Map() : markedTypes(declarations)));
  return (name) => {
    const own = SPECIAL.get(name);
    if (own !== undefined) {
      return { description: describeType(name), ...own };
    }
    const { type = findType(name), fields } = marked().get(name) ?? {};
    if (type === undefined) {
      return { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    }
    return type.form === "struct"
      ? publishStruct(name, type, { hasUnions, fields })
      : { description: describeType(name) };
  };
}

function findType(name: string): NativeType | undefined {
  const text = packages.find(({ prefix }) => name.startsWith(prefix));
  return text && typeLibrary.find(`${text.path}.${name.slice(text.prefix.length)}`);
}

const PKG = "io.k8s.apimachinery.pkg.";

/** Schemas of types with their own JSON encoding. */
const SPECIAL: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  [`${PKG}api.resource.Quantity`, { oneOf: [{ type: "string" }, { type: "number" }] }],
  [`${PKG}util.intstr.IntOrString`, { format: "int-or-string", oneOf: [{ type: "integer" }, { type: "string" }] }],
  [`${PKG}runtime.RawExtension`, { type: "object" }],
  [`${PKG}apis.meta.v1.FieldsV1`, { type: "object" }],
  [`${PKG}apis.meta.v1.MicroTime`, { type: "string", format: "date-time" }],
  [`${PKG}apis.meta.v1.Time`, { type: "string", format: "date-time" }],
  [VERSION_INFO, versionInfo()],
]);

function versionInfo(): JsonObject {
  const required = ["major", "minor", "gitVersion", "gitCommit", "gitTreeState"].concat([
    "buildDate",
    "goVersion",
    "compiler",
    "platform",
  ]);
  const optional = ["emulationMajor", "emulationMinor", "minCompatibilityMajor", "minCompatibilityMinor"];
  const properties = Object.fromEntries<JsonObject>([
    ...required.map((name) => [name, { type: "string", default: "" }] as const),
    ...optional.map((name) => [name, { type: "string" }] as const),
  ]);
  return { description: "Info is the version of the server.", type: "object", required, properties };
}

const REFERRED: ReadonlyMap<string, string> = new Map([
  ["time", `${PKG}apis.meta.v1.Time`],
  ["microTime", `${PKG}apis.meta.v1.MicroTime`],
  ["quantity", `${PKG}api.resource.Quantity`],
  ["intOrString", `${PKG}util.intstr.IntOrString`],
]);

interface StructExtras {
  readonly hasUnions: boolean;
  readonly fields: MarkedFields["fields"] | undefined;
}

function publishStruct(published: string, type: StructType, { hasUnions, fields: marked }: StructExtras): JsonObject {
  const name = publishedName(type.path);
  const text = packageOf(type);
  const fields = [...type.fields].sort(([a], [b]) => (a < b ? -1 : 1));
  // Kubernetes: required fields are in the order of the Go fields, everything else is alphabetical
  // (kube-openapi/pkg/generators/openapi.go generateMembers, v1.36).
  const required = [...type.fields].flatMap(([field, { isRequired }]) => (isRequired ? [field] : []));
  // Kinds of metav1, which every group shares, are named as in the core group.
  const { group = "", version = "v1", kinds = "" } = text;
  const isKind = published === name && kinds.split(" ").includes(type.struct);
  const unions = ((hasUnions ? nativeUnions.get(type.path) : undefined) ?? type.unions) as unknown as JsonValue[];
  const enforced = hasUnions ? parseUnions(unions) : [];
  const publish = (field: string, of: NativeField) =>
    publishField(of, { type: name, field, unions: enforced, marked: marked?.get(field) });
  return {
    description: describeWith(describeType(name), enforced.map(unionSentence)) ?? "",
    type: "object",
    ...(required.length === 0 ? {} : { required }),
    ...(fields.length === 0
      ? {}
      : { properties: Object.fromEntries(fields.map(([field, of]) => [field, publish(field, of)])) }),
    ...(isKind ? { "x-kubernetes-group-version-kind": [{ group, kind: type.struct, version }] } : {}),
    ...(type.isAtomic ? { "x-kubernetes-map-type": "atomic" } : {}),
    ...publishUnions(unions),
  };
}

/**
 * Unions without repeated fields. Kubernetes: clients reject the whole document where a field is a member of two unions
 * of a type (kube-openapi/pkg/schemaconv/smd.go makeUnions, v1.36). The descriptions name all unions.
 */
function publishUnions(unions: readonly JsonValue[]): JsonObject {
  const taken = new Set<string>();
  const published = unions.filter((union) => {
    const members = Object.keys(objectAt(union as JsonObject, "fields-to-discriminateBy"));
    const isFree = !members.some((member) => taken.has(member));
    for (const member of isFree ? members : []) {
      taken.add(member);
    }
    return isFree;
  });
  return published.length === 0 ? {} : { "x-kubernetes-unions": published };
}

function packageOf({ path }: StructType): PackageText {
  const dot = path.lastIndexOf(".");
  return packages.find((text) => text.path === path.slice(0, dot)) as PackageText;
}

interface FieldPlace {
  readonly type: string;
  readonly field: string;
  readonly unions: readonly Union[];
  readonly marked: MarkedField | undefined;
}

function publishField(field: NativeField, { type, field: name, unions, marked }: FieldPlace): JsonObject {
  const isList = field.type.form === "list";
  const sentences = [
    ...memberSentences(name, unions),
    ...(marked === undefined ? [] : markSentences(marked, isList ? "items" : "keys")),
  ];
  const description = describeWith(describeField(type, name), sentences);
  const value = publishedDefault(field);
  const plain = publishType(field.type, field.itemEnum);
  const { $ref, ...rest } = marked === undefined ? plain : markItems(plain, marked);
  const marks = { ...marksOf(field), ...(marked === undefined ? {} : printMarks(marked.marks)) };
  const isAlone = description === undefined && value === undefined && marked === undefined;
  return {
    ...(description === undefined ? {} : { description }),
    ...rest,
    ...(value === undefined ? {} : { default: value }),
    // OpenAPI v3 allows no keyword beside a reference, so allOf wraps it.
    ...($ref === undefined ? {} : isAlone ? { $ref } : { allOf: [{ $ref }] }),
    ...(field.enum === undefined ? {} : { enum: [...field.enum] }),
    ...marks,
  };
}

function markSentences({ marks, items }: MarkedField, of: "items" | "keys"): string[] {
  const own = [mutabilitySentence(marks.mutability), keyMutabilitySentence(marks.keyMutability, of)];
  const ofItems = items?.marks.mutability === undefined ? [] : ["Items cannot be changed once added."];
  return [...own.filter((sentence) => sentence !== undefined), ...ofItems];
}

function printMarks({ mutability, keyMutability }: Marks): JsonObject {
  return {
    ...(mutability === undefined ? {} : { "x-kubernetes-mutability": mutability }),
    ...(keyMutability === undefined ? {} : { "x-kubernetes-key-mutability": keyMutability }),
  };
}

/** Schema of a field with the marks of its items, which refers to the marked form of the item type. */
function markItems(schema: JsonObject, { name, items: marked }: Pick<MarkedField, "name" | "items">): JsonObject {
  const reference = name === undefined ? undefined : SCHEMAS + name;
  const { items } = schema;
  if (!isJsonObject(items)) {
    return reference === undefined ? schema : { ...schema, $ref: reference };
  }
  const { $ref, allOf, ...rest } = items;
  const [wrapped] = Array.isArray(allOf) ? allOf : [];
  const to = reference ?? $ref ?? (isJsonObject(wrapped) ? wrapped.$ref : undefined);
  return {
    ...schema,
    items: {
      ...rest,
      ...(to === undefined ? {} : { allOf: [{ $ref: to }] }),
      ...(marked === undefined ? {} : printMarks(marked.marks)),
    },
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

/** Schema of a list item or map value, which is never absent. */
function publishInner(type: NativeType): JsonObject {
  const { $ref, ...schema } = publishType(type);
  const value = zeroDefault(type);
  const described = value === undefined ? schema : { ...schema, default: value };
  return $ref === undefined ? described : value === undefined ? { $ref } : { ...described, allOf: [{ $ref }] };
}
