import { appendAll, type FieldError, type FieldPath, forbidden, invalid, notSupported, required } from "@kiln/api";
import { checkListType } from "./check-list-type.ts";
import { checkRuleSyntax } from "./check-rule-syntax.ts";
import { hasProperties, type JsonSchema } from "./json-schema.ts";
import type { SchemaGates } from "./schema-gates.ts";
import { schemaTypes } from "./schema-types.ts";
import { type Subschema, subschemasOf, usedKeywords } from "./subschemas.ts";

export interface KeywordFaults {
  readonly errors: FieldError[];
  /** The schemas that have errors themselves or below them. */
  readonly faulty: ReadonlySet<JsonSchema>;
}

/** The keywords of every schema, wherever it stands: unsupported ones, values out of range, extensions misused. */
export function checkKeywords(schema: JsonSchema, path: FieldPath, gates: SchemaGates): KeywordFaults {
  const faulty = new Set<JsonSchema>();
  const errors: FieldError[] = [];
  const used = usedKeywords(schema);
  const walk: Walk = {
    gates,
    faulty,
    errors,
    unsupported: UNSUPPORTED.filter(({ name }) => used.has(name)),
    checks: EXTENSION_CHECKS.filter(({ of }) => of.some((keyword) => used.has(keyword))),
  };
  checkNode(schema, { path, isRoot: true, isInsideMeta: false, noDefaults: gates.noDefaults }, walk);
  return { errors, faulty };
}

interface ExtensionCheck {
  /** A schema that has none of these need not be looked at. */
  readonly of: readonly (keyof JsonSchema)[];
  readonly check: (schema: JsonSchema, path: FieldPath, gates: SchemaGates) => readonly FieldError[];
}

/** Checks that run after the subschemas. */
const EXTENSION_CHECKS: readonly ExtensionCheck[] = [
  { of: ["preserveUnknownFields"], check: checkPreserve },
  { of: ["mapType"], check: checkMapType },
  { of: ["listType", "listMapKeys"], check: checkListType },
  { of: ["validations"], check: checkRuleSyntax },
];

interface Walk {
  readonly gates: SchemaGates;
  /** Grows during the walk. */
  readonly faulty: Set<JsonSchema>;
  /** Grows during the walk. */
  readonly errors: FieldError[];
  readonly unsupported: readonly UnsupportedKeyword[];
  readonly checks: readonly ExtensionCheck[];
}

interface Place {
  readonly path: FieldPath;
  readonly isRoot: boolean;
  /** Below apiVersion, kind or metadata of a resource, embedded or not. */
  readonly isInsideMeta: boolean;
  /** Why no default may stand here; the empty string for no reason, undefined where defaults are fine. */
  readonly noDefaults: string | undefined;
}

function checkNode(schema: JsonSchema, place: Place, walk: Walk): void {
  const { errors } = walk;
  const before = errors.length;
  checkUnsupported(schema, place, walk);
  checkMapShape(schema, place.path, errors);
  for (const below of orderedBelow(schema, place.path)) {
    checkNode(below.schema, placeBelow(schema, below, place), walk);
  }
  for (const { of, check } of walk.checks) {
    if (hasAny(schema, of)) {
      appendAll(errors, check(schema, place.path, walk.gates));
    }
  }
  if (errors.length > before) {
    walk.faulty.add(schema);
  }
}

function hasAny(schema: JsonSchema, keywords: readonly (keyof JsonSchema)[]): boolean {
  for (let i = 0; i < keywords.length; i++) {
    if (schema[keywords[i] as keyof JsonSchema] !== undefined) {
      return true;
    }
  }
  return false;
}

/** Kubernetes does not look below the keywords left out here, so neither do the recorded errors. */
function orderedBelow(schema: JsonSchema, path: FieldPath): readonly Subschema[] {
  const below = subschemasOf(schema, path);
  // Properties are one keyword, and more often than not the only one; items are the next.
  const last = below.at(-1)?.keyword;
  if (last === undefined || last === "properties" || (last === "items" && below.length === 1)) {
    return below;
  }
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

function placeBelow(schema: JsonSchema, { path, keyword, property }: Subschema, place: Place): Place {
  const { isRoot, isInsideMeta, noDefaults } = place;
  if (keyword === "additionalProperties" && isInsideMeta) {
    const reason = "inside additionalProperties applying to object metadata";
    return { path, isRoot: false, isInsideMeta, noDefaults: reason };
  }
  if (property === undefined || !META_FIELDS.has(property) || !(isRoot || schema.embeddedResource)) {
    return { path, isRoot: false, isInsideMeta, noDefaults };
  }
  return { path, isRoot: false, isInsideMeta: true, noDefaults: isRoot ? `in top-level ${property}` : noDefaults };
}

/** Changes the errors. */
function checkUnsupported(
  schema: JsonSchema,
  { path, isInsideMeta, noDefaults }: Place,
  { gates, unsupported, errors }: Walk,
): void {
  const { type } = schema;
  if (gates.requireValidTypes && type && !schemaTypes.includes(type)) {
    errors.push(notSupported(path.child("type"), type, schemaTypes));
  }
  if (schema.default !== undefined && noDefaults !== undefined) {
    errors.push(forbidden(path.child("default"), `must not be set ${noDefaults}`.trimEnd()));
  }
  for (const { wire, isUsed } of unsupported) {
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
}

interface UnsupportedKeyword {
  readonly name: keyof JsonSchema;
  readonly wire: string;
  readonly isUsed: (schema: JsonSchema) => boolean;
}

const UNSUPPORTED: readonly UnsupportedKeyword[] = [
  { name: "id", wire: "id", isUsed: ({ id }) => Boolean(id) },
  { name: "additionalItems", wire: "additionalItems", isUsed: (schema) => schema.additionalItems !== undefined },
  {
    name: "patternProperties",
    wire: "patternProperties",
    isUsed: ({ patternProperties }) => (patternProperties?.size ?? 0) > 0,
  },
  { name: "definitions", wire: "definitions", isUsed: ({ definitions }) => (definitions?.size ?? 0) > 0 },
  { name: "dependencies", wire: "dependencies", isUsed: ({ dependencies }) => dependencies !== undefined },
  { name: "ref", wire: "$ref", isUsed: ({ ref }) => ref !== undefined },
];

/** Changes the errors. */
function checkMapShape(schema: JsonSchema, path: FieldPath, errors: FieldError[]): void {
  if (schema.uniqueItems) {
    const detail = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic";
    errors.push(forbidden(path.child("uniqueItems"), detail));
  }
  const { additionalProperties } = schema;
  if (additionalProperties !== undefined && additionalProperties !== true && hasProperties(schema)) {
    const detail = "additionalProperties and properties are mutual exclusive";
    errors.push(forbidden(path.child("additionalProperties"), detail));
  }
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
