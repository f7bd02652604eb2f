import { type FieldError, type FieldPath, forbidden, invalid, notSupported, required } from "@kiln/api";
import { checkListType } from "./check-list-type.ts";
import { checkRuleSyntax } from "./check-rule-syntax.ts";
import { hasProperties, type JsonSchema } from "./json-schema.ts";
import type { SchemaGates } from "./schema-gates.ts";
import { schemaTypes } from "./schema-types.ts";
import { type Subschema, subschemasOf } from "./subschemas.ts";

export interface KeywordFaults {
  readonly errors: FieldError[];
  /** The schemas that have errors themselves or below them. */
  readonly faulty: ReadonlySet<JsonSchema>;
}

/** The keywords of every schema, wherever it stands: unsupported ones, values out of range, extensions misused. */
export function checkKeywords(schema: JsonSchema, path: FieldPath, gates: SchemaGates): KeywordFaults {
  const faulty = new Set<JsonSchema>();
  const errors = checkNode(schema, {
    path,
    gates,
    faulty,
    isRoot: true,
    isInsideMeta: false,
    noDefaults: gates.noDefaults,
  });
  return { errors, faulty };
}

interface Place {
  readonly path: FieldPath;
  readonly gates: SchemaGates;
  /** Grows during the walk. */
  readonly faulty: Set<JsonSchema>;
  readonly isRoot: boolean;
  /** Below apiVersion, kind or metadata of a resource, embedded or not. */
  readonly isInsideMeta: boolean;
  /** Why no default may stand here; the empty string for no reason, undefined where defaults are fine. */
  readonly noDefaults: string | undefined;
}

function checkNode(schema: JsonSchema, place: Place): FieldError[] {
  const errors = [
    ...checkUnsupported(schema, place),
    ...checkMapShape(schema, place.path),
    ...orderedBelow(schema, place.path).flatMap((below) =>
      checkNode(below.schema, { ...place, ...placeBelow(schema, below, place) }),
    ),
    ...checkPreserve(schema, place.path),
    ...checkMapType(schema, place.path),
    ...checkListType(schema, place.path, place.gates),
    ...checkRuleSyntax(schema, place.path),
  ];
  if (errors.length > 0) {
    place.faulty.add(schema);
  }
  return errors;
}

/** Kubernetes does not look below the keywords left out here, so neither do the recorded errors. */
function orderedBelow(schema: JsonSchema, path: FieldPath): Subschema[] {
  const below = subschemasOf(schema, path);
  const rank = ({ keyword }: Subschema) => WALKED.indexOf(keyword);
  return below.filter((subschema) => rank(subschema) >= 0).sort((a, b) => rank(a) - rank(b));
}

const WALKED: readonly (keyof JsonSchema)[] = [
  "additionalProperties",
  "properties",
  "not",
  "allOf",
  "oneOf",
  "anyOf",
  "definitions",
  "items",
  "dependencies",
];

const META_FIELDS: ReadonlySet<string> = new Set(["metadata", "kind", "apiVersion"]);

function placeBelow(schema: JsonSchema, below: Subschema, place: Place): Partial<Place> {
  const here = { path: below.path, isRoot: false };
  if (below.keyword === "additionalProperties" && place.isInsideMeta) {
    return { ...here, noDefaults: "inside additionalProperties applying to object metadata" };
  }
  const { property } = below;
  if (property === undefined || !META_FIELDS.has(property) || !(place.isRoot || schema.embeddedResource)) {
    return here;
  }
  return {
    ...here,
    isInsideMeta: true,
    noDefaults: place.isRoot ? `in top-level ${property}` : place.noDefaults,
  };
}

function checkUnsupported(schema: JsonSchema, { path, gates, isInsideMeta, noDefaults }: Place): FieldError[] {
  const errors: FieldError[] = [];
  const { type } = schema;
  if (gates.requireValidTypes && type && !schemaTypes.includes(type)) {
    errors.push(notSupported(path.child("type"), type, schemaTypes));
  }
  if (schema.default !== undefined && noDefaults !== undefined) {
    errors.push(forbidden(path.child("default"), `must not be set ${noDefaults}`.trimEnd()));
  }
  for (const [wire, isUsed] of UNSUPPORTED) {
    if (isUsed(schema)) {
      errors.push(forbidden(path.child(wire), `${wire} is not supported`));
    }
  }
  if (type === "null") {
    errors.push(forbidden(path.child("type"), "type cannot be set to null, use nullable as an alternative"));
  }
  if (Array.isArray(schema.items) && schema.items.length > 0) {
    errors.push(forbidden(path.child("items"), "items must be a schema object and not an array"));
  }
  if (isInsideMeta && schema.embeddedResource) {
    errors.push(forbidden(path.child("x-kubernetes-embedded-resource"), "must not be used inside of resource meta"));
  }
  return errors;
}

const UNSUPPORTED: readonly (readonly [wire: string, isUsed: (schema: JsonSchema) => boolean])[] = [
  ["id", (schema) => Boolean(schema.id)],
  ["additionalItems", (schema) => schema.additionalItems !== undefined],
  ["patternProperties", (schema) => (schema.patternProperties?.size ?? 0) > 0],
  ["definitions", (schema) => (schema.definitions?.size ?? 0) > 0],
  ["dependencies", (schema) => schema.dependencies !== undefined],
  ["$ref", (schema) => schema.ref !== undefined],
];

function checkMapShape(schema: JsonSchema, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (schema.uniqueItems) {
    const detail = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic";
    errors.push(forbidden(path.child("uniqueItems"), detail));
  }
  const { additionalProperties } = schema;
  if (additionalProperties !== undefined && additionalProperties !== true && hasProperties(schema)) {
    const detail = "additionalProperties and properties are mutual exclusive";
    errors.push(forbidden(path.child("additionalProperties"), detail));
  }
  return errors;
}

function checkPreserve(schema: JsonSchema, path: FieldPath): FieldError[] {
  return schema.preserveUnknownFields === false
    ? [invalid(path.child("x-kubernetes-preserve-unknown-fields"), false, "must be true or undefined")]
    : [];
}

const MAP_TYPES: readonly string[] = ["atomic", "granular"];

function checkMapType(schema: JsonSchema, path: FieldPath): FieldError[] {
  const { mapType, type = "" } = schema;
  if (mapType === undefined) {
    return [];
  }
  const errors: FieldError[] = [];
  if (type !== "object") {
    const detail = "must be object if x-kubernetes-map-type is specified";
    errors.push(type === "" ? required(path.child("type"), detail) : invalid(path.child("type"), type, detail));
  }
  if (!MAP_TYPES.includes(mapType)) {
    errors.push(notSupported(path.child("x-kubernetes-map-type"), mapType, MAP_TYPES));
  }
  return errors;
}
