import { type FieldError, type JsonObject, once } from "@kiln/api";
import { type CompiledPrune, type CompiledSchema, compileSchema, type JsonSchema } from "@kiln/schema";
import type { BuiltInSettings } from "../resource/feature-gates.ts";
import { compileNativePrune, type NativeDecoding } from "./decode-native.ts";
import type { StructType } from "./native-type.ts";
import type { SetTypeDefaults } from "./type-defaults.ts";

export interface NativeKind {
  readonly type: () => StructType;
  /** Schema with unions and marks. */
  readonly schema: () => JsonSchema;
  /** Defaults of the kind's types. */
  readonly defaults: () => SetTypeDefaults | undefined;
  /** Defaults that only this kind has, which are set before those of its types. */
  readonly setDefaults?: (object: JsonObject) => void;
  readonly decoding?: NativeDecoding;
  /** Whether marks apply to an update; absent: they apply to all. */
  readonly marksHold?: (object: JsonObject, old: JsonObject) => boolean;
}

/**
 * Compiles a built-in kind to functions, each on first use. Objects are decoded as Go decodes them, and validated by
 * the kind's own rules, not by a schema.
 */
export function compileNative(
  kind: NativeKind,
  settings: Pick<BuiltInSettings, "semantics" | "features">,
): CompiledSchema {
  return new NativeSchema(kind, settings);
}

const nothing = (): FieldError[] => [];

/** A class, because engines create and read objects with own getters more slowly. */
class NativeSchema implements CompiledSchema {
  readonly #kind: NativeKind;
  readonly #prune: () => CompiledPrune;
  readonly #compiled: () => CompiledSchema;
  readonly #setTypeDefaults: () => ReturnType<NativeKind["defaults"]>;
  readonly isSettled = () => false;
  readonly validate = nothing;
  readonly validateUpdate = nothing;
  readonly validateStatusUpdate = nothing;

  constructor(kind: NativeKind, { semantics, features }: Pick<BuiltInSettings, "semantics" | "features">) {
    const isMarked = semantics === "kep";
    this.#kind = kind;
    this.#prune = once(() => compileNativePrune(kind.type(), kind.decoding));
    this.#compiled = once(() =>
      compileSchema(kind.schema(), {
        semantics: "kep",
        features: { mutability: isMarked && features.FieldMutability, unions: isMarked && features.Unions },
      }),
    );
    this.#setTypeDefaults = once(kind.defaults);
  }

  get prune(): CompiledPrune {
    return this.#prune();
  }

  get mutability(): CompiledSchema["mutability"] {
    const { mutability } = this.#compiled();
    const { marksHold } = this.#kind;
    return mutability === undefined || marksHold === undefined
      ? mutability
      : (old, now, options) => (marksHold(now, old) ? mutability(old, now, options) : []);
  }

  get unions(): CompiledSchema["unions"] {
    return this.#compiled().unions;
  }

  readonly setDefaults = (object: JsonObject): void => {
    this.#kind.setDefaults?.(object);
    this.#setTypeDefaults()?.(object);
  };

  readonly roundtrip = (object: JsonObject): JsonObject => {
    this.prune(object, { isStored: true });
    this.setDefaults(object);
    return object;
  };
}
