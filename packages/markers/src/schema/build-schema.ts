import { deepCopy, type JsonObject, setOwn } from "@kiln/api";
import { findMarker } from "../marker/marker.ts";
import type { SourceDeclaration, SourceField, SourceType } from "../source-model.ts";
import type { SourceFault } from "../source-position.ts";
import { allowNull, OR_NULL } from "./allow-null.ts";
import { applyMarkers } from "./apply-markers.ts";
import { buildUnions } from "./build-unions.ts";
import { checkMarks } from "./check-marks.ts";
import { mergeInto } from "./merge-schemas.ts";

/** Builds schemas of types. Each type is built once; errors are collected in order. */
export interface SchemaBuilder {
  build(declaration: SourceDeclaration): JsonObject;
  readonly faults: readonly SourceFault[];
}

interface Build {
  readonly built: Map<SourceDeclaration, JsonObject>;
  readonly faults: SourceFault[];
  /** Types whose schema is being built: if one of these occurs again, the type contains itself. */
  readonly open: Set<SourceDeclaration>;
}

export function createSchemaBuilder(): SchemaBuilder {
  const build: Build = { built: new Map(), faults: [], open: new Set() };
  return {
    build: (declaration) => deepCopy(buildDeclaration(build, declaration)),
    faults: build.faults,
  };
}

function buildDeclaration(build: Build, declaration: SourceDeclaration): JsonObject {
  const known = build.built.get(declaration);
  if (known !== undefined) {
    return known;
  }
  if (build.open.has(declaration)) {
    const message = `${declaration.name} contains itself, which no schema of a CRD can say; use preserve-unknown-fields`;
    build.faults.push({ position: declaration.position, severity: "error", message });
    return {};
  }
  build.open.add(declaration);
  const schema = toSchema(build, declaration);
  build.open.delete(declaration);
  build.built.set(declaration, schema);
  return schema;
}

function toSchema(build: Build, declaration: SourceDeclaration): JsonObject {
  const { markers, marshals, type } = declaration;
  const isOpaque = marshals === "text" || (marshals === "json" && findMarker(markers, "kubebuilder:validation:Type"));
  const schema = isOpaque
    ? { ...(marshals === "text" ? { type: "string" } : {}) }
    : type.kind === "struct"
      ? buildStruct(build, { ...declaration, fields: type.fields })
      : buildType(build, type, declaration);
  describe(schema, declaration.description);
  applyMarkers(schema, markers, build.faults);
  checkMarks(schema, markers, build.faults);
  if (findMarker(markers, "k8s:enum", "enum") !== undefined && declaration.values.length > 0) {
    schema.enum = [...declaration.values].sort();
  }
  return schema;
}

/** `around` is the declaration that contains the type. */
function buildType(build: Build, type: SourceType, around: SourceDeclaration): JsonObject {
  switch (type.kind) {
    case "known":
      return deepCopy(type.schema);
    case "reference":
      return deepCopy(buildDeclaration(build, type.to()));
    case "list":
      return { type: "array", items: buildType(build, type.of, around) };
    case "map":
      return { type: "object", additionalProperties: buildType(build, type.values, around) };
    case "struct":
      return buildStruct(build, { ...around, markers: [], fields: type.fields });
  }
}

type Struct = SourceDeclaration & { readonly fields: readonly SourceField[] };

function buildStruct(build: Build, struct: Struct): JsonObject {
  const isRequired = (field: SourceField) => decideRequired(field, struct);
  const schema = buildFields(build, struct, isRequired);
  const unions = buildUnions({ ...struct, isRequired }, build.faults);
  if (unions.length > 0) {
    const inherited = schema["x-kubernetes-unions"];
    schema["x-kubernetes-unions"] = [...unions, ...(Array.isArray(inherited) ? inherited : [])];
  }
  return schema;
}

function buildFields(build: Build, struct: Struct, isRequired: (field: SourceField) => boolean): JsonObject {
  const properties: JsonObject = {};
  const required: string[] = [];
  const schema: JsonObject = { type: "object", properties };
  const embedded: JsonObject[] = [];
  for (const field of struct.fields) {
    const built = buildField(build, field, struct);
    if (field.jsonName === undefined) {
      embedded.push(built);
      continue;
    }
    setOwn(properties, field.jsonName, built);
    if (isRequired(field)) {
      required.push(field.jsonName);
    }
  }
  if (required.length > 0) {
    schema.required = required.sort();
  }
  for (const each of embedded) {
    mergeInto(schema, each);
  }
  // An inlined map is the whole type: its keys are the fields.
  if (schema.additionalProperties !== undefined && Object.keys(properties).length === 0) {
    delete schema.properties;
  }
  return schema;
}

function buildField(build: Build, field: SourceField, around: SourceDeclaration): JsonObject {
  const isSchemaless = findMarker(field.markers, "kubebuilder:validation:Schemaless") !== undefined;
  const base = isSchemaless ? {} : buildType(build, field.type, around);
  // The field's markers are checked against its type, but added beside the type's own.
  const own: JsonObject = isSchemaless || field.type.kind !== "reference" ? base : outline(base);
  applyMarkers(own, field.markers, build.faults);
  if (own !== base) {
    mergeInto(base, own);
    for (const key of ["title", "example", "externalDocs"]) {
      if (Object.hasOwn(own, key)) {
        base[key] = own[key] as JsonObject;
      }
    }
  }
  if (findMarker(field.markers, OR_NULL) !== undefined) {
    Object.assign(base, allowNull(base));
  }
  checkMarks(base, field.markers, build.faults);
  describe(base, field.description);
  return base;
}

/** Keywords of a type that other markers depend on. */
function outline(schema: JsonObject): JsonObject {
  const outlined: JsonObject = {};
  for (const key of ["type", "items", "x-kubernetes-int-or-string", "x-kubernetes-list-type"]) {
    if (Object.hasOwn(schema, key)) {
      outlined[key] = deepCopy(schema[key] as JsonObject);
    }
  }
  return outlined;
}

/** Replaces the description of the type in the schema by that of the field. */
function describe(schema: JsonObject, description: string): void {
  if (description !== "") {
    schema.description = description;
  }
}

/**
 * Whether a field is required. controller-gen: kubebuilder's markers precede the older ones, which precede the Go tags.
 */
function decideRequired({ markers, isOptional, jsonName }: SourceField, declaration: SourceDeclaration): boolean {
  const verdicts: readonly [name: string, isRequired: boolean][] = [
    ["kubebuilder:validation:Optional", false],
    ["kubebuilder:validation:Required", true],
    ["optional", false],
    ["k8s:optional", false],
    ["required", true],
    ["k8s:required", true],
  ];
  const said = verdicts.find(([name]) => findMarker(markers, name) !== undefined);
  if (said !== undefined) {
    return said[1];
  }
  return jsonName !== undefined && !isOptional && !declaration.isOptionalByDefault;
}
