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
import type { Frame, Scope } from "./rule-frame.ts";
import { compileGroup } from "./rule-groups.ts";
import { type CheckValue, compileWord, isAbsent, isEmpty, isZero, type RuleWord } from "./rule-words.ts";

// Each line of a table becomes a function that is made of the functions of its words, when the table is first used.
// Nothing is allocated for a valid field.

/** A line of a table: adds the errors of a field of the struct. */
export type Line = (object: JsonObject, frame: Frame) => void;

/** Checks a value at the field `names` of the frame's struct. An item of a list is the struct itself: no names. */
type Check = (value: JsonValue | undefined, frame: Frame, names: readonly string[]) => void;

type Parts = readonly RulePart<never>[];

export function compileRules(rules: FieldRules<never>): readonly Line[] {
  return Object.entries(rules).flatMap(([fields, rule]) => fields.split(",").map((field) => compileLine(field, rule)));
}

export function runLines(lines: readonly Line[], object: JsonObject, frame: Frame): void {
  for (let i = 0; i < lines.length; i++) {
    (lines[i] as Line)(object, frame);
  }
}

const LIST = /\[(?:<=(\d+))?\]$/;
const ITEM: readonly string[] = [];

function compileLine(field: string, rule: Rule<never>): Line {
  if (field.includes("|")) {
    return compileGroup(field.split("|"), rule as string);
  }
  const list = LIST.exec(field);
  const names = field.replace(LIST, "").split(".");
  const parts = splitRule(rule);
  return list === null
    ? compileField(names, parts)
    : compileList(names, parts, Number(list[1] ?? Number.POSITIVE_INFINITY));
}

/** Words are parts of their own. */
function splitRule(rule: Rule<never>): Parts {
  const parts = (Array.isArray(rule) ? rule : [rule]) as Parts;
  return parts.flatMap((part): Parts => (typeof part === "string" ? part.split(";") : [part]));
}

function compileField(names: readonly string[], parts: Parts): Line {
  const check = compileCheck(names, parts);
  const findHolder = holderOf(names);
  const read = reader(names.at(-1) as string);
  const usesOld = parts.some((part) => typeof part !== "string" || /^immutable\b/.test(part));
  if (!usesOld) {
    if (names.length === 1) {
      return (object, frame) => check(read(object), frame, names);
    }
    return (object, frame) => {
      const holder = findHolder(object);
      if (holder !== undefined) {
        check(read(holder), frame, names);
      }
    };
  }
  return (object, frame) => {
    const holder = findHolder(object);
    if (holder === undefined) {
      return;
    }
    const { old } = frame.scope;
    if (!isJsonObject(old)) {
      check(read(holder), frame, names);
      return;
    }
    const before = findHolder(old);
    const scope: Scope = { ...frame.scope, old: before === undefined ? null : (read(before) ?? null) };
    check(read(holder), frame.enter(ITEM, scope), names);
  };
}

/** The struct that has the field. */
function holderOf(names: readonly string[]): (object: JsonObject) => JsonObject | undefined {
  if (names.length === 1) {
    return (object) => object;
  }
  const readers = names.slice(0, -1).map(reader);
  return (object) => {
    let holder: JsonValue | undefined = object;
    for (let i = 0; i < readers.length && holder !== undefined; i++) {
      holder = isJsonObject(holder) ? readers[i]?.(holder) : undefined;
    }
    return isJsonObject(holder) ? holder : undefined;
  };
}

/** Reader of a field. Only names that every JavaScript object inherits need the slower own-property check. */
function reader(name: string): (object: JsonObject) => JsonValue | undefined {
  return name in Object.prototype ? (object) => getOwn(object, name) : (object) => object[name];
}

