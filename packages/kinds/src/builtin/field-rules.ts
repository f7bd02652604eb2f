import {
  appendAll,
  asObject,
  type FieldError,
  type FieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  once,
  required,
  rootPath,
  tooMany,
} from "@kiln/api";
import { checkUnique } from "./find-repeats.ts";
import { type CheckValue, compileWord, isEmpty, type RuleCheck, type Scope } from "./rule-words.ts";

export type { CheckValue, Scope };

/**
 * Rules of single fields of a struct, by field, in the order of Kubernetes' errors. Keys:
 *
 * - `a` is a field, `a.b` the field b of the struct a, if present, `a,b` are two fields with the same rule.
 * - `a[]` is each item of the list a. With `a[<=8]`, the only error of a longer list is its length.
 *
 * A rule is one of the following, or a list of them:
 *
 * - Words separated by semicolons, see `rule-words.ts`.
 * - A table of the fields of the struct, or of each struct in the list. An absent struct is valid.
 * - A function that checks the value, where no word does.
 */
export interface FieldRules<Given = unknown> {
  readonly [field: string]: Rule<Given>;
}

export type Rule<Given> = RulePart<Given> | readonly RulePart<Given>[];

type RulePart<Given> = string | FieldRules<Given> | CheckValue<Given>;

export type CheckFields<Given = unknown> = (object: JsonObject, path: FieldPath, scope?: Scope<Given>) => FieldError[];

type CheckStruct<Given> = (object: JsonObject, path: FieldPath, scope: Scope<Given>) => readonly FieldError[];

interface CompiledRule {
  readonly names: readonly string[];
  /** The names before the last. */
  readonly parents: readonly string[];
  readonly name: string;
  readonly isList: boolean;
  readonly maxItems: number;
  /** The field that differs in the structs of the list; empty: the items themselves do. */
  readonly distinct?: string;
  /** The detail of the error for an empty value; absent: it may be empty. */
  readonly required?: string;
  /** Only an absent value is an error of {@link required}. */
  readonly acceptsEmpty: boolean;
  readonly mayBeEmpty: boolean;
  readonly mayBeAbsent: boolean;
  readonly parts: readonly Part[];
}

/** A check of the value, or the rules of the struct that the value is. */
type Part = RuleCheck | { readonly rules: readonly CompiledRule[] };

const EMPTY: Scope<never> = {};

/**
 * Checks a struct in one walk: tables of rules of single fields, and between them functions for rules that involve
 * several fields. Parses the tables on first use. Throws for an unknown word.
 */
export function fieldRules<Given = unknown>(
  ...steps: readonly (FieldRules<Given> | CheckStruct<Given>)[]
): CheckFields<Given> {
  const compiled = once(() => steps.map((step) => (typeof step === "function" ? step : compileRules(step))));
  return (object, path, scope = EMPTY) => {
    const errors: FieldError[] = [];
    for (const step of compiled()) {
      if (typeof step === "function") {
        appendAll(errors, step(object, path, scope));
      } else {
        walkRules(step, object, { path, scope, errors });
      }
    }
    return errors;
  };
}

function compileRules<Given>(rules: FieldRules<Given>): CompiledRule[] {
  return Object.entries(rules).flatMap(([fields, rule]) => fields.split(",").map((field) => compileRule(field, rule)));
}

const LIST = /\[(?:<=(\d+))?\]$/;

function compileRule<Given>(field: string, rule: Rule<Given>): CompiledRule {
  const list = LIST.exec(field);
  const names = field.replace(LIST, "").split(".");
  const parts = (Array.isArray(rule) ? rule : [rule]) as readonly RulePart<Given>[];
  const words = parts.flatMap((part): RulePart<Given>[] => (typeof part === "string" ? part.split(";") : [part]));
  const find = (name: string) =>
    words.find((word): word is string => typeof word === "string" && (word === name || word.startsWith(`${name}=`)));
  const [needed, distinct] = [find("required") ?? find("present"), find("distinct")];
  return {
    names,
    parents: names.slice(0, -1),
    name: names.at(-1) as string,
    isList: list !== null,
    maxItems: Number(list?.[1] ?? Number.POSITIVE_INFINITY),
    ...(distinct === undefined ? {} : { distinct: distinct.slice("distinct=".length) }),
    ...(needed === undefined ? {} : { required: needed.split("=").slice(1).join("=") }),
    acceptsEmpty: find("present") !== undefined,
    mayBeEmpty: words.includes("optional"),
    mayBeAbsent: words.includes("pointer"),
    parts: words
      .filter((word) => word !== needed && word !== distinct && word !== "optional" && word !== "pointer")
      .map((word) => compilePart(field, word)),
  };
}

