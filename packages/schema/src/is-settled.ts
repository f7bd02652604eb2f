import type { JsonArray, JsonObject, JsonValue } from "@kiln/api";
import { compileCheck } from "./compile-check.ts";
import { compileIdentity } from "./element-identity.ts";
import { isMetadataSettled } from "./is-metadata-settled.ts";
import { itemsOf, type JsonSchema } from "./json-schema.ts";
import { isUsed, type Keyword } from "./keyword.ts";
import { shortcutOf } from "./keyword-shortcut.ts";
import { keywords } from "./keywords/index.ts";
import { plainTypeOf } from "./shortcut.ts";

/**
 * True if a write would leave the object unchanged: nothing to prune, no null to drop, no default to set, nothing
 * invalid. False means unknown: then each step runs. Does not change the object. One walk instead of three for the
 * usual update: a stored object, read, changed a little and sent back.
 */
export type IsSettled = (value: JsonObject) => boolean;

export interface SettledOptions {
  /** `x-kubernetes-validations` are checked elsewhere, so objects of schemas with rules never count as settled here. */
  readonly hasRules: boolean;
}

export function compileIsSettled(schema: JsonSchema, options: SettledOptions): IsSettled {
  // Metadata cannot be tested separately: additionalProperties validates it too.
  if (isElaborate(schema, options) || schema.additionalProperties !== undefined) {
    return () => false;
  }
  const below: Settings = { ...options, isChecked: usesAny(schema, CHECKED) };
  const fields = new Map<string, Test>();
  for (const [name, property] of schema.properties ?? []) {
    fields.set(name, compileTest(property, below));
  }
  fields.set("apiVersion", withCheck(isString, schema.properties?.get("apiVersion"), below));
  fields.set("kind", withCheck(isString, schema.properties?.get("kind"), below));
  fields.set("metadata", withCheck(isMetadataSettled, schema.properties?.get("metadata"), below));
  const test = structTest(schema, fields);
  return below.isChecked ? and(test, checkTest(schema)) : test;
}

interface Settings extends SettledOptions {
  /**
   * Whether the compiled check of an enclosing schema runs already: it covers all subschemas, and running it at every
   * level would multiply the cost.
   */
  readonly isChecked: boolean;
}

/** True if a value is settled. Called with any value, null included. */
type Test = (value: JsonValue) => boolean;

const never: Test = () => false;
const always: Test = () => true;
const isString: Test = (value) => typeof value === "string";

const NEVER_SETTLED: readonly Keyword[] = keywords.filter(({ settled }) => settled === "never");
const RULES: readonly Keyword[] = keywords.filter(({ settled }) => settled === "never" || settled === "rules");
const CHECKED: readonly Keyword[] = keywords.filter(({ settled }) => settled === "checked");

/** Whether the schema keeps unknown fields, embeds resources or has rules, none of which this walk implements. */
function isElaborate(schema: JsonSchema, { hasRules }: SettledOptions): boolean {
  return typeof schema.additionalProperties === "boolean" || usesAny(schema, hasRules ? RULES : NEVER_SETTLED);
}

function usesAny(schema: JsonSchema, candidates: readonly Keyword[]): boolean {
  for (let i = 0; i < candidates.length; i++) {
    if (isUsed(candidates[i] as Keyword, schema)) {
      return true;
    }
  }
  return false;
}

/**
 * Compiles the test of a schema. Where a schema uses keywords that the walk does not implement, the test calls the
 * compiled check, which implements all.
 */
function compileTest(schema: JsonSchema, settings: Settings): Test {
  if (isElaborate(schema, settings)) {
    return never;
  }
  const needsCheck = !settings.isChecked && usesAny(schema, CHECKED);
  const below: Settings = { ...settings, isChecked: settings.isChecked || needsCheck };
  switch (schema.intOrString === true ? "" : schema.type) {
    case "object":
      return needsCheck ? and(objectTest(schema, below), checkTest(schema)) : objectTest(schema, below);
    case "array":
      return needsCheck ? and(arrayTest(schema, below), checkTest(schema)) : arrayTest(schema, below);
    default:
      return leafTest(schema, settings);
  }
}

function checkTest(schema: JsonSchema): Test {
  const check = compileCheck(schema);
  return check === undefined ? always : (value) => check(value, undefined) === undefined;
}

function withCheck(test: Test, schema: JsonSchema | undefined, { isChecked }: Settings): Test {
  return schema === undefined || isChecked ? test : and(test, checkTest(schema));
}

function and(first: Test, second: Test): Test {
  return (value) => first(value) && second(value);
}

