import { appendAll, type FieldError, type FieldPath, forbidden, notSupported } from "@kiln/api";
import type { SchemaGates } from "./check-options.ts";
import { printGoItems } from "./go/print-go-schema.ts";
import { hasProperties, type JsonSchema } from "./json-schema.ts";
import type { Keyword, NodeCheckOptions, SchemaCheck } from "./keyword.ts";
import { checkedKeywords } from "./keywords/index.ts";
import { schemaTypes } from "./schema-types.ts";
import { type Subschema, subschemasOf, usedKeywords } from "./subschemas.ts";

export interface KeywordFaults {
  readonly errors: FieldError[];
  /** Schemas that have errors, or have a subschema with errors. */
  readonly faulty: ReadonlySet<JsonSchema>;
}

/**
 * Errors of the keywords of every schema at any depth: unsupported keywords, values out of range, misused extensions.
 */
export function checkKeywords(schema: JsonSchema, path: FieldPath, gates: SchemaGates): KeywordFaults {
  const faulty = new Set<JsonSchema>();
  const errors: FieldError[] = [];
  const used = usedKeywords(schema);
  const walk: Walk = {
    options: { ...gates, printGoItems },
    faulty,
    errors,
    unsupported: UNSUPPORTED.filter(({ name }) => used.has(name)),
    checked: checkedKeywords.filter(({ name }) => used.has(name)),
  };
  checkNode(schema, { path, isRoot: true, isInsideMeta: false, noDefaults: gates.noDefaults }, walk);
  return { errors, faulty };
}

interface Walk {
  readonly options: NodeCheckOptions;
  /** Schemas with errors found so far; the walk adds to it. */
  readonly faulty: Set<JsonSchema>;
  /** Errors found so far; the walk appends to it. */
  readonly errors: FieldError[];
  readonly unsupported: readonly UnsupportedKeyword[];
  /** Keywords that are checked after the subschemas, so that Kubernetes' order of errors is kept. */
  readonly checked: readonly Keyword[];
}

interface Place {
  readonly path: FieldPath;
  readonly isRoot: boolean;
  /** True inside apiVersion, kind or metadata of a resource, embedded or not. */
  readonly isInsideMeta: boolean;
  /**
   * Reason why no default is allowed here; the empty string if the message has none, undefined if defaults are allowed.
   */
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
  checkUses(schema, place.path, walk);
  if (errors.length > before) {
    walk.faulty.add(schema);
  }
}

/** Runs the check of each keyword that the schema uses; appends to `errors`. */
function checkUses(schema: JsonSchema, path: FieldPath, { checked, options, errors }: Walk): void {
  const done = new Set<SchemaCheck["each"]>();
  for (const { name, schemas } of checked) {
    const check = schemas?.each;
    if (schema[name] !== undefined && check !== undefined && !done.has(check)) {
      done.add(check);
      appendAll(errors, check(schema, path, options));
    }
  }
}

/**
 * Subschemas in the order in which Kubernetes validates them. It does not validate subschemas of the keywords left out
 * here.
 */
function orderedBelow(schema: JsonSchema, path: FieldPath): readonly Subschema[] {
  const below = subschemasOf(schema, path);
  // No sorting where all subschemas belong to one keyword: properties alone are the most frequent case, items alone the
  // next.
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

/** Appends to `errors` one error for each unsupported keyword. */
function checkUnsupported(
  schema: JsonSchema,
  { path, isInsideMeta, noDefaults }: Place,
  { options, unsupported, errors }: Walk,
): void {
  const { type } = schema;
  if (options.requireValidTypes && type && !schemaTypes.includes(type)) {
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

/** Appends to `errors` for uniqueItems, and for additionalProperties beside properties. */
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