function compilePart<Given>(field: string, part: RulePart<Given>): Part {
  if (typeof part === "function") {
    return { check: part as CheckValue, isPure: false };
  }
  if (typeof part !== "string") {
    return { rules: compileRules(part) };
  }
  const word = compileWord(part);
  if (word === undefined) {
    throw new Error(`field ${field}: "${part}" is not a word of field rules`);
  }
  return word;
}

interface Walk {
  /** Path of the struct. */
  readonly path: FieldPath;
  readonly scope: Scope;
  readonly errors: FieldError[];
}

function walkRules(rules: readonly CompiledRule[], object: JsonObject, walk: Walk): void {
  for (const rule of rules) {
    walkRule(rule, object, walk);
  }
}

function walkRule(rule: CompiledRule, object: JsonObject, walk: Walk): void {
  const value = valueAt(object, rule);
  if (value === ABSENT) {
    return;
  }
  if (rule.isList) {
    walkList(rule, Array.isArray(value) ? value : [], walk);
    return;
  }
  const { old } = walk.scope;
  const before = isJsonObject(old) ? valueAt(old, rule) : ABSENT;
  checkRule(
    rule,
    value,
    before === ABSENT ? walk : { path: walk.path, scope: { ...walk.scope, old: before ?? null }, errors: walk.errors },
  );
}

function walkList(rule: CompiledRule, items: readonly JsonValue[], walk: Walk): void {
  if (items.length > rule.maxItems) {
    walk.errors.push(tooMany(pathTo(rule, walk.path), items.length, rule.maxItems));
    return;
  }
  const { given } = walk.scope;
  // A list of one has no repeats.
  const scope: Scope = items.length > 1 ? { given, seen: new Map() } : { given };
  const ofItems: Walk = { path: walk.path, scope, errors: walk.errors };
  for (let i = 0; i < items.length; i++) {
    checkRule(rule, items[i], ofItems, i);
  }
  const { distinct } = rule;
  if (distinct !== undefined && items.length > 1) {
    const keys = distinct === "" ? items : items.map((item) => getOwn(asObject(item), distinct) ?? "");
    appendAll(walk.errors, checkUnique(keys, pathTo(rule, walk.path)));
  }
}

const ABSENT = Symbol("absent");

/** ABSENT if the struct that has the field is. */
function valueAt(object: JsonObject, { parents, name }: CompiledRule): JsonValue | undefined | typeof ABSENT {
  let holder: JsonValue | undefined = object;
  for (const parent of parents) {
    holder = isJsonObject(holder) ? getOwn(holder, parent) : undefined;
  }
  return isJsonObject(holder) ? getOwn(holder, name) : ABSENT;
}

function checkRule(rule: CompiledRule, value: JsonValue | undefined, walk: Walk, index?: number): void {
  if ((rule.mayBeEmpty && isEmpty(value)) || (rule.mayBeAbsent && (value ?? null) === null)) {
    return;
  }
  if (rule.required !== undefined && (rule.acceptsEmpty ? (value ?? null) === null : isEmpty(value))) {
    walk.errors.push(required(pathTo(rule, walk.path, index), rule.required));
    return;
  }
  let path: FieldPath | undefined;
  for (const part of rule.parts) {
    if ("isPure" in part && part.isPure && part.check(value, rootPath, walk.scope).length === 0) {
      continue;
    }
    path ??= pathTo(rule, walk.path, index);
    if ("check" in part) {
      appendAll(walk.errors, part.check(value, path, walk.scope));
    } else if (isJsonObject(value)) {
      walkRules(part.rules, value, { path, scope: walk.scope, errors: walk.errors });
    }
  }
}

function pathTo({ names }: CompiledRule, path: FieldPath, index?: number): FieldPath {
  const field = path.child(...names);
  return index === undefined ? field : field.index(index);
}
