import { type JsonObject, once } from "@kiln/api";
import { compileMutabilityAcross, compileUnionsAcross } from "./across-versions.ts";
import { compileIsSettled, type IsSettled } from "./is-settled.ts";
import type { JsonSchema, Semantics } from "./json-schema.ts";
import type { CheckMutability } from "./mutability.ts";
import { type CompiledPrune, compilePrune } from "./prune.ts";
import { compileSetDefaults, type SetDefaults } from "./set-defaults.ts";
import type { CompiledUnions } from "./unions.ts";
import { type CompiledValidate, compileValidate, type ValidateOptions } from "./validate.ts";

export interface CompileOptions extends ValidateOptions {
  readonly semantics: Semantics;
  /** Features to enforce; absent ones are on. */
  readonly features?: { readonly mutability?: boolean; readonly unions?: boolean };
  /** `spec.preserveUnknownFields` of the CRD. */
  readonly preserveUnknownFields?: boolean;
  /** Schemas of other versions in which fields have the same paths; their marks and unions apply as well. */
  readonly others?: () => readonly JsonSchema[];
  /** False for a schema whose values are no resources; true by default. */
  readonly isResourceRoot?: boolean;
}

/**
 * A schema compiled to functions. Each is compiled on first use and kept; it is undefined if it has no effect on any
 * object.
 */
export interface CompiledSchema extends CompiledValidate {
  readonly prune: CompiledPrune;
  readonly setDefaults: SetDefaults | undefined;
  /** Check of the marks in an update; undefined if the schema has no marks, or the feature is off. */
  readonly mutability: CheckMutability | undefined;
  /** Normalization and check of unions; undefined if the schema has no unions, or the feature is off. */
  readonly unions: CompiledUnions | undefined;
  /** One walk that replaces prune, setDefaults and validate for an object that none of them would change or reject. */
  readonly isSettled: IsSettled;
  /** Decodes the object in place as if it had been stored, and returns it. Never fails. */
  readonly roundtrip: (object: JsonObject) => JsonObject;
}

export function compileSchema(schema: JsonSchema | undefined, options: CompileOptions): CompiledSchema {
  return new LazyParts(schema, options);
}

/** A class, because engines create and read objects with own getters more slowly. */
class LazyParts implements CompiledSchema {
  readonly #prune: () => CompiledPrune;
  readonly #setDefaults: () => SetDefaults | undefined;
  readonly #mutability: () => CheckMutability | undefined;
  readonly #unions: () => CompiledUnions | undefined;
  readonly #validation: () => CompiledValidate;
  readonly #isSettled: () => IsSettled;

  constructor(schema: JsonSchema | undefined, options: CompileOptions) {
    const { features = {}, isResourceRoot = true } = options;
    this.#prune = once(() => compilePrune(schema, { ...options, isResourceRoot }));
    this.#setDefaults = once(() => compileSetDefaults(schema, options));
    const others = () => options.others?.() ?? [];
    this.#mutability = once(() =>
      features.mutability === false ? undefined : compileMutabilityAcross(schema, others()),
    );
    this.#unions = once(() => (features.unions === false ? undefined : compileUnionsAcross(schema, others())));
    this.#validation = once(() => compileValidate(schema ?? {}, options));
    this.#isSettled = once(() => settledTest(schema, options));
  }

  get prune(): CompiledPrune {
    return this.#prune();
  }

  get setDefaults(): SetDefaults | undefined {
    return this.#setDefaults();
  }

  get mutability(): CheckMutability | undefined {
    return this.#mutability();
  }

  get unions(): CompiledUnions | undefined {
    return this.#unions();
  }

  get isSettled(): IsSettled {
    return this.#isSettled();
  }

  readonly validate: CompiledValidate["validate"] = (...of) => this.#validation().validate(...of);
  readonly validateUpdate: CompiledValidate["validateUpdate"] = (...of) => this.#validation().validateUpdate(...of);
  readonly validateStatusUpdate: CompiledValidate["validateStatusUpdate"] = (...of) =>
    this.#validation().validateStatusUpdate(...of);

  readonly roundtrip = (object: JsonObject): JsonObject => {
    const { mayHaveNulls } = this.prune(object, { isStored: true });
    this.setDefaults?.(object, { mayHaveNulls });
    return object;
  };
}

function settledTest(schema: JsonSchema | undefined, options: CompileOptions): IsSettled {
  const { preserveUnknownFields = false, isResourceRoot = true, rules } = options;
  const isObject = schema?.type === "object" && schema.intOrString !== true;
  return !isObject || preserveUnknownFields || !isResourceRoot
    ? () => false
    : compileIsSettled(schema, { hasRules: rules !== undefined });
}
