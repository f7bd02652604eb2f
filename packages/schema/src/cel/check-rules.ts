import { appendAll, type FieldError, type FieldPath, forbidden, internalFault, invalid } from "@kiln/api";
import { estimateCost, type Program, type SizeOfPath, stringType } from "@kiln/cel";
import { printGoRule } from "../go/print-go-schema.ts";
import { itemsOf, type JsonSchema, type ValidationRule } from "../json-schema.ts";
import { withResourceFields } from "../with-resource-fields.ts";
import { type CompiledRule, compileRule, type RuleEnvironments } from "./compile-rule.ts";
import { type Declarations, type DeclaredType, maxCardinality } from "./declare-type.ts";
import { nameTypes } from "./name-types.ts";
import type { Readers } from "./read-declared.ts";
import {
  addCost,
  checkTotalCost,
  createTotalCost,
  explainCost,
  expressionCostLimit,
  multiplyCost,
  type TotalCost,
} from "./rule-cost.ts";

export interface CheckRulesOptions {
  readonly path: FieldPath;
  /** Schemas that have other errors, or have a subschema with errors: their rules are not compiled. */
  readonly faulty: ReadonlySet<JsonSchema>;
  /** Whether the stored schema is equal: the cost of its rules is then not limited again. */
  readonly isUnchanged: boolean;
  readonly environments: RuleEnvironments;
  readonly declarations: Declarations;
  readonly readers: Readers;
}

/**
 * Compiles all rules of a structural schema with valid defaults; returns errors for rules that are invalid or too
 * expensive.
 */
export function checkRules(schema: JsonSchema, options: CheckRulesOptions): FieldError[] {
  const ruled = new Set<JsonSchema>();
  addRuled(schema, ruled);
  const total = createTotalCost();
  const walk: Walk = { ...options, ruled, total, errors: [] };
  checkNode(schema, {
    walk,
    path: options.path,
    isResource: true,
    isInScope: false,
    isUntyped: false,
    cardinality: 1,
    uncorrelatable: undefined,
    seenAs: undefined,
  });
  return [...walk.errors, ...checkTotalCost(total, options.path)];
}

/** Adds to the set every schema that has rules or has a subschema with rules. Returns whether `schema` was added. */
function addRuled(schema: JsonSchema, ruled: Set<JsonSchema>): boolean {
  let isRuled = (schema.validations?.length ?? 0) > 0;
  for (const property of schema.properties?.values() ?? []) {
    isRuled = addRuled(property, ruled) || isRuled;
  }
  const items = itemsOf(schema);
  const { additionalProperties } = schema;
  isRuled = (items !== undefined && addRuled(items, ruled)) || isRuled;
  isRuled = (typeof additionalProperties === "object" && addRuled(additionalProperties, ruled)) || isRuled;
  if (isRuled) {
    ruled.add(schema);
  }
  return isRuled;
}

interface Walk extends CheckRulesOptions {
  /** Schemas that have rules, or have a subschema with rules; the walk skips all others. */
  readonly ruled: ReadonlySet<JsonSchema>;
  readonly total: TotalCost;
  /** Errors found so far; the walk appends to it. */
  readonly errors: FieldError[];
}

interface Place {
  readonly walk: Walk;
  readonly path: FieldPath;
  readonly isResource: boolean;
  /** A schema around this one has rules. */
  readonly isInScope: boolean;
  /** Whether an enclosing schema has a type that CEL does not support. */
  readonly isUntyped: boolean;
  /** Maximum number of occurrences of the value in an object; undefined if unbounded. */
  readonly cardinality: number | undefined;
  /** Outermost enclosing list whose items cannot be matched with old items (no list-type map). */
  readonly uncorrelatable: FieldPath | undefined;
  /** Schema for the expressions, if it differs: for a resource it includes the metadata. */
  readonly seenAs: JsonSchema | undefined;
}

function checkNode(schema: JsonSchema, around: Place): void {
  const { walk, isResource, seenAs = schema } = around;
  const hasRules = (schema.validations?.length ?? 0) > 0;
  const isInScope = around.isInScope || hasRules;
  const type = isInScope && !around.isUntyped ? walk.declarations.declare(seenAs, { isResource }) : undefined;
  const place: Place = { ...around, isInScope, isUntyped: isInScope && type === undefined };
  checkBelow(schema, place);
  if (hasRules && !walk.faulty.has(schema)) {
    appendAll(walk.errors, type === undefined ? [untypedFault(place)] : checkOwnRules(schema, type, place));
  }
}

function checkBelow(schema: JsonSchema, place: Place): void {
  const { path, walk, uncorrelatable } = place;
  const { ruled } = walk;
  const cardinality = multiplyCardinality(place.cardinality, maxElements(schema));
  const check = (below: JsonSchema, at: Pick<Place, "path" | "uncorrelatable" | "seenAs">) =>
    checkNode(below, { ...place, ...at, cardinality, isResource: below.embeddedResource === true });
  const known = place.isResource && place.isInScope ? withResourceFields(schema).properties : undefined;
  const values = schema.additionalProperties;
  if (typeof values === "object" && ruled.has(values)) {
    check(values, { path: path.child("additionalProperties"), uncorrelatable, seenAs: undefined });
  }
  // Kubernetes: an unknown map type is rejected elsewhere; here its fields count as uncorrelatable
  // (schema/cel/validation.go MapIsCorrelatable, v1.36).
  const ofFields = MAP_TYPES.includes(schema.mapType) ? uncorrelatable : (uncorrelatable ?? path);
  for (const [name, property] of schema.properties ?? []) {
    if (ruled.has(property)) {
      check(property, { path: path.child("properties").key(name), uncorrelatable: ofFields, seenAs: known?.get(name) });
    }
  }
  const items = itemsOf(schema);
  if (items !== undefined && ruled.has(items)) {
    const around = schema.listType === "map" ? uncorrelatable : (uncorrelatable ?? path);
    check(items, { path: path.child("items"), uncorrelatable: around, seenAs: undefined });
  }
}

