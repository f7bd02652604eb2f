import { type JsonObject, once } from "@kiln/api";
import { compileIsSettled, type IsSettled } from "./is-settled.ts";
import type { JsonSchema, Semantics } from "./json-schema.ts";
import { type CheckMutability, compileMutability } from "./mutability.ts";
import { type CompiledPrune, compilePrune } from "./prune.ts";
import { compileSetDefaults, type SetDefaults } from "./set-defaults.ts";
import { type CompiledUnions, compileUnions } from "./unions.ts";
import { type CompiledValidate, compileValidate, type ValidateOptions } from "./validate.ts";

export interface CompileOptions extends ValidateOptions {
  readonly semantics: Semantics;
  /** What is absent is on. */
  readonly features?: { readonly mutability?: boolean; readonly unions?: boolean };
  /** The CRD's own `preserveUnknownFields`. */
  readonly preserveUnknownFields?: boolean;
  /** False for a schema whose values are no resources; absent: true. */
  readonly isResourceRoot?: boolean;
}

/**
 * What a schema says about objects, as functions. Each is compiled on first use and kept; one that is undefined has
 * nothing to do for any object.
 */
export interface CompiledSchema extends CompiledValidate {
  readonly prune: CompiledPrune;
  readonly setDefaults: SetDefaults | undefined;
  /** Undefined if the schema has no marks, or the feature is off. */
  readonly mutability: CheckMutability | undefined;
  /** Undefined if the schema has no unions, or the feature is off. */
  readonly unions: CompiledUnions | undefined;
  /** One walk that spares prune, setDefaults and validate for an object that none of them would have a word on. */
  readonly isSettled: IsSettled;
  /** Changes the object into what reading it back from storage would give. Returns it. Never fails. */
  readonly roundtrip: (object: JsonObject) => JsonObject;
}

export function compileSchema(schema: JsonSchema | undefined, options: CompileOptions): CompiledSchema {
  const { features = {}, isResourceRoot = true } = options;
  const prune = once(() => compilePrune(schema, { ...options, isResourceRoot }));
  const setDefaults = once(() => compileSetDefaults(schema, options));
  const mutability = once(() => (features.mutability === false ? undefined : compileMutability(schema)));
  const unions = once(() => (features.unions === false ? undefined : compileUnions(schema)));
  const validation = once(() => compileValidate(schema ?? {}, options));
  const isSettled = once(() => settledTest(schema, options));
  return {
    get prune() {
      return prune();
    },
    get setDefaults() {
      return setDefaults();
    },
    get mutability() {
      return mutability();
    },
    get unions() {
      return unions();
    },
    validate: (value, around) => validation().validate(value, around),
    validateUpdate: (value, old, around) => validation().validateUpdate(value, old, around),
    validateStatusUpdate: (value, old, around) => validation().validateStatusUpdate(value, old, around),
    isSettled: (object) => isSettled()(object),
    roundtrip: (object) => {
      const { mayHaveNulls } = prune()(object, { isStored: true });
      setDefaults()?.(object, { mayHaveNulls });
      return object;
    },
  };
}

function settledTest(schema: JsonSchema | undefined, options: CompileOptions): IsSettled {
  const { preserveUnknownFields = false, isResourceRoot = true, rules } = options;
  const isObject = schema?.type === "object" && schema.intOrString !== true;
  return !isObject || preserveUnknownFields || !isResourceRoot
    ? () => false
    : compileIsSettled(schema, { hasRules: rules !== undefined });
}
