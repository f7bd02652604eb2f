import {
  appendAll,
  deepEqual,
  type FieldError,
  type FieldPath,
  invalid,
  type JsonObject,
  type JsonValue,
  printFieldError,
  rootPath,
  setOwn,
} from "@kiln/api";
import { itemsOf, type JsonSchema } from "./json-schema.ts";
import { contentsOf } from "./subschemas.ts";

/** Functions that try a default as if an object contained it. None of these may change the value. */
export interface DefaultTrials {
  /** Copy of the value without unspecified fields; metadata of embedded resources is kept whole. */
  readonly prune: (schema: JsonSchema, value: JsonValue) => JsonValue;
  /** Copy of the value after the metadata of its embedded resources was decoded and encoded. */
  readonly coerce: (schema: JsonSchema, value: JsonValue) => JsonValue;
  /**
   * Errors in apiVersion, kind and metadata of the embedded resources in the value; of the value itself if its schema
   * is embedded.
   */
  readonly checkResources: (schema: JsonSchema, value: JsonValue, path: FieldPath) => FieldError[];
  /**
   * Validation errors of the value against its schema. Kubernetes: the text contains only the path within the value,
   * which leaves ` in body must be…` for the value itself (apiserver/validation/validation.go
   * kubeOpenAPIResultToFieldErrors, v1.36).
   */
  readonly validate: (schema: JsonSchema, value: JsonValue, path: FieldPath) => FieldError[];
  /** Errors of the CEL rules for a value without other errors. */
  readonly checkRules: (
    schema: JsonSchema,
    value: JsonValue,
    at: { readonly path: FieldPath; readonly isResource: boolean },
  ) => FieldError[];
}

export interface CheckDefaultsOptions {
  readonly path?: FieldPath;
  readonly trials: DefaultTrials;
  /** False if the stored CRD already has a default that pruning would change: such defaults are then tolerated. */
  readonly requirePruned: boolean;
}

/**
 * The defaults of a structural schema: each must be valid, and must survive pruning unchanged. Kubernetes: defaults of
 * map values are not checked (schema/defaulting/validation.go validate, v1.36).
 */
export function checkDefaults(schema: JsonSchema, options: CheckDefaultsOptions): FieldError[] {
  const { path = rootPath } = options;
  const errors: FieldError[] = [];
  const start = { path, way: undefined, resource: undefined, isInsideMeta: false };
  checkNode(asEmbedded(schema), start, { ...options, errors, defaulted: contentsOf(schema).defaulted });
  return errors;
}

/** True if pruning would change a default of this structural schema. */
export function hasUnprunedDefaults(schema: JsonSchema, trials: DefaultTrials): boolean {
  const isUnpruned = (below: JsonSchema): boolean =>
    (below.default !== undefined && isPrunable(below, below.default, trials)) ||
    [...(below.properties?.values() ?? []), below.additionalProperties, itemsOf(below)].some(
      (part) => typeof part === "object" && isUnpruned(part),
    );
  return isUnpruned(asEmbedded(schema));
}

/** Copy of a root schema marked as embedded resource, because both have apiVersion, kind and metadata. */
function asEmbedded(schema: JsonSchema): JsonSchema {
  return schema.embeddedResource ? schema : { ...schema, embeddedResource: true };
}

/** Step from an object to a field, or from a list to its item; an item has no field name. */
interface Way {
  readonly before: Way | undefined;
  readonly field: string | undefined;
}

interface Walk extends CheckDefaultsOptions {
  /** Schemas that have a default, or have a subschema with one; the walk skips all others. */
  readonly defaulted: ReadonlySet<JsonSchema>;
  /** Errors found so far; the walk appends to it. */
  readonly errors: FieldError[];
}

interface Place {
  readonly path: FieldPath;
  /** Steps from the innermost enclosing resource to this schema. */
  readonly way: Way | undefined;
  /** Innermost enclosing resource; undefined above the root. */
  readonly resource: JsonSchema | undefined;
  /** True inside apiVersion, kind or metadata of that resource. */
  readonly isInsideMeta: boolean;
}

const META_FIELDS: ReadonlySet<string> = new Set(["metadata", "kind", "apiVersion"]);

function checkNode(schema: JsonSchema, outer: Place, walk: Walk): void {
  const isEmbedded = schema.embeddedResource === true;
  const place: Place = isEmbedded ? { path: outer.path, isInsideMeta: false, way: undefined, resource: schema } : outer;
  const { path, way: before, resource, isInsideMeta } = place;
  if (schema.default !== undefined) {
    appendAll(walk.errors, checkDefault(schema, schema.default, place, walk));
  }
  const items = itemsOf(schema);
  if (items !== undefined && walk.defaulted.has(items)) {
    checkNode(items, { path: path.child("items"), way: { before, field: undefined }, resource, isInsideMeta }, walk);
  }
  if (schema.properties === undefined) {
    return;
  }
  const within = path.child("properties");
  for (const [field, property] of schema.properties) {
    if (!walk.defaulted.has(property)) {
      continue;
    }
    const below = {
      path: within.key(field),
      way: { before, field },
      resource,
      isInsideMeta: isInsideMeta || (isEmbedded && META_FIELDS.has(field)),
    };
    checkNode(property, below, walk);
  }
}

function checkDefault(schema: JsonSchema, value: JsonValue, place: Place, walk: Walk): FieldError[] {
  const { trials, requirePruned } = walk;
  const at = place.path.child("default");
  const isUnpruned = !place.isInsideMeta && requirePruned && isPrunable(schema, value, trials);
  // Kubernetes: the error prints the default after coercion, which changes it in place (schema/defaulting/validation.go
  // validate, v1.36).
  const errors = isUnpruned ? [invalid(at, trials.coerce(schema, value), "must not have unknown fields")] : [];
  const resources = place.isInsideMeta
    ? checkInsideMeta(value, { ...place, trials, at })
    : trials.checkResources(schema, value, at);
  if (resources.length > 0) {
    return [...errors, ...resources];
  }
  const faults = trials.validate(schema, value, at);
  const isResource = schema === place.resource;
  return [...errors, ...(faults.length > 0 ? faults : trials.checkRules(schema, value, { path: at, isResource }))];
}

function isPrunable(schema: JsonSchema, value: JsonValue, trials: DefaultTrials): boolean {
  return typeof value === "object" && value !== null && !deepEqual(trials.prune(schema, value), value);
}

/**
 * Validates the default of a part of metadata inside the smallest object that contains it, because metadata is only
 * valid as a whole.
 */
function checkInsideMeta(
  value: JsonValue,
  { way, resource, trials, at }: Omit<Place, "path"> & { readonly trials: DefaultTrials; readonly at: FieldPath },
): FieldError[] {
  if (way === undefined || resource === undefined) {
    return [];
  }
  const judged = { kind: "Validation", apiVersion: "validation/v1", ...(surround(value, way) as JsonObject) };
  const errors = trials.checkResources(resource, judged, rootPath);
  return errors.length === 0 ? [] : [invalid(at, value, `must result in valid metadata: ${aggregate(errors)}`)];
}

function surround(inner: JsonValue, way: Way | undefined): JsonValue {
  let value = inner;
  for (let step = way; step !== undefined; step = step.before) {
    if (step.field === undefined) {
      value = [value];
    } else {
      const object: JsonObject = {};
      setOwn(object, step.field, value);
      value = object;
    }
  }
  return value;
}

function aggregate(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(printFieldError))];
  return texts.length === 1 ? (texts[0] as string) : `[${texts.join(", ")}]`;
}
