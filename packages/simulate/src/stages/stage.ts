import {
  asText,
  asTexts,
  durationToMs,
  type JsonObject,
  type JsonValue,
  objectAt,
  parseDuration,
  parseTime,
  type StringMap,
  textAt,
} from "@kiln/api";
import { createEnvironment, dynType, type Program } from "@kiln/cel";
import { toJson } from "@kiln/kinds";
import type { KindName } from "../cluster/cluster.ts";
import type { NamedMeta } from "../objects.ts";
import { parseQuery, type Query } from "./query.ts";

export const STAGE: KindName = { apiVersion: "kwok.x-k8s.io/v1alpha1", kind: "Stage" };

/** KWOK's Stage, extended by two CEL expressions beside its Go templates. */
export interface Stage {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: NamedMeta;
  readonly spec: {
    readonly resourceRef: { readonly apiGroup?: string; readonly kind: string };
    /** Absent: the Stage matches no object. */
    readonly selector?: {
      readonly matchLabels?: StringMap;
      readonly matchAnnotations?: StringMap;
      readonly matchExpressions?: readonly JsonObject[];
      /** CEL conditions on the object `self`, all of which must hold. */
      readonly matchConditions?: readonly { readonly expression: string }[];
    };
    readonly weight?: number;
    readonly weightFrom?: ExpressionFrom;
    readonly delay?: StageDelay;
    readonly next?: StageNext;
    /** Steps in order, in place of `next`. */
    readonly steps?: readonly StageStep[];
  };
}

/** Source of a value: one of the three fields is set. */
export interface ExpressionFrom {
  readonly cel?: { readonly expression: string };
  readonly jq?: { readonly expression: string };
  readonly expressionFrom?: string;
}

export interface StageDelay {
  readonly durationMilliseconds?: number;
  readonly durationFrom?: ExpressionFrom;
  readonly jitterDurationMilliseconds?: number;
  readonly jitterDurationFrom?: ExpressionFrom;
}

export interface StageNext extends Pick<StageStep, "event" | "finalizers" | "delete"> {
  readonly statusTemplate?: string;
  readonly statusSubresource?: string;
  /** CEL expression for a map that is merged into the status. */
  readonly statusExpression?: string;
  readonly patches?: readonly StagePatch[];
}

/** A step of a stage: one of the fields is set. */
export interface StageStep {
  readonly event?: { readonly type?: string; readonly reason?: string; readonly message?: string };
  readonly finalizers?: {
    readonly add?: readonly { readonly value: string }[];
    readonly remove?: readonly { readonly value: string }[];
    readonly empty?: boolean;
  };
  readonly patch?: StagePatch;
  /** Template of another object, which is created or updated. */
  readonly apply?: { readonly subresource?: string; readonly template: string };
  readonly delete?: boolean;
}

export interface StagePatch {
  readonly subresource?: string;
  readonly root?: string;
  readonly template: string;
  readonly type?: string;
}

/** KWOK: `next` in the order of steps (internalversion/conversion.go, v0.8). */
function stepsOf({ spec }: Stage): readonly StageStep[] {
  const { steps = [], next = {} } = spec;
  if (steps.length > 0) {
    return steps;
  }
  const { event, finalizers, patches = [], statusTemplate, statusSubresource = "status" } = next;
  return [
    ...(event === undefined ? [] : [{ event }]),
    ...(finalizers === undefined ? [] : [{ finalizers }]),
    ...patches.map((patch) => ({ patch })),
    ...(statusTemplate === undefined || patches.length > 0
      ? []
      : [{ patch: { subresource: statusSubresource, root: "status", template: statusTemplate } }]),
    ...(next.delete === true ? [{ delete: true }] : []),
  ];
}

/** Kind of the stage: `v1`, `apps/v1` and `apps` are all accepted as the group. */
export function kindOf({ spec }: Stage): KindName {
  const { apiGroup = "v1", kind } = spec.resourceRef;
  return { apiVersion: apiGroup === "" ? "v1" : apiGroup, kind };
}

export interface CompiledStage {
  readonly stage: Stage;
  readonly steps: readonly StageStep[];
  matches(object: JsonValue): boolean;
  weight(object: JsonValue): number;
  delayMs(object: JsonValue, by: { readonly nowMs: number; readonly random: () => number }): number;
  /** Program of `statusExpression`; undefined without one. Throws an Error if it has no value. */
  readonly status?: Program;
}