function compileList(names: readonly string[], parts: Parts, maxItems: number): Line {
  const distinct = findWord(parts, "distinct");
  const check = compileCheck(
    names,
    parts.filter((part) => part !== distinct),
  );
  const key = distinct?.slice("distinct=".length);
  const findHolder = holderOf(names);
  const read = reader(names.at(-1) as string);
  return (object, frame) => {
    const holder = findHolder(object);
    const items = holder && read(holder);
    if (!Array.isArray(items) || items.length === 0) {
      return;
    }
    if (items.length > maxItems) {
      frame.errors.push(tooMany(frame.pathTo(names), items.length, maxItems));
      return;
    }
    const inner = frame.enterList(names, items.length);
    for (let i = 0; i < items.length; i++) {
      inner.moveTo(i);
      check(items[i], inner, ITEM);
    }
    if (key !== undefined && items.length > 1) {
      const keys = key === "" ? items : items.map((item) => getOwn(asObject(item), key) ?? "");
      appendAll(frame.errors, checkUnique(keys, frame.pathTo(names)));
    }
  };
}

/** The word with its argument. */
function findWord(parts: Parts, name: string): string | undefined {
  return parts.find(
    (part): part is string => typeof part === "string" && (part === name || part.startsWith(`${name}=`)),
  );
}

/** Presence first, then the other parts in their order. */
function compileCheck(names: readonly string[], parts: Parts): Check {
  const needed = findWord(parts, "required") ?? findWord(parts, "present") ?? findWord(parts, "nonzero");
  const skip = parts.find((part) => typeof part === "string" && Object.hasOwn(SKIPS, part)) as string | undefined;
  const others = parts.filter((part) => part !== needed && part !== skip);
  const check = chain(others.map((part) => compilePart(names, part)));
  const checkNeeded = needed === undefined ? check : compileNeeded(needed, check);
  return skip === undefined ? checkNeeded : unless(SKIPS[skip] as IsMissing, checkNeeded);
}

type IsMissing = (value: JsonValue | undefined) => boolean;

/** Words for values that need no check. */
const SKIPS: Readonly<Record<string, IsMissing>> = { optional: isEmpty, pointer: isAbsent, zero: isZero };
/** Words for values that must be there. */
const NEEDED: Readonly<Record<string, IsMissing>> = { required: isEmpty, present: isAbsent, nonzero: isZero };

function unless(skips: IsMissing, check: Check): Check {
  return (value, frame, at) => {
    if (!skips(value)) {
      check(value, frame, at);
    }
  };
}

/** `required=TEXT` before the other words. */
function compileNeeded(word: string, check: Check): Check {
  const [name = "", ...rest] = word.split("=");
  const detail = rest.join("=");
  const isMissing = NEEDED[name] as IsMissing;
  return (value, frame, at) => {
    if (isMissing(value)) {
      frame.errors.push(required(frame.pathTo(at), detail));
    } else {
      check(value, frame, at);
    }
  };
}

function chain(checks: readonly Check[]): Check {
  const [first, second] = checks;
  if (first === undefined) {
    return () => {};
  }
  if (second === undefined) {
    return first;
  }
  return (value, frame, at) => {
    for (let i = 0; i < checks.length; i++) {
      (checks[i] as Check)(value, frame, at);
    }
  };
}

function compilePart(names: readonly string[], part: RulePart<never>): Check {
  if (typeof part === "function") {
    return callCheck(part as CheckValue);
  }
  if (typeof part !== "string") {
    return compileTable(part);
  }
  const word = compileWord(part);
  if (word === undefined) {
    throw new Error(`field ${names.join(".")}: "${part}" is not a word of field rules`);
  }
  return callWord(word);
}

function callCheck(check: CheckValue): Check {
  return (value, frame, at) => {
    appendAll(frame.errors, check(value, frame.pathTo(at), frame.scope));
  };
}

function compileTable(rules: FieldRules<never>): Check {
  const lines = compileRules(rules);
  return (value, frame, at) => {
    if (!isJsonObject(value)) {
      return;
    }
    const inner = at.length === 0 ? frame : frame.enter(at);
    runLines(lines, value, inner);
  };
}

function callWord(word: RuleWord): Check {
  switch (word.form) {
    case "test": {
      const { isValid, report } = word;
      return (value, frame, at) => {
        if (!isValid(value)) {
          appendAll(frame.errors, report(value, frame.pathTo(at)));
        }
      };
    }
    case "check": {
      const { check } = word;
      return (value, frame, at) => {
        if (check(value, rootPath, frame.scope).length > 0) {
          appendAll(frame.errors, check(value, frame.pathTo(at), frame.scope));
        }
      };
    }
    case "frame":
      return word.check;
  }
}
