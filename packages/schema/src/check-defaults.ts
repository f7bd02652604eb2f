import {
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

/** What objects go through, to be tried on defaults. None of these may change the value. */
export interface DefaultTrials {
  /** A copy of the value without what the schema does not specify. */
  readonly prune: (schema: JsonSchema, value: JsonValue) => JsonValue;
  /** Faults of apiVersion, kind and metadata of the resources in the value, of the schema's own if it is embedded. */
  readonly checkResources: (schema: JsonSchema, value: JsonValue, path: FieldPath) => FieldError[];
  /**
   * Faults of the value against its schema. Kubernetes: the text has the path within the value alone, which leaves
   * ` in body must be…` for the value itself.
   */
  readonly validate: (schema: JsonSchema, value: JsonValue, path: FieldPath) => FieldError[];
  /** Faults that the rules of the schema find in a value without other faults. */
  readonly checkRules: (
    schema: JsonSchema,
    value: JsonValue,
    at: { readonly path: FieldPath; readonly isResource: boolean },
  ) => FieldError[];
}

export interface CheckDefaultsOptions {
  readonly path?: FieldPath;
  readonly trials: DefaultTrials;
  /** False if the stored definition already has a default that pruning would change. */
  readonly requirePruned: boolean;
}

/**
 * The defaults of a structural schema: each must be valid, and must survive pruning unchanged.
 *
 * Kubernetes: defaults of map values are never looked at.
 */
export function checkDefaults(schema: JsonSchema, options: CheckDefaultsOptions): FieldError[] {
  const { path = rootPath } = options;
  return checkNode(asEmbedded(schema), { ...options, path, steps: [], resource: undefined, isInsideMeta: false });
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

/** The root of a resource has apiVersion, kind and metadata just as an embedded one does. */
function asEmbedded(schema: JsonSchema): JsonSchema {
  return schema.embeddedResource ? schema : { ...schema, embeddedResource: true };
}

/** From an object to a field, or from a list to its only item. */
type Step = { readonly field: string } | "item";

interface Place {
  readonly path: FieldPath;
  readonly trials: DefaultTrials;
  readonly requirePruned: boolean;
  /** The way here from the resource. */
  readonly steps: readonly Step[];
  /** The innermost resource around; undefined above the root. */
  readonly resource: JsonSchema | undefined;
  /** Inside its apiVersion, kind or metadata. */
  readonly isInsideMeta: boolean;
}

const META_FIELDS: ReadonlySet<string> = new Set(["metadata", "kind", "apiVersion"]);

function checkNode(schema: JsonSchema, outer: Place): FieldError[] {
  const place: Place = schema.embeddedResource ? { ...outer, isInsideMeta: false, steps: [], resource: schema } : outer;
  const own = schema.default === undefined ? [] : checkDefault(schema, schema.default, place);
  const items = itemsOf(schema);
  const itemErrors =
    items === undefined
      ? []
      : checkNode(items, { ...place, path: place.path.child("items"), steps: [...place.steps, "item"] });
  const propertyErrors = [...(schema.properties ?? [])].flatMap(([name, property]) =>
    checkNode(property, {
      ...place,
      path: place.path.child("properties").key(name),
      steps: [...place.steps, { field: name }],
      isInsideMeta: place.isInsideMeta || (schema.embeddedResource === true && META_FIELDS.has(name)),
    }),
  );
  return [...own, ...itemErrors, ...propertyErrors];
}

function checkDefault(schema: JsonSchema, value: JsonValue, { path, ...place }: Place): FieldError[] {
  const { trials } = place;
  const at = path.child("default");
  const isUnpruned = !place.isInsideMeta && place.requirePruned && isPrunable(schema, value, trials);
  const errors = isUnpruned ? [invalid(at, value, "must not have unknown fields")] : [];
  const resources = place.isInsideMeta ? checkInsideMeta(value, place, at) : trials.checkResources(schema, value, at);
  if (resources.length > 0) {
    return [...errors, ...resources];
  }
  const faults = trials.validate(schema, value, at);
  const isResource = schema === place.resource;
  return [...errors, ...(faults.length > 0 ? faults : trials.checkRules(schema, value, { path: at, isResource }))];
}

function isPrunable(schema: JsonSchema, value: JsonValue, trials: DefaultTrials): boolean {
  return !deepEqual(trials.prune(schema, value), value);
}

/** A part of metadata can only be judged as part of the smallest resource that has it. */
function checkInsideMeta(value: JsonValue, place: Omit<Place, "path">, at: FieldPath): FieldError[] {
  const resource: JsonObject = { kind: "Validation", apiVersion: "validation/v1" };
  const [first, ...rest] = place.steps;
  if (first === undefined || first === "item" || place.resource === undefined) {
    return [];
  }
  setOwn(resource, first.field, surround(value, rest));
  const errors = place.trials.checkResources(place.resource, resource, rootPath);
  return errors.length === 0 ? [] : [invalid(at, value, `must result in valid metadata: ${aggregate(errors)}`)];
}

function surround(value: JsonValue, steps: readonly Step[]): JsonValue {
  return steps.reduceRight((inner: JsonValue, step) => {
    if (step === "item") {
      return [inner];
    }
    const object: JsonObject = {};
    setOwn(object, step.field, inner);
    return object;
  }, value);
}

function aggregate(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(printFieldError))];
  return texts.length === 1 ? (texts[0] as string) : `[${texts.join(", ")}]`;
}