/** Throws an Error that names the unsupported part. */
export function compileStage(stage: Stage): CompiledStage {
  const { selector, weight = 0, weightFrom, delay = {}, next } = stage.spec;
  const conditions = (selector?.matchConditions ?? []).map(({ expression }) => compileCel(expression));
  const expressions = (selector?.matchExpressions ?? []).map(compileExpression);
  const weightOf = compileValue(weightFrom);
  const duration = compileDuration(delay.durationMilliseconds, delay.durationFrom);
  const jitter = compileDuration(delay.jitterDurationMilliseconds, delay.jitterDurationFrom);
  return {
    stage,
    steps: stepsOf(stage),
    matches: (object) =>
      selector !== undefined &&
      hasAll(objectAt(object, "metadata", "labels"), selector.matchLabels) &&
      hasAll(objectAt(object, "metadata", "annotations"), selector.matchAnnotations) &&
      expressions.every((holds) => holds(object)) &&
      conditions.every((program) => program.evaluate({ self: object }).value === true),
    weight: (object) => Number(weightOf(object) ?? weight) || 0,
    delayMs(object, { nowMs, random }) {
      const least = duration(object, nowMs) ?? 0;
      const most = jitter(object, nowMs) ?? least;
      return most > least ? least + Math.floor(random() * (most - least)) : least;
    },
    ...(next?.statusExpression === undefined ? {} : { status: compileCel(next.statusExpression) }),
  };
}

function compileCel(expression: string): Program {
  const { program, fault } = createEnvironment({ variables: { self: dynType, now: dynType } }).compile(expression);
  if (program === undefined) {
    const reasons = fault.issues.map(({ message }) => message);
    const why = reasons.length === 0 ? fault.text : reasons.join("; ");
    throw new Error(`CEL expression ${JSON.stringify(expression)} does not compile: ${why}`);
  }
  return program;
}

function hasAll(labels: JsonObject, wanted: StringMap = {}): boolean {
  return Object.entries(wanted).every(([key, value]) => labels[key] === value);
}

/**
 * Compiles a query, of which the first value counts, or a CEL expression. The result is undefined if it has no value.
 */
function compileValue(from: ExpressionFrom | undefined): (object: JsonValue) => JsonValue | undefined {
  if (from?.cel !== undefined) {
    const program = compileCel(from.cel.expression);
    return (object) => {
      const read = toJson(program.evaluate({ self: object }).value);
      return read.fault === undefined ? (read.value ?? undefined) : undefined;
    };
  }
  const text = from?.jq?.expression ?? from?.expressionFrom;
  const find = text === undefined ? undefined : parseQuery(text);
  return (object) => find?.(object)[0];
}

function compileExpression(expression: JsonObject): (object: JsonValue) => boolean {
  if (expression.cel !== undefined) {
    const program = compileCel(textAt(objectAt(expression, "cel"), "expression"));
    return (object) => program.evaluate({ self: object }).value === true;
  }
  const { key, operator, values: given } = expression.jq === undefined ? expression : objectAt(expression, "jq");
  const find: Query = parseQuery(asText(key));
  const values = asTexts(given);
  const has = (object: JsonValue) => find(object).some((value) => values.includes(String(value)));
  switch (operator) {
    case "In":
      return has;
    case "NotIn":
      return (object) => !has(object);
    case "Exists":
      return (object) => find(object).length > 0;
    case "DoesNotExist":
      return (object) => find(object).length === 0;
    default:
      throw new Error(`operator ${String(operator)} is not one of In, NotIn, Exists, DoesNotExist`);
  }
}

/**
 * Compiles a duration: from the object (as a duration, or a time to wait for) if it is set there, otherwise the fixed
 * one.
 */
function compileDuration(
  fixed: number | undefined,
  from: ExpressionFrom | undefined,
): (object: JsonValue, nowMs: number) => number | undefined {
  const find = compileValue(from);
  return (object, nowMs) => {
    const text = String(find(object) ?? "");
    const { value } = parseDuration(text);
    const time = parseTime(text).value;
    return value !== undefined ? durationToMs(value) : time !== undefined ? time.getTime() - nowMs : fixed;
  };
}
