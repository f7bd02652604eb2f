import {
  appendAll,
  type FieldError,
  type FieldPath,
  forbidden,
  type JsonValue,
  notSupported,
  rootPath,
} from "@kiln/api";
import { hasProperties, type JsonSchema, type Mutability } from "../json-schema.ts";
import type { PlacementOptions } from "../keyword.ts";
import { type Subschema, subschemasOf } from "../subschemas.ts";

const MUTABILITIES: readonly Mutability[] = ["AddOnly", "Immutable", "RemoveOnly"];

export interface MutabilityPlacementOptions {
  readonly path?: FieldPath;
  /** Whether mutability marks are allowed; see {@link SchemaGates}. */
  readonly allowMarks: boolean;
}

/**
 * Checks location and value of `x-kubernetes-mutability` and `x-kubernetes-key-mutability`. A mark gets one error, for
 * the first of these that is wrong: its location, the API version of the request, its value, its value at this
 * location.
 */
export function checkMutabilityPlacement(schema: JsonSchema, options: MutabilityPlacementOptions): FieldError[] {
  const { path = rootPath, allowMarks } = options;
  const errors: FieldError[] = [];
  checkNode(schema, { path, allowMarks, ban: "at the root", isRoot: true, errors });
  return errors;
}

/** Checks the placement of `x-kubernetes-mutability` and `x-kubernetes-key-mutability` in one walk of the schema. */
export function checkMutability(schema: JsonSchema, { path, gates }: PlacementOptions): FieldError[] {
  return checkMutabilityPlacement(schema, { path, allowMarks: gates.allowMarks });
}

interface Place {
  readonly path: FieldPath;
  readonly allowMarks: boolean;
  /** Reason why no mark is allowed here, worded to follow "must not be used"; undefined if marks are allowed. */
  readonly ban: string | undefined;
  readonly isRoot: boolean;
  /** Errors found so far; the walk appends to it. */
  readonly errors: FieldError[];
}

function checkNode(schema: JsonSchema, place: Place): void {
  const { allowMarks, errors } = place;
  checkMarks(schema, place);
  for (const below of subschemasOf(schema, place.path)) {
    checkNode(below.schema, { path: below.path, allowMarks, ban: banBelow(below, place), isRoot: false, errors });
  }
}

/**
 * Ban for a subschema: that of its parent, except the ban of the root, which exists only because a mark there would
 * include metadata.
 */
function banBelow(below: Subschema, place: Place): string | undefined {
  if (!place.isRoot && place.ban !== undefined) {
    return place.ban;
  }
  switch (below.relation) {
    case "junctor":
      return "inside allOf, anyOf, oneOf or not";
    case "other":
      return "in a schema that is not structural";
    case "structure":
      return place.isRoot && below.property === "metadata" ? "on metadata or inside it" : undefined;
  }
}

/** Appends to `errors` one error for each wrong mark of the schema. */
function checkMarks(schema: JsonSchema, place: Place): void {
  if (schema.mutability !== undefined) {
    const path = place.path.child("x-kubernetes-mutability");
    appendAll(place.errors, checkMark(schema.mutability, fieldRule(schema), { ...place, path }));
  }
  if (schema.keyMutability !== undefined) {
    const path = place.path.child("x-kubernetes-key-mutability");
    appendAll(place.errors, checkMark(schema.keyMutability, keyRule(schema), { ...place, path }));
  }
}

/** Allowed values of a mark (x-kubernetes-mutability or x-kubernetes-key-mutability) on schemas of one type. */
interface MarkRule {
  readonly allowed: readonly Mutability[];
  /** Message of the error for a mark that is not allowed. */
  readonly detail: string;
}

const ANY: MarkRule = { allowed: MUTABILITIES, detail: "" };

function fieldRule(schema: JsonSchema): MarkRule {
  if (schema.type === "array") {
    return { allowed: ["Immutable"], detail: "an array may only be Immutable as a whole" };
  }
  if (isMap(schema)) {
    return { allowed: ["Immutable"], detail: "an object with additionalProperties may only be Immutable as a whole" };
  }
  return ANY;
}

function keyRule(schema: JsonSchema): MarkRule {
  if (schema.type === "array" || (isMap(schema) && !hasProperties(schema))) {
    return ANY;
  }
  const detail = hasProperties(schema)
    ? "must not be used on an object with properties, whose keys are fields; mark the fields with x-kubernetes-mutability"
    : "must only be used on arrays and on objects with additionalProperties, which have keys";
  return { allowed: [], detail };
}

/** A map: any `additionalProperties`, also true and false, declares that the keys are data. */
function isMap({ type, additionalProperties }: JsonSchema): boolean {
  return additionalProperties !== undefined && (type === undefined || type === "object");
}

function checkMark(value: JsonValue, rule: MarkRule, { path, ban, allowMarks }: Place): FieldError[] {
  if (ban !== undefined) {
    return [forbidden(path, `must not be used ${ban}`)];
  }
  if (rule.allowed.length === 0) {
    return [forbidden(path, rule.detail)];
  }
  if (!allowMarks) {
    const detail =
      "must not be set (cannot be introduced in apiextensions.k8s.io/v1beta1 CRDs, must use apiextensions.k8s.io/v1)";
    return [forbidden(path, detail)];
  }
  const known = MUTABILITIES.find((mutability) => mutability === value);
  if (known === undefined) {
    return [notSupported(path, value, rule.allowed)];
  }
  return rule.allowed.includes(known) ? [] : [forbidden(path, rule.detail)];
}
