import {
  appendAll,
  asObject,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  required,
  rootPath,
  tooMany,
} from "@kiln/api";
import type { FieldRules, Rule, RulePart } from "./field-rules.ts";
import { checkUnique } from "./find-repeats.ts";
import type { Frame } from "./rule-frame.ts";
import { compileGroup } from "./rule-groups.ts";
import { type CheckValue, compileWord, isAbsent, isEmpty, isZero, type RuleWord } from "./rule-words.ts";

// Each line of a table becomes a function that is made of the functions of its words, when the table is first used.
// Nothing is allocated for a valid field. Frames exist for lists only: structs in fields have the frame around them.

/** A line of a table: adds the errors of a field of the struct. */
export type Line = (object: JsonObject, frame: Frame) => void;

/** Checks a value, whose path below that of the frame is known when the table is compiled. */
type Check = (value: JsonValue | undefined, frame: Frame) => void;

type Parts = readonly RulePart<never>[];

/** Names of fields, from a struct to a value in it. */
type Names = readonly string[];

const HERE: Names = [];

/** Lines of a table; `around` is the path of its struct below the struct of the frame. */
export function compileRules(rules: FieldRules<never>, around: Names = HERE): readonly Line[] {
  return Object.entries(rules).flatMap(([fields, rule]) =>
    fields.split(",").map((field) => compileLine(field, rule, around)),
  );
}

export function runLines(lines: readonly Line[], object: JsonObject, frame: Frame): void {
  for (let i = 0; i < lines.length; i++) {
    (lines[i] as Line)(object, frame);
  }
}

const LIST = /\[(?:<=(\d+)|\^)?\]$/;

function compileLine(field: string, rule: Rule<never>, around: Names): Line {
  if (field.includes("|")) {
    return compileGroup(field.split("|"), rule as string, around);
  }
  const list = LIST.exec(field);
  const names = field.replace(LIST, "").split(".");
  const at = [...around, ...names];
  const parts = splitRule(rule);
  const line =
    list === null
      ? compileField(names, at, parts)
      : compileList(names, at, {
          parts,
          maxItems: Number(list[1] ?? Number.POSITIVE_INFINITY),
          hasIndices: list[0] !== "[^]",
        });
  return names.slice(0, -1).reduceRight(inStruct, line);
}

/** Words are parts of their own. */
function splitRule(rule: Rule<never>): Parts {
  const parts = (Array.isArray(rule) ? rule : [rule]) as Parts;
  return parts.flatMap((part): Parts => (typeof part === "string" ? part.split(";") : [part]));
}

/** The line for the struct in a field, if it is present. */
function inStruct(line: Line, name: string): Line {
  const read = reader(name);
  return (object, frame) => {
    const struct = read(object);
    if (isJsonObject(struct)) {
      line(struct, frame);
    }
  };
}

/** Reader of a field. Only names that every JavaScript object inherits need the slower own-property check. */
function reader(name: string): (object: JsonObject) => JsonValue | undefined {
  return name in Object.prototype ? (object) => getOwn(object, name) : (object) => object[name];
}

function compileField(names: Names, at: Names, parts: Parts): Line {
  const { check, allowsAbsent } = compileCheck(at, parts);
  const name = names.at(-1) as string;
  const read = reader(name);
  const usesOld = parts.some((part) => typeof part !== "string" || /^immutable\b/.test(part));
  if (!usesOld) {
    return (object, frame) => {
      const value = read(object);
      if (value !== undefined || !allowsAbsent) {
        check(value, frame);
      }
    };
  }
  return (object, frame) => {
    const value = read(object);
    if (value === undefined && allowsAbsent) {
      return;
    }
    const { scope } = frame;
    check(value, isJsonObject(scope.old) ? frame.enter(HERE, { ...scope, old: valueAt(scope.old, names) }) : frame);
  };
}

/** Stored value of a field; null if it is absent. */
function valueAt(old: JsonObject, names: Names): JsonValue {
  let value: JsonValue | undefined = old;
  for (const name of names) {
    value = isJsonObject(value) ? getOwn(value, name) : undefined;
  }
  return value ?? null;
}

interface ListRule {
  readonly parts: Parts;
  readonly maxItems: number;
  /** False if errors of items are reported at the list. */
  readonly hasIndices: boolean;
}

function compileList(names: Names, at: Names, { parts, maxItems, hasIndices }: ListRule): Line {
  const distinct = findWord(parts, "distinct");
  const { check } = compileCheck(
    HERE,
    parts.filter((part) => part !== distinct),
  );
  const key = distinct?.slice("distinct=".length);
  const read = reader(names.at(-1) as string);
  return (object, frame) => {
    const items = read(object);
    if (!Array.isArray(items) || items.length === 0) {
      return;
    }
    if (items.length > maxItems) {
      frame.errors.push(tooMany(frame.pathTo(at), items.length, maxItems));
      return;
    }
    const inner = frame.enterList(at, items.length);
    for (let i = 0; i < items.length; i++) {
      if (hasIndices) {
        inner.moveTo(i);
      }
      check(items[i], inner);
    }
    if (key !== undefined && items.length > 1) {
      const keys = key === "" ? items : items.map((item) => getOwn(asObject(item), key) ?? "");
      appendAll(frame.errors, checkUnique(keys, frame.pathTo(at)));
    }
  };
}

