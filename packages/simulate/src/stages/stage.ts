import { asTexts, type JsonObject, type JsonValue, objectAt, type StringMap, textAt } from "@kiln/api";
import { createEnvironment, dynType, type Program } from "@kiln/cel";
import type { KindName } from "../cluster/cluster.ts";
import type { NamedMeta } from "../objects.ts";
import { parseQuery, type Query } from "./query.ts";

export const STAGE: KindName = { apiVersion: "kwok.x-k8s.io/v1alpha1", kind: "Stage" };

/** KWOK's Stage, with two CEL expressions besides its Go templates. */
export interface Stage {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: NamedMeta;
  readonly spec: {
    readonly resourceRef: { readonly apiGroup?: string; readonly kind: string };
    readonly selector?: {
      readonly matchLabels?: StringMap;
      readonly matchAnnotations?: StringMap;
      readonly matchExpressions?: readonly JsonObject[];
      /** CEL: all must hold. The object is `self`. */
      readonly matchConditions?: readonly { readonly expression: string }[];
    };
    readonly weight?: number;
    readonly weightFrom?: { readonly expressionFrom: string };
    readonly delay?: StageDelay;
    readonly next: StageNext;
  };
}

export interface StageDelay {
  readonly durationMilliseconds?: number;
  readonly durationFrom?: { readonly expressionFrom: string };
  readonly jitterDurationMilliseconds?: number;
  readonly jitterDurationFrom?: { readonly expressionFrom: string };
}

export interface StageNext {
  readonly statusTemplate?: string;
  readonly statusSubresource?: string;
  /** CEL: a map that is merged into the status. */
  readonly statusExpression?: string;
  readonly patches?: readonly {
    readonly subresource?: string;
    readonly root?: string;
    readonly template: string;
    readonly type?: string;
  }[];
  readonly finalizers?: {
    readonly add?: readonly { readonly value: string }[];
    readonly remove?: readonly { readonly value: string }[];
    readonly empty?: boolean;
  };
  readonly delete?: boolean;
  readonly event?: { readonly type?: string; readonly reason?: string; readonly message?: string };
}

/** Kind of the stage: `v1`, `apps/v1` and `apps` are all accepted as the group. */
export function kindOf({ spec }: Stage): KindName {
  const { apiGroup = "v1", kind } = spec.resourceRef;
  return { apiVersion: apiGroup === "" ? "v1" : apiGroup, kind };
}

export interface CompiledStage {
  readonly stage: Stage;
  matches(object: JsonValue): boolean;
  weight(object: JsonValue): number;
  delayMs(object: JsonValue, random: () => number): number;
  /** Of `statusExpression`; undefined without one. Throws an Error if it has no value. */
  readonly status?: Program;
}

/** Throws an Error that names the unsupported part. */
export function compileStage(stage: Stage): CompiledStage {
  const { selector = {}, weight = 0, weightFrom, delay = {}, next } = stage.spec;
  const conditions = (selector.matchConditions ?? []).map(({ expression }) => compileCel(expression));
  const expressions = (selector.matchExpressions ?? []).map(compileExpression);
  const weightQuery = weightFrom === undefined ? undefined : parseQuery(weightFrom.expressionFrom);
  const duration = compileDuration(delay.durationMilliseconds, delay.durationFrom?.expressionFrom);
  const jitter = compileDuration(delay.jitterDurationMilliseconds, delay.jitterDurationFrom?.expressionFrom);
  return {
    stage,
    matches: (object) =>
      hasAll(objectAt(object, "metadata", "labels"), selector.matchLabels) &&
      hasAll(objectAt(object, "metadata", "annotations"), selector.matchAnnotations) &&
      expressions.every((holds) => holds(object)) &&
      conditions.every((program) => program.evaluate({ self: object }).value === true),
    weight: (object) => Number(weightQuery?.(object)[0] ?? weight) || 0,
    delayMs(object, random) {
      const least = duration(object) ?? 0;
      const most = jitter(object) ?? least;
      return most > least ? least + Math.floor(random() * (most - least)) : least;
    },
    ...(next.statusExpression === undefined ? {} : { status: compileCel(next.statusExpression) }),
  };
}

function compileCel(expression: string): Program {
  const { program, fault } = createEnvironment({ variables: { self: dynType, now: dynType } }).compile(expression);
  if (program === undefined) {
    throw new Error(`CEL expression ${JSON.stringify(expression)} does not compile: ${JSON.stringify(fault)}`);
  }
  return program;
}

function hasAll(labels: JsonObject, wanted: StringMap = {}): boolean {
  return Object.entries(wanted).every(([key, value]) => labels[key] === value);
}

function compileExpression(expression: JsonObject): (object: JsonValue) => boolean {
  const find: Query = parseQuery(textAt(expression, "key"));
  const values = asTexts(expression.values);
  const has = (object: JsonValue) => find(object).some((value) => values.includes(String(value)));
  switch (expression.operator) {
    case "In":
      return has;
    case "NotIn":
      return (object) => !has(object);
    case "Exists":
      return (object) => find(object).length > 0;
    case "DoesNotExist":
      return (object) => find(object).length === 0;
    default:
      throw new Error(`operator ${String(expression.operator)} is not one of In, NotIn, Exists, DoesNotExist`);
  }
}

/** From the object if it is set, in milliseconds or as a time to wait for. */
function compileDuration(
  fixed: number | undefined,
  from: string | undefined,
): (object: JsonValue) => number | undefined {
  const find = from === undefined ? undefined : parseQuery(from);
  return (object) => {
    const [given] = find?.(object) ?? [];
    const text = String(given ?? "");
    const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
    return amount === undefined ? fixed : Number(amount) * (UNITS[unit] ?? 1);
  };
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