const MAP_TYPES: readonly (string | undefined)[] = [undefined, "granular", "atomic"];

/** Maximum number of items or entries that the schema allows; undefined if unbounded. */
function maxElements(schema: JsonSchema): number | undefined {
  switch (schema.type) {
    case "object":
      return schema.additionalProperties === undefined ? 1 : atLeastZero(schema.maxProperties);
    case "array":
      return atLeastZero(schema.maxItems);
    default:
      return 1;
  }
}

function atLeastZero(limit: number | undefined): number | undefined {
  return limit === undefined ? undefined : Math.max(limit, 0);
}

function multiplyCardinality(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? undefined : multiplyCost(left, right);
}

function untypedFault({ path }: Place): FieldError {
  const detail =
    "internal error: failed to construct type information for x-kubernetes-validations rules: " +
    "unable to convert structural schema to CEL declarations";
  return internalFault(path.child("x-kubernetes-validations"), detail);
}

function checkOwnRules(schema: JsonSchema, type: DeclaredType, place: Place): FieldError[] {
  const { walk } = place;
  const types = nameTypes(type, walk.readers);
  const sizeOfPath = sizesOf(type);
  return (schema.validations ?? []).flatMap((rule, index) => {
    const compiled = compileRule(rule, { environments: walk.environments, types, schema });
    const at = place.path.child("x-kubernetes-validations").index(index);
    const often = place.cardinality ?? maxCardinality(type);
    return [
      ...checkCost(compiled.program, { place, at: at.child("rule"), what: "rule", often, sizeOfPath }),
      ...checkCompiled(compiled, at),
      ...checkCost(compiled.message, {
        place,
        at: at.child("messageExpression"),
        what: "messageExpression",
        often: 1,
        sizeOfPath,
      }),
      ...checkOldSelf(compiled, at, place),
    ];
  });
}

interface Costing {
  readonly place: Place;
  readonly at: FieldPath;
  readonly what: string;
  readonly often: number;
  readonly sizeOfPath: SizeOfPath;
}

/**
 * Returns an error if the estimated cost of one expression is above the limit; adds the cost to the total of the
 * schema.
 */
function checkCost(program: Program | undefined, { place, at, what, often, sizeOfPath }: Costing): FieldError[] {
  if (program === undefined) {
    return [];
  }
  const cost = multiplyCost(estimateCost(program, { sizeOfPath }).max, often);
  addCost(place.walk.total, at, cost);
  return place.walk.isUnchanged || cost <= expressionCostLimit
    ? []
    : [forbidden(at, explainCost(`estimated ${what} cost`, cost / expressionCostLimit))];
}

function checkCompiled({ rule, fault, messageFault }: CompiledRule, at: FieldPath): FieldError[] {
  return [
    ...(fault === undefined ? [] : [ruleFault(at.child("rule"), rule, fault)]),
    ...(messageFault === undefined ? [] : [ruleFault(at.child("messageExpression"), rule, messageFault)]),
  ];
}

/**
 * Kubernetes: prints a rule as a Go struct, by the names of its Go fields (apiextensions/validation/validation.go
 * ValidateCustomResourceDefinitionOpenAPISchema, v1.36).
 */
function ruleFault(at: FieldPath, rule: ValidationRule, detail: string): FieldError {
  return { ...invalid(at, rule.rule, detail), printed: printGoRule(rule) };
}

function checkOldSelf({ rule, usesOldSelf }: CompiledRule, at: FieldPath, { uncorrelatable }: Place): FieldError[] {
  if (!usesOldSelf) {
    const detail = "may not be set if oldSelf is not used in rule";
    const { optionalOldSelf } = rule;
    return optionalOldSelf === undefined ? [] : [invalid(at.child("optionalOldSelf"), optionalOldSelf, detail)];
  }
  const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`;
  return uncorrelatable === undefined ? [] : [invalid(at.child("rule"), rule.rule, detail)];
}

/**
 * Kubernetes: map keys are strings of no declared length, which count as empty (apiserver/pkg/cel/common/schemas.go
 * SchemaDeclType, v1.36).
 */
const keyType: DeclaredType = { kind: "scalar", type: stringType, minSize: 2, maxElements: 0 };

/**
 * Largest size of the value at a path, for cost estimates. Kubernetes: a type without a size of its own, an object or a
 * number, counts as empty (schema/cel/compilation.go EstimateSize, v1.36).
 */
function sizesOf(root: DeclaredType): SizeOfPath {
  return (path) => {
    let type: DeclaredType | undefined = path.length === 0 ? undefined : root;
    for (let index = 1; index < path.length && type !== undefined; index += 1) {
      type = stepInto(type, path[index] as string);
    }
    return type && { min: 0, max: type.maxElements };
  };
}

function stepInto(type: DeclaredType, step: string): DeclaredType | undefined {
  switch (step) {
    case "@items":
    case "@values":
      return type.kind === "list" || type.kind === "map" ? type.element : undefined;
    case "@keys":
      return type.kind === "map" ? keyType : undefined;
    default:
      return type.kind === "object" ? type.fields.get(step)?.type : undefined;
  }
}