/** The word with its argument. */
function findWord(parts: Parts, name: string): string | undefined {
  return parts.find(
    (part): part is string => typeof part === "string" && (part === name || part.startsWith(`${name}=`)),
  );
}

interface CompiledCheck {
  readonly check: Check;
  /** True if an absent value has no error. */
  readonly allowsAbsent: boolean;
}

/** Presence first, then the other parts in their order. */
function compileCheck(at: Names, parts: Parts): CompiledCheck {
  const needed = findWord(parts, "required") ?? findWord(parts, "present") ?? findWord(parts, "nonzero");
  const skip = parts.find((part) => typeof part === "string" && Object.hasOwn(SKIPS, part)) as string | undefined;
  const { check, allowsAbsent } = compileParts(
    at,
    parts.filter((part) => part !== needed && part !== skip),
  );
  const checkNeeded = needed === undefined ? check : compileNeeded(needed, at, check);
  return skip === undefined
    ? { check: checkNeeded, allowsAbsent: needed === undefined && allowsAbsent }
    : { check: unless(SKIPS[skip] as IsMissing, checkNeeded), allowsAbsent: true };
}

function compileParts(at: Names, parts: Parts): CompiledCheck {
  const stop = parts.indexOf("valid");
  if (stop >= 0) {
    const [first, rest] = [parts.slice(0, stop), parts.slice(stop + 1)].map((some) => compileParts(at, some));
    return ifValid(first as CompiledCheck, rest as CompiledCheck);
  }
  const compiled = parts.map((part) => compilePart(at, part));
  return {
    check: chain(compiled.map(({ check }) => check)),
    allowsAbsent: compiled.every(({ allowsAbsent }) => allowsAbsent),
  };
}

/** The second check is for values without an error of the first. */
function ifValid(first: CompiledCheck, second: CompiledCheck): CompiledCheck {
  return {
    check: (value, frame) => {
      const before = frame.errors.length;
      first.check(value, frame);
      if (frame.errors.length === before) {
        second.check(value, frame);
      }
    },
    allowsAbsent: first.allowsAbsent && second.allowsAbsent,
  };
}

type IsMissing = (value: JsonValue | undefined) => boolean;

/** Words for values that need no check. */
const SKIPS: Readonly<Record<string, IsMissing>> = { optional: isEmpty, pointer: isAbsent, zero: isZero };
/** Words for values that must be there. */
const NEEDED: Readonly<Record<string, IsMissing>> = { required: isEmpty, present: isAbsent, nonzero: isZero };

function unless(skips: IsMissing, check: Check): Check {
  return (value, frame) => {
    if (!skips(value)) {
      check(value, frame);
    }
  };
}

/** `required=TEXT` before the other words. */
function compileNeeded(word: string, at: Names, check: Check): Check {
  const [name = "", ...rest] = word.split("=");
  const detail = rest.join("=");
  const isMissing = NEEDED[name] as IsMissing;
  return (value, frame) => {
    if (isMissing(value)) {
      frame.errors.push(required(frame.pathTo(at), detail));
    } else {
      check(value, frame);
    }
  };
}

function chain(checks: readonly Check[]): Check {
  const [first, second, third] = checks;
  if (first === undefined) {
    return () => {};
  }
  if (second === undefined) {
    return first;
  }
  if (third === undefined) {
    return (value, frame) => {
      first(value, frame);
      second(value, frame);
    };
  }
  return (value, frame) => {
    for (let i = 0; i < checks.length; i++) {
      (checks[i] as Check)(value, frame);
    }
  };
}

function compilePart(at: Names, part: RulePart<never>): CompiledCheck {
  if (typeof part === "function") {
    return { check: callCheck(part as CheckValue, at), allowsAbsent: false };
  }
  if (typeof part !== "string") {
    return { check: compileTable(part, at), allowsAbsent: true };
  }
  const word = compileWord(part);
  if (word === undefined) {
    throw new Error(`field ${at.join(".")}: "${part}" is not a word of field rules`);
  }
  return { check: callWord(word, at), allowsAbsent: word.form === "test" && word.isValid(undefined) };
}

function callCheck(check: CheckValue, at: Names): Check {
  return (value, frame) => {
    appendAll(frame.errors, check(value, frame.pathTo(at), frame.scope));
  };
}

function compileTable(rules: FieldRules<never>, at: Names): Check {
  const lines = compileRules(rules, at);
  return (value, frame) => {
    if (isJsonObject(value)) {
      runLines(lines, value, frame);
    }
  };
}

function callWord(word: RuleWord, at: Names): Check {
  switch (word.form) {
    case "test": {
      const { isValid, report } = word;
      return (value, frame) => {
        if (!isValid(value)) {
          appendAll(frame.errors, report(value, frame.pathTo(at)));
        }
      };
    }
    case "check": {
      const { check } = word;
      return (value, frame) => {
        if (check(value, rootPath, frame.scope).length > 0) {
          appendAll(frame.errors, check(value, frame.pathTo(at), frame.scope));
        }
      };
    }
    case "frame": {
      const { check } = word;
      return (value, frame) => check(value, frame, at);
    }
  }
}