function leafTest(schema: JsonSchema, { isChecked }: Settings): Test {
  const check = isChecked ? always : checkTest(schema);
  if (schema.type === "integer" || schema.intOrString === true) {
    // Kubernetes: validation accepts a number that is an integer but for rounding; pruning does not
    // (go-openapi/swag/convert.go IsFloat64AJSONInteger, v1.36).
    return (value) =>
      typeof value !== "object" && (typeof value !== "number" || Number.isInteger(value)) && check(value);
  }
  return (value) => typeof value !== "object" && check(value);
}

interface Field {
  readonly name: string;
  /** The `typeof` of values that need no test; empty if all need one. */
  readonly plainType: string;
  readonly test: Test;
  /** 1 if an object without the field is not settled, because the field is required or has a default. */
  readonly isNeeded: 0 | 1;
}

function objectTest(schema: JsonSchema, settings: Settings): Test {
  if (typeof schema.additionalProperties === "object") {
    const values = compileTest(schema.additionalProperties, settings);
    const isPlainMap = schema.properties === undefined && (schema.required ?? []).length === 0;
    return isPlainMap && schema.additionalProperties.default === undefined ? mapTest(values) : never;
  }
  const fields = new Map<string, Test>();
  for (const [name, property] of schema.properties ?? []) {
    fields.set(name, compileTest(property, settings));
  }
  return structTest(schema, fields);
}

function structTest(schema: JsonSchema, tests: ReadonlyMap<string, Test>): Test {
  const required = new Set(schema.required);
  const fields = new Map<string, Field>();
  for (const [name, test] of tests) {
    const property = schema.properties?.get(name);
    const isNeeded = required.has(name) || (property?.default ?? null) !== null ? 1 : 0;
    fields.set(name, {
      name,
      plainType: property === undefined ? "" : plainTypeOf(property, shortcutOf(property)),
      test,
      isNeeded,
    });
  }
  const unnamed = [...required].filter((name) => !fields.has(name)).length;
  const needed = unnamed + [...fields.values()].reduce((count, field) => count + field.isNeeded, 0);
  return walkStruct(fields, needed);
}

/**
 * Tests the fields of an object. Objects of one resource mostly have the same keys in the same order, so each position
 * caches its last field.
 */
function walkStruct(fields: ReadonlyMap<string, Field>, needed: number): Test {
  const recent: Field[] = [];
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return false;
    }
    let place = 0;
    let missing = needed;
    for (const key in value) {
      const child = value[key] as JsonValue;
      let field = place < recent.length ? recent[place] : undefined;
      if (field === undefined || field.name !== key) {
        field = fields.get(key);
        if (field === undefined) {
          return false;
        }
        recent[place] = field;
      }
      place++;
      missing -= field.isNeeded;
      if (typeof child !== field.plainType && !field.test(child)) {
        return false;
      }
    }
    return missing === 0;
  };
}

function mapTest(test: Test): Test {
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return false;
    }
    for (const key in value) {
      if (!test(value[key] as JsonValue)) {
        return false;
      }
    }
    return true;
  };
}

function arrayTest(schema: JsonSchema, settings: Settings): Test {
  const itemSchema = itemsOf(schema);
  if (itemSchema === undefined || (itemSchema.default ?? null) !== null) {
    return never;
  }
  const test = compileTest(itemSchema, settings);
  const hasDuplicates = schema.listType === "set" || schema.listType === "map" ? compileDuplicates(schema) : undefined;
  return (value) => {
    if (!Array.isArray(value)) {
      return false;
    }
    for (let i = 0; i < value.length; i++) {
      if (!test(value[i] as JsonValue)) {
        return false;
      }
    }
    return hasDuplicates === undefined || value.length < 2 || !hasDuplicates(value);
  };
}

/** With fewer items, comparing all pairs is cheaper than a set. */
const FEW = 9;

function compileDuplicates(schema: JsonSchema): (list: JsonArray) => boolean {
  const identify = compileIdentity(schema) ?? (() => undefined);
  const ids = (list: JsonArray) => new Set(list.map(identify));
  const [key, ...more] = schema.listMapKeys ?? [];
  if (key === undefined || more.length > 0) {
    return (list) => ids(list).size < list.length;
  }
  return (list) => (list.length < FEW ? hasEqualKeys(list as JsonObject[], key) : ids(list).size < list.length);
}

/**
 * True if two items may have the same key. Items whose key is missing or no string count as equal: the exact check
 * decides.
 */
function hasEqualKeys(list: readonly JsonObject[], key: string): boolean {
  for (let i = 0; i < list.length; i++) {
    const id = list[i]?.[key];
    if (typeof id !== "string") {
      return true;
    }
    for (let k = 0; k < i; k++) {
      if (list[k]?.[key] === id) {
        return true;
      }
    }
  }
  return false;
}
