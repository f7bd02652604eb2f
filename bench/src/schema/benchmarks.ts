import { deepCopy, encodeJson, type JsonObject, parseJson, printJson } from "@kiln/api";
import { type CompiledSchema, compileSchema, createRuleEngine, parseJsonSchema, type RuleCompiler } from "@kiln/schema";
import { Ajv } from "ajv";
import type { Benchmark, Comparison } from "../benchmark.ts";
import { linearGrowth } from "./linear-growth.ts";
import { makeSample, type SampleOptions } from "./sample.ts";

/** A whole update: from the bytes of the request and the old object to the bytes to store. */
function updateWith(options: SampleOptions, rules?: RuleCompiler): () => void {
  const { schema, objects } = makeSample(options);
  const compiled = compile(schema, rules);
  const updates = objects.map((object) => {
    const old = compiled.roundtrip(deepCopy(object));
    compiled.unions?.normalize(old);
    const now = deepCopy(old);
    now.metadata = { ...(now.metadata as JsonObject), labels: { changed: "yes" } };
    return { old, text: printJson(now) };
  });
  let turn = 0;
  return () => {
    const { old, text } = updates[turn++ % updates.length] as (typeof updates)[number];
    const now = parseJson(text).value as JsonObject;
    const isSettled = compiled.isSettled(now);
    if (!isSettled) {
      const { mayHaveNulls } = compiled.prune(now);
      compiled.setDefaults?.(now, { mayHaveNulls });
    }
    compiled.unions?.normalize(now, old);
    const faults = [
      ...(compiled.mutability?.(old, now) ?? []),
      ...(compiled.unions?.check(now, old).errors ?? []),
      ...(isSettled ? [] : compiled.validateUpdate(now, old)),
    ];
    mustBeValid(faults);
    encodeJson(now);
  };
}

function compile(schema: JsonObject, rules?: RuleCompiler): CompiledSchema {
  return compileSchema(parseJsonSchema(schema).schema, { semantics: "kep", ...(rules === undefined ? {} : { rules }) });
}

function mustBeValid(errors: readonly unknown[]): void {
  if (errors.length > 0) {
    throw new Error(`the sample is not valid: ${JSON.stringify(errors)}`);
  }
}

function compareUpdates(name: string, options: SampleOptions): Comparison {
  return {
    subject: { name, run: updateWith(options) },
    baseline: { name: "the plain schema", run: updateWith({}) },
    bound: { most: 1.15 },
  };
}

/** Compares schemas with and without rules: without rules there must be no cost. */
function compareWithoutRules(): Comparison {
  return {
    subject: { name: "with an engine for rules at hand", run: updateWith({}, createRuleEngine().compile) },
    baseline: { name: "without one", run: updateWith({}) },
    bound: { most: 1.05 },
  };
}

interface Judging {
  readonly schema: JsonObject;
  readonly objects: readonly JsonObject[];
  /** Prunes, defaults and validates all objects. */
  readonly run: () => void;
}

/** Checks of objects as stored: pruned, with their defaults. */
function judgeSettled(): Judging {
  const { schema, objects } = makeSample();
  const compiled = compile(schema);
  const stored = objects.map((object) => compiled.roundtrip(deepCopy(object)));
  const run = () => {
    for (const object of stored) {
      judge(compiled, object);
    }
  };
  return { schema, objects: stored, run };
}

function judge(compiled: CompiledSchema, object: JsonObject): void {
  if (!compiled.isSettled(object)) {
    const { mayHaveNulls } = compiled.prune(object);
    compiled.setDefaults?.(object, { mayHaveNulls });
    mustBeValid(compiled.validate(object));
  }
}

function againstAjv(): Comparison {
  const { schema, objects, run } = judgeSettled();
  const email = /^[^@\s]+@[^@\s]+$/;
  const validate = new Ajv({ strict: false, formats: { email } }).compile(toPlainJsonSchema(schema));
  const validateAll = () => {
    for (const object of objects) {
      if (!validate(object)) {
        throw new Error(JSON.stringify(validate.errors));
      }
    }
  };
  return {
    subject: { name: "prune, default, validate", run },
    baseline: { name: "ajv's compiled validation", run: validateAll },
    bound: { most: 3 },
  };
}

/** Schema for ajv: in JSON Schema an int-or-string is a list of two types. */
function toPlainJsonSchema(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema), (_, value) =>
    value?.["x-kubernetes-int-or-string"] === true ? { type: ["integer", "string"] } : value,
  );
}

function againstParse(): Comparison {
  const { objects, run } = judgeSettled();
  const texts = objects.map((object) => JSON.stringify(object));
  const parseAll = () => {
    for (const text of texts) {
      JSON.parse(text);
    }
  };
  return {
    subject: { name: "prune, default, validate", run },
    baseline: { name: "JSON.parse of the object", run: parseAll },
    bound: { most: 1 },
  };
}

/**
 * Checks of objects as clients first send them: with an unknown field, and defaults to be set. Parsed again for every
 * call.
 */
function freshAgainstParse(): Comparison {
  const { schema, objects } = makeSample();
  const compiled = compile(schema);
  const texts = objects.map((object) => JSON.stringify({ ...object, unknown: { field: 1 } }));
  return {
    subject: {
      name: "parse, prune, default, validate",
      run: () => {
        for (const text of texts) {
          judge(compiled, JSON.parse(text) as JsonObject);
        }
      },
    },
    baseline: {
      name: "JSON.parse of the object",
      run: () => {
        for (const text of texts) {
          JSON.parse(text);
        }
      },
    },
    bound: { most: 2 },
  };
}

export const schemaBenchmarks: readonly Benchmark[] = [
  {
    name: "schema/marks",
    about: "an update with marks on 30 % of the fields, against none",
    open: () => compareUpdates("30 % of the fields marked", { markedShare: 0.3 }),
  },
  {
    name: "schema/unions",
    about: "an update with unions declared, against none",
    open: () => compareUpdates("unions declared", { withUnions: true }),
  },
  {
    name: "schema/no-rules",
    about: "an update of a kind without rules, in a server that could run them, against one that could not",
    open: compareWithoutRules,
  },
  { name: "schema/ajv", about: "prune, default and validate 2 KiB, against ajv validating it", open: againstAjv },
  { name: "schema/parse", about: "prune, default and validate 2 KiB, against parsing it", open: againstParse },
  {
    name: "schema/fresh",
    about: "parse, prune, default and validate what clients send first",
    open: freshAgainstParse,
  },
  {
    name: "schema/growth",
    about: "cost a byte from 1 KiB to 3 MiB, and of list maps up to 20,000 items",
    figures: linearGrowth,
  },
];
