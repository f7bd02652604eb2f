import {
  appendAll,
  asText,
  checkPathSegmentName,
  type FieldError,
  type FieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  once,
  required,
  rootPath,
} from "@kiln/api";
import {
  checkBetween,
  checkLabel,
  checkNonNegative,
  checkPort,
  checkPositive,
  checkQualifiedName,
  checkSubdomain,
  checkSupported,
  checkText,
} from "./field-checks.ts";

/**
 * Rules about single fields of a struct, by field and in the order of Kubernetes' errors. `a.b` is the field b of the
 * struct a, if present. A rule is a list of words separated by semicolons:
 *
 * - `required`: an empty value is an error, and no other word applies. `optional`: an empty value is valid. `pointer`:
 * an
 * absent value is valid, an empty string is not. With none of them the words apply to Go's zero value.
 * - `enum=A|B`, `count` (not negative), `positive`, `range=1..65535`.
 * - `label`, `subdomain`, `qualifiedName`, `segment` (of a path): formats of names. `port`: a number or a name.
 *
 * Rules that involve several fields are code.
 */
export type FieldRules = Readonly<Record<string, string>>;

export type CheckFields = (object: JsonObject, path: FieldPath) => FieldError[];

type Value = JsonValue | undefined;
type Check = (value: Value, path: FieldPath) => FieldError[];

interface CompiledRule {
  readonly names: readonly string[];
  /** The names before the last. */
  readonly parents: readonly string[];
  readonly name: string;
  readonly isRequired: boolean;
  readonly mayBeEmpty: boolean;
  readonly mayBeAbsent: boolean;
  readonly checks: readonly Check[];
}

const FORMATS: Readonly<Record<string, Check>> = {
  label: checkLabel,
  subdomain: checkSubdomain,
  qualifiedName: checkQualifiedName,
  segment: (value, path) => checkText(value, path, checkPathSegmentName),
  port: checkPort,
  count: checkNonNegative,
  positive: checkPositive,
};

const PRESENCE = ["required", "optional", "pointer"];

/** Parses the rules on first use. Throws for an unknown word. */
export function fieldRules(rules: FieldRules): CheckFields {
  const compiled = once(() => Object.entries(rules).map(([field, words]) => compileRule(field, words.split(";"))));
  return (object, path) => {
    const errors: FieldError[] = [];
    for (const rule of compiled()) {
      const holder = holderOf(object, rule.parents);
      if (holder !== undefined) {
        appendAll(errors, checkRule(rule, getOwn(holder, rule.name), path));
      }
    }
    return errors;
  };
}

function compileRule(field: string, words: readonly string[]): CompiledRule {
  const names = field.split(".");
  return {
    names,
    parents: names.slice(0, -1),
    name: names.at(-1) as string,
    isRequired: words.includes("required"),
    mayBeEmpty: words.includes("optional"),
    mayBeAbsent: words.includes("pointer"),
    checks: words.filter((word) => !PRESENCE.includes(word)).map((word) => compileWord(field, word)),
  };
}

function compileWord(field: string, word: string): Check {
  const [name = "", argument = ""] = word.split("=");
  if (name === "enum") {
    const supported = argument.split("|");
    return (value, path) => checkSupported(value, path, supported);
  }
  if (name === "range") {
    const [min, max] = argument.split("..").map(Number) as [number, number];
    return (value, path) => checkBetween(value, path, [min, max]);
  }
  const check = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (check === undefined) {
    throw new Error(`field ${field}: "${word}" is not a word of field rules`);
  }
  return check;
}

/** The struct that has the field; undefined if it is absent. */
function holderOf(object: JsonObject, parents: readonly string[]): JsonObject | undefined {
  let holder: Value = object;
  for (const name of parents) {
    holder = isJsonObject(holder) ? getOwn(holder, name) : undefined;
  }
  return isJsonObject(holder) ? holder : undefined;
}

function checkRule(rule: CompiledRule, value: Value, path: FieldPath): readonly FieldError[] {
  if (rule.isRequired && isEmpty(value)) {
    return [required(pathTo(rule, path), "")];
  }
  if ((rule.mayBeEmpty && isEmpty(value)) || (rule.mayBeAbsent && (value ?? null) === null)) {
    return [];
  }
  // Checked without a path first: paths are only needed for errors.
  const isFine = rule.checks.every((check) => check(value, rootPath).length === 0);
  return isFine ? [] : rule.checks.flatMap((check) => check(value, pathTo(rule, path)));
}

function pathTo({ names }: CompiledRule, path: FieldPath): FieldPath {
  return names.reduce((parent, name) => parent.child(name), path);
}

function isEmpty(value: Value): boolean {
  return Array.isArray(value) ? value.length === 0 : isJsonObject(value) ? false : asText(value) === "";
}
