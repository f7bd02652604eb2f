import { getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "@kiln/api";
import { type Fault, prefixFaults, type Segment } from "./fault.ts";
import { itemsOf, type JsonSchema } from "./json-schema.ts";
import { type Correlation, correlateIndex, correlateKey, isUnchanged, listMapKey } from "./ratchet.ts";
import type { RuleTrail } from "./rule-trail.ts";
import { withResourceFields } from "./with-resource-fields.ts";

/**
 * Runs the rules of one schema node against a value, which is never null. `old` is undefined where the value has no
 * counterpart. Paths of faults are relative to the value.
 */
export type Rule = (value: JsonValue, old: JsonValue | undefined, context: RuleContext) => readonly Fault[];

/** Compiles a node's `x-kubernetes-validations`; undefined if it has no rules. */
export type RuleCompiler = (schema: JsonSchema, place: RulePlace) => Rule | undefined;

export interface RulePlace {
  /**
   * Structural schema node that has the type of the value: the schema itself, or for a branch of an allOf the enclosing
   * one.
   */
  readonly node: JsonSchema;
  /** True if the value is a resource, which has apiVersion, kind and metadata whatever the schema. */
  readonly isResource: boolean;
}

export interface RuleContext {
  /** Remaining cost of all rules of one validation. Each rule subtracts its cost; below zero no further rule runs. */
  readonly budget: { remaining: number };
  /** Present if the validation may be interrupted and repeated. */
  readonly trail?: RuleTrail | undefined;
  /** True if the update did not change the value, so that a rule without oldSelf may fail. */
  isUnchanged(): boolean;
  /** Reports a tolerated error to the client as a warning. */
  warn(fault: Fault): void;
}

/** Runs the rules of a schema and of all its subschemas. */
export type RunRules = (run: RuleRun) => RuleOutcome;

export interface RuleRun {
  readonly value: JsonValue;
  readonly old?: JsonValue | undefined;
  /** New and old value of an update, compared by {@link RuleContext.isUnchanged}. */
  readonly correlation?: Correlation | undefined;
  readonly costBudget: number;
  readonly trail?: RuleTrail | undefined;
}

export interface RuleOutcome {
  /** Remaining budget; below zero if it was exceeded. */
  readonly remaining: number;
  readonly faults: readonly Fault[];
  readonly warnings: readonly Fault[];
}

/**
 * Compiles the rules of all nodes; undefined if no node has rules. Rules are run in the structural part of the schema
 * and in its allOf branches only.
 */
export function compileRules(
  schema: JsonSchema,
  compiler: RuleCompiler,
  { isResource = true }: { readonly isResource?: boolean } = {},
): RunRules | undefined {
  const visit = compileVisit({ schema, node: schema, isResource }, compiler);
  if (visit === undefined) {
    return undefined;
  }
  return ({ value, old, correlation, costBudget, trail }) => {
    const budget = { remaining: costBudget };
    const findings = visit({ value, old, budget, trail, ratchet: { current: correlation, nearest: undefined } });
    return { ...findings, remaining: budget.remaining };
  };
}

/** Old value of a position in an update: its own counterpart, else the nearest ancestor that has one. */
interface Ratchet {
  readonly current: Correlation | undefined;
  readonly nearest: Correlation | undefined;
}

interface Visited {
  readonly value: JsonValue;
  readonly old: JsonValue | undefined;
  readonly budget: { remaining: number };
  readonly trail: RuleTrail | undefined;
  readonly ratchet: Ratchet;
}

interface Findings {
  readonly faults: Fault[];
  readonly warnings: Fault[];
}

type Visit = (at: Visited) => Findings;

interface Place extends RulePlace {
  readonly schema: JsonSchema;
}

interface Children {
  readonly item: Visit | undefined;
  readonly entry: Visit | undefined;
  readonly fields: ReadonlyMap<string, Visit>;
  readonly allOf: readonly Visit[];
}

function compileVisit(place: Place, compiler: RuleCompiler): Visit | undefined {
  const { schema, node, isResource } = place;
  const rule = (schema.validations?.length ?? 0) > 0 ? compiler(schema, { node, isResource }) : undefined;
  const children = compileChildren(place, compiler);
  const hasChildren =
    children.item !== undefined ||
    children.entry !== undefined ||
    children.fields.size > 0 ||
    children.allOf.length > 0;
  if (rule === undefined && !hasChildren) {
    return undefined;
  }
  return (at) => {
    const findings: Findings = { faults: [], warnings: [] };
    if (at.value === null) {
      return findings;
    }
    if (rule !== undefined) {
      runRule(rule, at, findings);
    }
    // Kubernetes: errors of an allOf branch are tolerated only if the surrounding value is unchanged
    // (schema/cel/validation.go validate, v1.36).
    const aside = { ...at, ratchet: { current: undefined, nearest: at.ratchet.nearest } };
    for (const branch of children.allOf) {
      gather(findings, branch, aside);
    }
    visitContents(at, node, { children, findings });
    return findings;
  };
}

function compileChildren({ schema, node, isResource }: Place, compiler: RuleCompiler): Children {
  const below = (childSchema: JsonSchema | undefined, childNode: JsonSchema | undefined): Visit | undefined =>
    childSchema === undefined || childNode === undefined
      ? undefined
      : compileVisit(
          { schema: childSchema, node: childNode, isResource: childNode.embeddedResource === true },
          compiler,
        );
  const fields = new Map<string, Visit>();
  const { properties } = isResource ? withResourceFields(node) : node;
  for (const [name, field] of schema.properties ?? []) {
    const visit = below(field, properties?.get(name));
    if (visit !== undefined) {
      fields.set(name, visit);
    }
  }
  const allOf = (schema.allOf ?? []).map((branch) => compileVisit({ schema: branch, node, isResource }, compiler));
  return {
    item: below(itemsOf(schema), itemsOf(node)),
    entry: below(entrySchema(schema), entrySchema(node)),
    fields,
    allOf: allOf.filter((visit) => visit !== undefined),
  };
}

function entrySchema({ additionalProperties }: JsonSchema): JsonSchema | undefined {
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

/** Runs one rule; appends its faults to `findings` and subtracts its cost. */
function runRule(rule: Rule, at: Visited, findings: Findings): void {
  const { current, nearest } = at.ratchet;
  const counterpart = current ?? nearest;
  const found = rule(at.value, at.old, {
    budget: at.budget,
    trail: at.trail,
    isUnchanged: () => counterpart !== undefined && isUnchanged(counterpart),
    warn: (fault) => findings.warnings.push(fault),
  });
  append(findings.faults, found);
}

/** Visits a child and adds its faults to `findings`; does nothing once the budget is spent. */
function gather(findings: Findings, visit: Visit, at: Visited, segment?: Segment): void {
  if (at.budget.remaining < 0) {
    return;
  }
  const { faults, warnings } = visit(at);
  if (segment !== undefined) {
    prefixFaults(faults, segment);
    prefixFaults(warnings, segment);
  }
  append(findings.faults, faults);
  append(findings.warnings, warnings);
}

/** Appends `more` to `faults`. */
function append(faults: Fault[], more: readonly Fault[]): void {
  for (const fault of more) {
    faults.push(fault);
  }
}

interface Visiting {
  readonly children: Children;
  readonly findings: Findings;
}

/** Visits fields, map values and items; appends to `findings`. */
function visitContents(at: Visited, node: JsonSchema, visiting: Visiting): void {
  if (Array.isArray(at.value)) {
    visitItems(at, at.value, { ...visiting, node });
  } else if (isJsonObject(at.value)) {
    visitEntries(at, at.value, visiting);
  }
}

function visitItems(at: Visited, list: JsonArray, visiting: Visiting & { readonly node: JsonSchema }): void {
  const { item } = visiting.children;
  if (item === undefined) {
    return;
  }
  const oldItems = new Map<string, JsonValue>();
  for (const old of Array.isArray(at.old) ? at.old : []) {
    const key = listMapKey(visiting.node, old);
    if (key !== undefined && !oldItems.has(key)) {
      oldItems.set(key, old);
    }
  }
  for (let index = 0; index < list.length; index++) {
    const value = list[index] as JsonValue;
    const key = oldItems.size === 0 ? undefined : listMapKey(visiting.node, value);
    const old = key === undefined ? undefined : oldItems.get(key);
    const ratchet = stepInto(at.ratchet, (current) => correlateIndex(current, index));
    gather(visiting.findings, item, { ...at, value, old, ratchet }, { kind: "index", index });
  }
}

function visitEntries(at: Visited, object: JsonObject, visiting: Visiting): void {
  const { entry, fields } = visiting.children;
  const oldOf = (name: string): JsonValue | undefined => (isJsonObject(at.old) ? getOwn(at.old, name) : undefined);
  const visitKey = (visit: Visit, name: string, segment: Segment): void => {
    const value = getOwn(object, name);
    if (value !== undefined) {
      const ratchet = stepIntoKey(at.ratchet, name);
      gather(visiting.findings, visit, { ...at, value, old: oldOf(name), ratchet }, segment);
    }
  };
  if (entry !== undefined) {
    for (const key of Object.keys(object)) {
      visitKey(entry, key, { kind: "key", key });
    }
  }
  for (const [name, visit] of fields) {
    visitKey(visit, name, { kind: "field", name });
  }
}

function stepIntoKey(ratchet: Ratchet, name: string): Ratchet {
  // Kubernetes: apiVersion and kind are not ratcheted, since old and new are converted to the same version
  // (schema/cel/validation.go key, v1.36).
  if (ratchet.nearest === undefined && (name === "apiVersion" || name === "kind")) {
    return { current: undefined, nearest: undefined };
  }
  return stepInto(ratchet, (current) => correlateKey(current, name));
}

function stepInto(ratchet: Ratchet, step: (current: Correlation) => Correlation | undefined): Ratchet {
  return ratchet.current === undefined ? ratchet : { current: step(ratchet.current), nearest: ratchet.current };
}
