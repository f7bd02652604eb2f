import { deepCopy, type JsonObject } from "@kiln/api";
import { type CompiledSchema, compileSchema, parseJsonSchema } from "@kiln/schema";
import { Ajv } from "ajv";
import type { Benchmark, Comparison } from "../benchmark.ts";
import { linearGrowth } from "./linear-growth.ts";
import { makeSample, type SampleOptions } from "./sample.ts";

/** An update as the server makes it: everything a write does with a schema, old value in hand. */
function updateWith(options: SampleOptions): () => void {
  const { schema, object } = makeSample(options);
  const compiled = compile(schema);
  const old = compiled.roundtrip(deepCopy(object));
  const now = compiled.roundtrip(deepCopy(object));
  (now.spec as JsonObject).replicas = 4;
  return () => {
    const { mayHaveNulls } = compiled.prune(now);
    compiled.setDefaults?.(now, { mayHaveNulls });
    compiled.unions?.normalize(now, old);
    compiled.mutability?.(old, now);
    compiled.unions?.check(now, old);
    mustBeValid(compiled.validateUpdate(now, old));
  };
}

function compile(schema: JsonObject): CompiledSchema {
  return compileSchema(parseJsonSchema(schema).schema, { semantics: "kep" });
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

/** Pruning, defaulting and validation of a create, with the object already decoded. */
function createRun(): { run: () => void; object: JsonObject; schema: JsonObject } {
  const { schema, object } = makeSample();
  const compiled = compile(schema);
  const value = compiled.roundtrip(deepCopy(object));
  const run = () => {
    const { mayHaveNulls } = compiled.prune(value);
    compiled.setDefaults?.(value, { mayHaveNulls });
    mustBeValid(compiled.validate(value));
  };
  return { run, object: value, schema };
}

function againstAjv(): Comparison {
  const { run, object, schema } = createRun();
  const validate = new Ajv({ strict: false, formats: { email: true } }).compile(toPlainJsonSchema(schema));
  return {
    subject: { name: "prune, default, validate", run },
    baseline: {
      name: "ajv's compiled validation",
      run: () => {
        if (!validate(object)) {
          throw new Error(JSON.stringify(validate.errors));
        }
      },
    },
    bound: { most: 3 },
  };
}

/** ajv reads JSON Schema: int-or-string is said with two types there. */
function toPlainJsonSchema(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema), (_, value) =>
    value?.["x-kubernetes-int-or-string"] === true ? { type: ["integer", "string"] } : value,
  );
}

function againstParse(): Comparison {
  const { run, object } = createRun();
  const json = JSON.stringify(object);
  return {
    subject: { name: "prune, default, validate", run },
    baseline: { name: "JSON.parse of the object", run: () => void JSON.parse(json) },
    bound: { most: 1 },
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
  { name: "schema/ajv", about: "prune, default and validate 2 KiB, against ajv validating it", open: againstAjv },
  { name: "schema/parse", about: "prune, default and validate 2 KiB, against parsing it", open: againstParse },
  {
    name: "schema/growth",
    about: "cost a byte from 1 KiB to 3 MiB, and of list maps up to 10,000 items",
    figures: linearGrowth,
  },
];
